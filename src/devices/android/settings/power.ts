/** Switching an emulator off from inside, which needs neither its console nor a program on the computer. */
import { Fault } from '@mobile-debug/core/fault.ts';
import type { DeviceInfo } from '../../port/device.ts';
import type { PowerFacet } from '../../port/power.ts';
import type { AdbDevice } from '../adb/adb-types.ts';

export function androidPower(adb: AdbDevice, info: DeviceInfo): PowerFacet {
  return {
    async off(dispatch) {
      if (!info.simulator) {
        throw new Fault(
          'CAPABILITY_MISSING',
          `${info.id} is not an emulator; this server does not switch it off.`,
        );
      }
      await adb.shell(dispatch, 'reboot -p');
    },
  };
}
