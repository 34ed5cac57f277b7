/** What a failed dump means and what the caller can do about it. */

import { Fault } from '@mobile-debug/core/fault.ts';
import { firstLine } from '@mobile-debug/core/text.ts';
import type { DumpFailure } from './screen-command.ts';

/** `hung`: no answer within the part of the budget that the attempt had. */
export type ReadFailure = DumpFailure | 'hung';

const meanings: Readonly<Record<ReadFailure, readonly [what: string, nextStep: string]>> = {
  not_idle: [
    'The screen never stayed still long enough to be read (animation, video, ticking text)',
    'Use capture_screenshot to see it; the resident helper reads such screens (mobile-debug-mcp helper install), and set_device with animations off may let it rest.',
  ],
  null_root: [
    'No window had a root element: the screen was changing, off, or hidden',
    'Wake the device if its display is off, then read again.',
  ],
  busy: [
    'Another UiAutomation client is connected to the device, and only one can be',
    'End the other client (Appium, uiautomator2, a running instrumentation test) or wait until it disconnects, then read again.',
  ],
  killed: [
    'The dump was killed on the device, as happens when another UiAutomation client is connected',
    'End the other client (Appium, uiautomator2, a running instrumentation test) or wait until it disconnects, then read again.',
  ],
  permission: [
    'The device does not allow the shell to read the screen',
    'Check that USB debugging (Security settings) is on, or that no policy of the device forbids it.',
  ],
  not_found: ['The device has no uiautomator program', 'Use capture_screenshot on this device.'],
  no_space: ['The device has no space left for the dump', 'Free space on the device, then read again.'],
  not_written: [
    'The dump reported success but produced no file',
    'Read again; use capture_screenshot if this persists.',
  ],
  crashed: [
    '`uiautomator dump` crashed on an element of this screen',
    'Use capture_screenshot; other screens are not affected.',
  ],
  empty: ['The dump printed nothing', 'Read again; check the device with list_devices if this persists.'],
  garbage: ['The dump printed no XML', 'Read again; use capture_screenshot if this persists.'],
  hung: [
    'The dump did not finish within its share of the budget',
    'Call again with a larger budget, or use capture_screenshot.',
  ],
};

export interface ReadFailureNotes {
  /** The relevant line of the device's output. */
  readonly line: string;
  /** What was found out about the cause: holder of UiAutomation, wakefulness. */
  readonly found?: string;
  readonly tried: readonly string[];
}

/** Of `mWakefulness` in `dumpsys power` [A7]. */
const sleeping = /\b(?:asleep|dozing|dreaming)\b/;

function asleep(found: string, tried: readonly string[]): Fault {
  return new Fault('OBSERVATION_FAILED', `The display is off, and no window is shown. ${found}`, {
    reason: 'asleep',
    details: { found, tried },
    nextStep: 'Wake the device with press_key wakeup, then read again.',
  });
}

export function readFault(why: ReadFailure, { line, found, tried }: ReadFailureNotes): Fault {
  if (why === 'null_root' && found !== undefined && sleeping.test(found)) return asleep(found, tried);
  const [what, usual] = meanings[why];
  const awake = why === 'null_root' && found !== undefined;
  const nextStep = awake
    ? 'Read again in a moment; use capture_screenshot to see what hides the windows.'
    : usual;
  const said = line === '' ? '' : ` The device said: ${line}`;
  return new Fault('OBSERVATION_FAILED', `${what}.${found ? ` ${found}` : ''}${said}`, {
    reason: why,
    details: { ...(line === '' ? {} : { line }), ...(found ? { found } : {}), tried },
    nextStep,
  });
}

/** `text`: what the window manager printed. */
export function noForeground(text: string): Fault {
  if (text.trim() === '') {
    return new Fault('OBSERVATION_FAILED', 'The window service of the device gave no answer.', {
      nextStep: 'Wait until list_devices shows booted: true; if the device stays like this, restart it.',
    });
  }
  return new Fault('OBSERVATION_FAILED', 'The window manager reported no focused window.', {
    details: { line: firstLine(text).slice(0, 200) },
  });
}
