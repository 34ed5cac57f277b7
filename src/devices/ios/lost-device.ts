/** Which faults say that a device may not be what it was: switched off, restarted, taken away. */
import { isFault } from '@mobile-debug/core/fault.ts';

/** For the `catch` of whatever was asked of the device: tells `onLost` of such a fault, and throws the error on. */
export function throwTelling(onLost: (() => void) | undefined, error: unknown): never {
  if (isFault(error, 'DEVICE_UNAVAILABLE', 'DEVICE_NOT_FOUND')) onLost?.();
  throw error;
}
