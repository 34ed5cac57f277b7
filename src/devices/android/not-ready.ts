/**
 * Messages of a device that is still starting. Everything that parses device output checks here first.
 * Source: [A15].
 */
import { Fault } from '@mobile-debug/core/fault.ts';

/** As shell commands fail [A15]. */
const sentences = [
  /(?:cmd: )?Can't find service: \S+/,
  /Could not access the Package Manager\.\s+Is the system running\?/,
  /Can't connect to (?:activity|window|package) manager/i,
  /Error type 2\b|unable to connect to activity manager/i,
  /java\.lang\.IllegalStateException: .*(?:system|service).* not (?:ready|running)/i,
  /waiting for device/,
];

/** DEVICE_UNAVAILABLE with the device's message when `output` says that the system is not up; else null. */
export function notReadyFault(output: string): Fault | null {
  for (const sentence of sentences) {
    const words = sentence.exec(output)?.[0];
    if (words !== undefined) {
      return new Fault('DEVICE_UNAVAILABLE', `The device is not ready yet. It said: ${words}`, {
        nextStep: 'Wait until the device has started (list_devices shows booted: true), then call again.',
        retryable: true,
      });
    }
  }
  return null;
}
