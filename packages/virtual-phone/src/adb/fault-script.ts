/** Scripted failures: which moment they wait for, what they do, how often they did it. The places that fail ask here. */

import type { Clock } from '@mobile-debug/core/clock.ts';
import { systemClock } from '@mobile-debug/core/operation.ts';
import { FaultBook, type FaultHandle, type FaultLimits, matchesText } from '../fault-book.ts';

export type DeviceState =
  | 'device'
  | 'offline'
  | 'unauthorized'
  | 'authorizing'
  | 'connecting'
  | 'recovery'
  | 'bootloader'
  | 'sideload'
  | 'no permissions'
  /** Not listed at all. */
  | 'gone';

/** Done to the stream of the service as a whole. */
export type StreamFault =
  | { readonly kind: 'hang' }
  | { readonly kind: 'delay'; readonly ms: number }
  /** Ends the stream after so many bytes of output, without an exit packet. */
  | { readonly kind: 'cut'; readonly afterBytes: number }
  /** Lets so many bytes out, then nothing more ever. */
  | { readonly kind: 'stall'; readonly afterBytes: number }
  | { readonly kind: 'kill'; readonly code?: number }
  | { readonly kind: 'exit'; readonly code: number }
  | { readonly kind: 'garbage'; readonly before?: string | Uint8Array; readonly after?: string | Uint8Array }
  | { readonly kind: 'replace'; readonly output: string | Uint8Array; readonly exitCode?: number }
  /** Only this share of the output (0..1) comes through, with a proper exit. */
  | { readonly kind: 'truncate'; readonly share: number }
  | { readonly kind: 'refuse' }
  /** The device changes state after `afterMs` of the command, for `forMs` (for good when absent). */
  | {
      readonly kind: 'state';
      readonly state: DeviceState;
      readonly afterMs?: number;
      readonly forMs?: number;
    }
  | { readonly kind: 'reboot'; readonly afterMs?: number }
  | { readonly kind: 'server_gone'; readonly afterMs?: number; readonly forMs?: number }
  | { readonly kind: 'clock_jump'; readonly ms: number }
  /** Harms nothing: runs `run` as the service is opened, before it does anything. For changes between two steps. */
  | { readonly kind: 'call'; readonly run: () => void };

/** Done by the program that meets it. */
export type ProgramFault =
  | { readonly kind: 'idle_error' }
  | { readonly kind: 'null_root' }
  | { readonly kind: 'already_registered' }
  | { readonly kind: 'disk_full' }
  | { readonly kind: 'permission_denied' }
  | { readonly kind: 'screencap'; readonly how: 'empty' | 'warning' | 'black' | 'failed' }
  | { readonly kind: 'install'; readonly failure: string }
  /** The package manager fails in these words instead of answering: one command of it or all, for one user or all. */
  | {
      readonly kind: 'package_manager';
      readonly words: string;
      readonly command?: string;
      readonly user?: number;
    }
  /** The server itself takes requests and answers none of them; `when.service` is the request. */
  | { readonly kind: 'server_hang' }
  | { readonly kind: 'launch_timeout' }
  | { readonly kind: 'no_service'; readonly name: string };

export type FaultAction = StreamFault | ProgramFault;

export interface FaultRule {
  readonly when?: FaultLimits & {
    /** Matches the service string: a part of it, or an expression. */
    readonly service?: RegExp | string;
    readonly serial?: string;
  };
  readonly do: FaultAction;
}

export type { FaultHandle } from '../fault-book.ts';

const streamKinds: ReadonlySet<string> = new Set([
  'hang',
  'delay',
  'cut',
  'stall',
  'kill',
  'exit',
  'garbage',
  'replace',
  'truncate',
  'refuse',
  'state',
  'reboot',
  'server_gone',
  'clock_jump',
  'call',
]);

export class FaultScript {
  readonly #book: FaultBook<FaultRule>;

  constructor(rules: readonly FaultRule[] = [], clock: Clock = systemClock) {
    this.#book = new FaultBook(clock);
    for (const rule of rules) this.add(rule);
  }

  add(rule: FaultRule): FaultHandle {
    return this.#book.add(rule);
  }

  clear(): void {
    this.#book.clear();
  }

  /** All stream faults that hit this opening, counted as used. */
  forService(serial: string, service: string): readonly StreamFault[] {
    const hits: StreamFault[] = [];
    for (const { do: action } of this.#book.strike(
      (rule) => isStreamFault(rule.do) && fits(rule, serial, service),
    )) {
      if (!isStreamFault(action)) continue;
      if (action.kind === 'call') action.run();
      else hits.push(action);
    }
    return hits;
  }

  /** The program fault of this kind that hits here, counted as used; null when none does. */
  take<K extends ProgramFault['kind']>(
    kind: K,
    serial: string,
    service: string,
  ): Extract<ProgramFault, { kind: K }> | null {
    for (const { do: action } of this.#book.strike(
      (rule) => isKind(rule.do, kind) && fits(rule, serial, service),
    )) {
      if (isKind(action, kind)) return action;
    }
    return null;
  }
}

function fits({ when = {} }: FaultRule, serial: string, service: string): boolean {
  return (when.serial === undefined || when.serial === serial) && matchesText(when.service, service);
}

function isStreamFault(action: FaultAction): action is StreamFault {
  return streamKinds.has(action.kind);
}

function isKind<K extends FaultAction['kind']>(
  action: FaultAction,
  kind: K,
): action is Extract<FaultAction, { kind: K }> {
  return action.kind === kind;
}
