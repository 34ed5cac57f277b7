/** Which faults say that a device may not be what it was: switched off, restarted, taken away. */
import { isFault } from '@mobile-debug/core/fault.ts';

/** The result of `work`; `onLost` is called for such a fault before the caller hears of it. */
export async function noticingLoss<T>(onLost: (() => void) | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isFault(error, 'DEVICE_UNAVAILABLE', 'DEVICE_NOT_FOUND')) onLost?.();
    throw error;
  }
}
