/** One driver that reads and touches a screen. `driver-chain.ts` chooses among several; none knows the others. */
import type { Dispatch } from '@mobile-debug/core/dispatch.ts';

import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Point } from '../../../../../ui/ui-tree.ts';
import type { IosDriver } from '../../../ios-types.ts';
import type { AxElement, AxReading } from '../../ax/ax-json.ts';
import type { Size } from '../../orientation.ts';
import type { Gesture } from '../gesture.ts';

export type DriverName = Exclude<IosDriver, 'auto'>;

/** Abilities that not every driver has; `any_text`: characters that are on no key, without the pasteboard. */
export type SpecialGesture = 'pinch' | 'set_value' | 'rotate' | 'any_text';

export interface ScreenDriver {
  readonly name: DriverName;
  /** As `source.tier` says it. */
  readonly tier: string;
  /** `interface`: its touches are in the orientation of the tree, not in that of the upright device. */
  readonly touches: 'device' | 'interface';
  /** How many points may be asked at the same time. */
  readonly pointsAtOnce: number;
  /** False when it is known not to; true while that was not found out. */
  can(special: SpecialGesture): boolean;
  /**
   * What the accessibility of the screen answers, unjudged. TransportProblem `missing` or `broken`, OBSERVATION_FAILED in its words, faults of
   * `op`.
   */
  read(op: Operation): Promise<AxReading>;
  /** What lies at a point; null when nothing does. As `read`. */
  at(op: Operation, point: Point): Promise<AxElement | null>;
  /**
   * Points are those of `touches`. As `read`, and what may have arrived says so; ACTION_REJECTED in the words of what refused it,
   * CAPABILITY_MISSING for a gesture that it has not.
   */
  perform(dispatch: Dispatch, gesture: Gesture): Promise<void>;
  /** Upright size of the display in points. Left out where it is not told. */
  points?(op: Operation): Promise<Size | null>;
  /** Begins in the background what the first use would wait for. Left out where each use is a process. */
  prepare?(): void;
  /** A connection is open, so that a question costs no start of anything. Left out where each is a process. */
  readonly connected?: boolean;
  /** Bundle identifiers of running apps by process id; null, or left out, where they are not told. */
  running?(op: Operation): Promise<ReadonlyMap<number, string> | null>;
  /** Whether the lock screen is in front. Left out where it is not told. */
  locked?(op: Operation): Promise<boolean>;
  /** A whole PNG. Left out where `simctl` takes pictures. */
  picture?(op: Operation): Promise<Uint8Array>;
  close(): Promise<void>;
}
