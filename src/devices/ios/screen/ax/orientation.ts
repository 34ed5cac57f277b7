/**
 * How the interface is turned and where its points lie on the upright device. Trees are in the interface's orientation,
 * touches in the device's. Pure. Sources: [S1] and [S11].
 */
import type { Bounds, Point, Rotation } from '../../../../ui/ui-tree.ts';
import type { AxElement, AxReading } from './ax-json.ts';

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

export function isLandscape({ width, height }: Size): boolean {
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

/**
 * The angle that `defaults read com.apple.iphonesimulator DevicePreferences` gives for a simulator. Null when there is
 * none: the window was never turned, or is not shown [S1]. */
export function angleIn(preferences: string, udid: string): number | null {
  const at = preferences.indexOf(udid);
  if (at < 0) return null;
  const found = /SimulatorWindowRotationAngle"?\s*=\s*"?(-?\d+(?:\.\d+)?)/.exec(block(preferences.slice(at)));
  return found ? Number(found[1]) : null;
}

/** From the first brace to the one that closes it. */
function block(text: string): string {
  let depth = 0;
  for (let at = text.indexOf('{'); at >= 0 && at < text.length; at++) {
    if (text[at] === '{') depth += 1;
    if (text[at] === '}' && --depth === 0) return text.slice(0, at);
  }
  return text;
}
