/** Commands that ended before they were done. `exec:` has no exit code; what a command prints last is its proof. */

import { Fault } from '@mobile-debug/core/fault.ts';

const nextStep = 'Call list_devices; when the device is ready, call again.';

/** `what` in a sentence: "the screen was read". */
export function brokenOff(what: string, cause?: unknown): Fault {
  return new Fault(
    'DEVICE_UNAVAILABLE',
    `The device's answer broke off before ${what}: the connection was lost, or the command was killed.`,
    { reason: 'lost', nextStep, retryable: true, ...(cause === undefined ? {} : { cause }) },
  );
}

/** Shells report the end by a signal as 128 and its number (sh(1), EXIT STATUS). Null for other ends. */
export function signalOf(exitCode: number): number | null {
  return exitCode > 128 && exitCode < 160 ? exitCode - 128 : null;
}
