/** Commands that read and write a setting of Android. */
import { Fault } from '@mobile-debug/core/fault.ts';
import { quoteArg } from '../adb/quote.ts';

export function getSetting(space: string, key: string): string {
  return `settings get ${space} ${key}`;
}

export function putSetting(space: string, key: string, value: string): string {
  return value === 'null' || value === ''
    ? `settings delete ${space} ${key}`
    : `settings put ${space} ${key} ${quoteArg(value)}`;
}

export function needSdk(name: string, sdk: number, least: number): void {
  if (sdk >= least) return;
  throw new Fault(
    'CAPABILITY_MISSING',
    `${name} can be set by command from API level ${least} on; this device has ${sdk}.`,
    {
      nextStep: 'Change it in the settings app of the device.',
    },
  );
}
