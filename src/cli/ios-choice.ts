/** The settings of iOS: which driver reads and touches screens. */

import { Fault } from '@mobile-debug/core/fault.ts';
import type { Config } from '../config.ts';
import type { IosSourceOptions } from '../devices/ios/ios-source.ts';

const drivers = ['auto', 'idb', 'idb-cli', 'axe', 'wda'] as const;

/** INVALID_ARGUMENT for an unknown driver, or an address that cannot be read. */
export function iosChoice({ values }: Config): Pick<IosSourceOptions, 'driver' | 'wdaUrl'> {
  const wanted = values['ios-driver'] ?? 'auto';
  const driver = drivers.find((one) => one === wanted);
  if (!driver) {
    throw new Fault('INVALID_ARGUMENT', `--ios-driver: there is no ${JSON.stringify(wanted)}.`, {
      nextStep: `One of ${drivers.join(', ')}.`,
    });
  }
  const wdaUrl = values['ios-wda'];
  if (wdaUrl !== undefined && !isHttp(wdaUrl)) {
    throw new Fault('INVALID_ARGUMENT', `--ios-wda: ${JSON.stringify(wdaUrl)} is no address.`, {
      nextStep: 'Give an address such as http://127.0.0.1:8100.',
    });
  }
  if (driver === 'wda' && wdaUrl === undefined) {
    throw new Fault('INVALID_ARGUMENT', '--ios-driver wda needs the address of WebDriverAgent.', {
      nextStep: 'Give --ios-wda URL or set IOS_WDA_URL.',
    });
  }
  return { driver, ...(wdaUrl === undefined ? {} : { wdaUrl }) };
}

function isHttp(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
