/**
 * How the interface lies on the device now. An upright phone costs no question; for a tree that lies, and for an iPad,
 * which also stands on its head, Simulator's own preferences tell which side is up. Where they do not, what lies at a
 * point does.
 */

import type { Environment } from '@mobile-debug/core/environment.ts';
import { isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Point } from '../../../../ui/ui-tree.ts';
import type { RunProgram } from '../../ios-types.ts';
import { type AxElement, type AxReading, flattened } from '../ax/ax-json.ts';
import {
  angleIn,
  interfaceSize,
  isLandscape,
  type Orientation,
  orientationOf,
  type Size,
  toDevice,
} from '../ax/orientation.ts';
import type { ScreenDriver } from './drivers/driver.ts';

export interface OrientationOptions {
  readonly udid: string;
  readonly environment: Environment;
  readonly run: RunProgram;
}

/** Only this call tells one landscape from the other; asking for each reading would cost a process [O1]. */
const trustedMs = 5_000;
/** Width of the narrowest iPad, upright. Phones have no upside-down interface and are not asked for it. */
const narrowestPad = 744;
/** [O1] */
const askMs = 2_000;

export interface KnownOrientation {
  readonly orientation: Orientation;
  /** Why it may be wrong; null when it was found out. */
  readonly qualityWarning: string | null;
}

export class DeviceOrientation {
  readonly #options: OrientationOptions;
  #asked: { readonly known: KnownOrientation; readonly atMs: number } | null = null;

  constructor(options: OrientationOptions) {
    this.#options = options;
  }

  /** Null when nothing in the reading has a size. */
  async of(op: Operation, reading: AxReading, driver: ScreenDriver): Promise<KnownOrientation | null> {
    const size = interfaceSize(reading);
    if (size === null) return null;
    if (!isLandscape(size) && size.width < narrowestPad) {
      this.#asked = null;
      return { orientation: orientationOf(size, null), qualityWarning: null };
    }
    const now = op.clock.monotonicMs();
    if (
      this.#asked &&
      this.#asked.known.orientation.size.width === size.width &&
      now - this.#asked.atMs < trustedMs
    )
      return this.#asked.known;
    const known = await this.#find(op, { size, reading, driver });
    this.#asked = { known, atMs: now };
    return known;
  }

  async #find(
    op: Operation,
    { size, reading, driver }: { size: Size; reading: AxReading; driver: ScreenDriver },
  ): Promise<KnownOrientation> {
    const angle = await this.#angle(op);
    if (angle !== null) return { orientation: orientationOf(size, angle), qualityWarning: null };
    // Upright or upside down: nearly always upright, so this is not worth a warning on every reading.
    if (!isLandscape(size)) return { orientation: orientationOf(size, null), qualityWarning: null };
    for (const each of [90, 270]) {
      const orientation = orientationOf(size, each);
      if (await agrees(op, { orientation, reading, driver })) return { orientation, qualityWarning: null };
    }
    const qualityWarning = 'orientation: could not be determined; check where the first touch lands';
    return {
      orientation: orientationOf(size, 90),
      qualityWarning: driver.touches === 'interface' ? null : qualityWarning,
    };
  }

  async #angle(op: Operation): Promise<number | null> {
    const { udid, environment, run } = this.#options;
    const args = ['read', 'com.apple.iphonesimulator', 'DevicePreferences'];
    using part = op.within(askMs);
    try {
      const { exitCode, stdout } = await run(part, { command: 'defaults', args, env: environment });
      return exitCode === 0 ? angleIn(stdout.toString('utf8'), udid) : null;
    } catch (error) {
      if (op.ended || !isFault(error)) throw error;
      return null; // no such program, or it hangs: points are asked instead
    }
  }
}

/** The smallest named element answers at the point where this turn has it. */
async function agrees(
  op: Operation,
  { orientation, reading, driver }: { orientation: Orientation; reading: AxReading; driver: ScreenDriver },
): Promise<boolean> {
  const named = flattened(reading.roots).filter(
    (element) => element.label && element.frame && areaOf(element) > 0,
  );
  const [probe] = [...named].sort((a, b) => areaOf(a) - areaOf(b));
  if (!probe?.frame) return false;
  const found = await driver.at(op, toDevice(centre(probe.frame), orientation));
  return found !== null && found.label === probe.label;
}

function areaOf({ frame }: AxElement): number {
  return frame === null ? 0 : (frame[2] - frame[0]) * (frame[3] - frame[1]);
}

function centre([left, top, right, bottom]: NonNullable<AxElement['frame']>): Point {
  return [(left + right) / 2, (top + bottom) / 2];
}
