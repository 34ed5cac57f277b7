/** Gestures as the events that the companion injects. Pure; one stream for each gesture. */
import type { Point } from '../../../../ui/ui-tree.ts';
import type { HidEvent } from './companion-messages.ts';
import type { Gesture } from './gesture.ts';
import { buttonNumbers, type KeyPress, strokesOf, usage } from './hid-keys.ts';

/** Points between two touches of a swipe, the companion's default [S3]. */
const usualDelta = 10;
/** A distance below this is no movement. */
const shortestSwipe = 0.5;
/** Holding before the release removes the momentum; AXe holds 0.2 s and drags in steps of 20 ms [S9]. */
const restSeconds = 0.2;
const dragStepSeconds = 0.02;
const mostDragSteps = 250;

/** Null for what no event stream can do (`set_value`), or for characters that are on no key. */
export function hidEvents(gesture: Gesture): readonly HidEvent[] | null {
  switch (gesture.kind) {
    case 'tap':
      return [down(gesture.at), delay(gesture.holdMs / 1_000), up(gesture.at)];
    case 'swipe':
      return swipe(gesture);
    case 'drag':
      return drag(gesture);
    case 'keys':
      return gesture.presses.flatMap(pressed);
    case 'text':
      return (
        strokesOf(gesture.text)?.flatMap(({ usage: code, shift }) => key(code, shift ? [usage.shift] : [])) ??
        null
      );
    case 'clear':
      return [...key(usage.a, [usage.command]), ...key(usage.backspace, [])];
    case 'pinch': {
      const { center, scale, radius, durationMs } = gesture;
      return [{ kind: 'pinch', center, scale, radius, seconds: durationMs / 1_000 }];
    }
    case 'rotate':
      return [{ kind: 'orientation', to: gesture.to }];
    case 'set_value':
      return null;
  }
}

/**
 * Lifts whatever these events press, for a stream that broke off between a press and its end: what stays down makes a
 * stroke of the next tap, and keys repeat. A release of what is not down does nothing; buttons act on it, and have none.
 */
export function releaseEvents(events: readonly HidEvent[]): readonly HidEvent[] {
  const keys = new Set<number>();
  let finger: Point | null = null;
  for (const event of events) {
    if (event.kind === 'touch') finger = event.at;
    else if (event.kind === 'swipe') finger = event.to;
    else if (event.kind === 'key') keys.add(event.usage);
  }
  const lifted = [...keys].map((code): HidEvent => ({ kind: 'key', usage: code, direction: 'up' }));
  return finger === null ? lifted : [up(finger), ...lifted];
}

/** Companion 1.1.8 divides by the number of steps, which is zero for a distance below one step [S3]. */
function swipe({
  from,
  to,
  durationMs,
}: {
  from: Point;
  to: Point;
  durationMs: number;
}): readonly HidEvent[] {
  const length = distance(from, to);
  const seconds = durationMs / 1_000;
  if (length < shortestSwipe) return [down(from), delay(seconds), up(from)];
  return [{ kind: 'swipe', from, to, delta: deltaOf(length), seconds }];
}

export function deltaOf(length: number): number {
  return Math.min(usualDelta, length / 2);
}

function drag({ from, to, durationMs }: { from: Point; to: Point; durationMs: number }): readonly HidEvent[] {
  const seconds = durationMs / 1_000;
  const steps = Math.max(1, Math.min(mostDragSteps, Math.round(seconds / dragStepSeconds)));
  const events: HidEvent[] = [down(from)];
  for (let step = 1; step <= steps; step++) {
    const share = step / steps;
    events.push(delay(seconds / steps));
    events.push(down([from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]));
  }
  return [...events, delay(restSeconds), up(to)];
}

function pressed(press: KeyPress): readonly HidEvent[] {
  if ('button' in press) {
    const button = buttonNumbers[press.button];
    return [
      { kind: 'button', button, direction: 'down' },
      { kind: 'button', button, direction: 'up' },
    ];
  }
  return key(press.usage, press.modifiers);
}

function key(code: number, modifiers: readonly number[]): readonly HidEvent[] {
  const held = modifiers.map((each): HidEvent => ({ kind: 'key', usage: each, direction: 'down' }));
  const freed = [...modifiers]
    .reverse()
    .map((each): HidEvent => ({ kind: 'key', usage: each, direction: 'up' }));
  return [
    ...held,
    { kind: 'key', usage: code, direction: 'down' },
    { kind: 'key', usage: code, direction: 'up' },
    ...freed,
  ];
}

export function distance(from: Point, to: Point): number {
  return Math.hypot(to[0] - from[0], to[1] - from[1]);
}

function down(at: Point): HidEvent {
  return { kind: 'touch', at, direction: 'down' };
}

function up(at: Point): HidEvent {
  return { kind: 'touch', at, direction: 'up' };
}

function delay(seconds: number): HidEvent {
  return { kind: 'delay', seconds };
}
