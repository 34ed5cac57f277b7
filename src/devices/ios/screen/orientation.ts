/**
 * How the interface lies on the device, and where its points lie on the upright device: trees are in the interface's
 * orientation, touches in the device's [S1] [S11]. An upright phone costs no question; for a tree that lies, and for an
 * iPad, which also stands on its head, Simulator's own preferences tell which side is up. Where they do not, what lies at a
 * point does.
 */

import type { Environment } from '@mobile-debug/core/environment.ts';
import { isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Bounds, Point, Rotation } from '../../../ui/ui-tree.ts';
import type { RunProgram } from '../ios-types.ts';
import { type AxElement, type AxReading, flattened } from './ax/ax-json.ts';
import type { ScreenDriver } from './companion/drivers/driver.ts';
import { angleIn } from './orientation-preferences.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Size of the interface in points; null when nothing in the reading has one. */
export function interfaceSize({ screen, roots }: AxReading): Size | null {
  const own = sizeOf(roots[0]?.frame ?? null);
  const size = own ?? screen;
  if (size === null) return null;
  // After a turn the application may keep its portrait frame while its windows are landscape (IDB-13 in test/contract).
  const rotated = { width: size.height, height: size.width };
  const lies = roots.some((root) => hasWindow(root, rotated));
  return lies && size.width !== size.height ? rotated : size;
}

function hasWindow(root: AxElement, { width, height }: Size): boolean {
  const near = [...root.children, ...root.children.flatMap(({ children }) => children)];
  return near.some(
    ({ frame }) => frame?.[0] === 0 && frame[1] === 0 && frame[2] === width && frame[3] === height,
  );
}

function sizeOf(frame: Bounds | null): Size | null {
  if (frame === null) return null;
  const [left, top, right, bottom] = frame;
  return right > left && bottom > top ? { width: right - left, height: bottom - top } : null;
}

function isLandscape({ width, height }: Size): boolean {
  return width > height;
}

/** How points of the interface become points of the device. */
export interface Orientation {
  readonly rotation: Rotation;
  /** Of the interface, as the tree has it. */
  readonly size: Size;
  /** A landscape-only app on an upright phone: scaled down and centred [S11]. */
  readonly letterboxed?: boolean;
}

/**
 * `angle` is Simulator's `SimulatorWindowRotationAngle` in degrees: 90 and -90 (270) are the two landscapes, 180 is upside
 * down. Null when it is unknown; `rotation` is then the likelier of the two.
 */
export function orientationOf(size: Size, angle: number | null): Orientation {
  const quarter = angle === null ? null : (((Math.round(angle / 90) * 90) % 360) + 360) % 360;
  if (!isLandscape(size)) return { rotation: quarter === 180 ? 180 : 0, size };
  if (quarter === 0) return { rotation: 0, size, letterboxed: true };
  return { rotation: quarter === 270 ? 270 : 90, size };
}

/** With W by H the upright size: (W−y, x) at 90, (y, H−x) at 270, (W−x, H−y) upside down. */
export function toDevice([x, y]: Point, { rotation, size, letterboxed }: Orientation): Point {
  const { width, height } = size;
  if (letterboxed) {
    const scale = height / width;
    return [x * scale, (width - height * scale) / 2 + y * scale];
  }
  switch (rotation) {
    case 90:
      return [height - y, x];
    case 270:
      return [y, width - x];
    case 180:
      return [width - x, height - y];
    default:
      return [x, y];
  }
}

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
