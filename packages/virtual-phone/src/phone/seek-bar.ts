/** A seek bar under a finger, and what it tells accessibility services of it (AbsSeekBar, ProgressBar of Android 8 to 14). */
import type { DeviceState } from './device-state.ts';
import type { Box } from './layout.ts';
import type { SliderSpec } from './view-spec.ts';

/** From Android 11 on (SDK 30) a seek bar describes its state; before, it says later that it was selected. */
const describesStateSince = 30;
const selectionDelayMs = 200;
/** Half of the thumb of Material's seek bar. */
const thumbDp = 8;

/** A touch on the thumb keeps its distance to it, which moves nothing (AbsSeekBar#onTouchEvent). */
export function isOnThumb(state: DeviceState, box: Box, at: { x: number; density: number }): boolean {
  const { slider } = box.spec;
  if (!slider || state.version.sdk < describesStateSince) return false;
  const [begin, length] = trackOf(box);
  const thumb = begin + shareOf(slider, slider.value) * length;
  return Math.abs(at.x - thumb) <= (thumbDp * at.density) / 160;
}

/** The thumb follows the finger. */
export function seek(state: DeviceState, packageName: string, box: Box, x: number): void {
  const { slider, className } = box.spec;
  if (!slider) return;
  const before = slider.value;
  const currentItemIndex = valueAt(box, slider, x);
  slider.set(currentItemIndex);
  const told = { packageName, className, itemCount: slider.max - slider.min, currentItemIndex };
  if (state.version.sdk < describesStateSince) {
    if (currentItemIndex !== before)
      state.tellAccessibility({ type: 'TYPE_VIEW_SELECTED', contentChange: null, ...told }, selectionDelayMs);
    return;
  }
  const percent = (value: number): number => Math.round(shareOf(slider, value) * 100);
  if (percent(currentItemIndex) === percent(before)) return;
  const contentChange = 'CONTENT_CHANGE_TYPE_STATE_DESCRIPTION';
  state.tellAccessibility({ type: 'TYPE_WINDOW_CONTENT_CHANGED', contentChange, ...told }, 0);
}

/** It begins and ends one thumb inside the view. */
function trackOf(box: Box): readonly [number, number] {
  const inset = box.height / 2;
  return [box.bounds[0] + inset, Math.max(1, box.width - 2 * inset)];
}

function shareOf({ min, max }: SliderSpec, value: number): number {
  return (value - min) / (max - min);
}

function valueAt(box: Box, { min, max, step }: SliderSpec, x: number): number {
  const [begin, length] = trackOf(box);
  const exact = min + Math.min(1, Math.max(0, (x - begin) / length)) * (max - min);
  const steps = Math.round((exact - min) / step);
  return Math.min(max, Number((min + steps * step).toFixed(6)));
}
