/** Application ids: checked before anything is sent. */
import { Fault } from '@mobile-debug/core/fault.ts';

const pattern = /^[A-Za-z]\w*(?:\.[A-Za-z_]\w*)*$/;
const maxChars = 255;

/** INVALID_ARGUMENT, with nothing sent, for what cannot be a package name. */
export function checkAppId(appId: string): void {
  if (appId.length <= maxChars && pattern.test(appId)) return;
  throw new Fault('INVALID_ARGUMENT', `"${appId.slice(0, maxChars)}" is not an Android application id.`, {
    nextStep: 'Pass the package name, for example com.example.app, without an activity.',
  });
}

/** Asked in the same round trip as the command, which has left and found nothing to act on. */
export function notInstalled(appId: string): Fault {
  return new Fault('APP_NOT_INSTALLED', `${appId} is not installed on this device.`, {
    delivery: 'not_delivered',
  });
}
