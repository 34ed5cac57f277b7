/** Bundle identifiers: checked before anything is sent, so that none is taken for a flag. */
import { Fault } from '@mobile-debug/core/fault.ts';

const pattern = /^[A-Za-z0-9_][\w.-]{0,254}$/;

/** INVALID_ARGUMENT, with nothing sent, for what cannot be a bundle identifier. */
export function checkAppId(appId: string): void {
  if (pattern.test(appId)) return;
  throw new Fault('INVALID_ARGUMENT', `${JSON.stringify(appId.slice(0, 255))} is not a bundle identifier.`, {
    nextStep: 'Pass the bundle identifier, for example com.example.app.',
  });
}

export function notInstalled(appId: string): Fault {
  return new Fault('APP_NOT_INSTALLED', `${appId} is not installed on this device.`);
}
