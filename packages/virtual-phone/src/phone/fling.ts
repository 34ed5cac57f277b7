/** How far a swipe carries a list: the finger's way less the touch slop, and the fling after the finger has left. */

/** View configuration and spline of the framework, in dp per second and by name: ViewConfiguration, OverScroller [A20]. */
const framework = {
  minimumDpPerS: 50,
  maximumDpPerS: 8_000,
  friction: 0.015,
  inflexion: 0.35,
  decelerationRate: Math.log(0.78) / Math.log(0.9),
  /** Gravity in inches per second, times a coefficient that looks right. */
  gravityInPerS: 9.80665 * 39.37 * 0.84,
} as const;

export interface Finger {
  /** Pixels that the content is to move by; negative towards its beginning. */
  readonly distance: number;
  readonly durationMs: number;
}

/** A finger injected at constant speed leaves with that speed. */
export function carried({ distance, durationMs }: Finger, density: number, slop: number): number {
  const followed = Math.max(0, Math.abs(distance) - slop);
  const speed = (Math.abs(distance) / Math.max(1, durationMs)) * 1_000;
  return Math.sign(distance) * Math.round(followed + flung(speed, density));
}

function flung(pxPerS: number, density: number): number {
  const dp = density / 160;
  if (pxPerS < framework.minimumDpPerS * dp) return 0;
  const speed = Math.min(pxPerS, framework.maximumDpPerS * dp);
  const scale = framework.friction * framework.gravityInPerS * density;
  const rate = framework.decelerationRate;
  return scale * Math.exp((rate / (rate - 1)) * Math.log((framework.inflexion * speed) / scale));
}
