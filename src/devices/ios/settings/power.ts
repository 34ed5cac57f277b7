/** Switching a simulator off. */
import type { PowerFacet } from '../../port/device.ts';
import { acting } from '../acting.ts';
import type { Simctl } from '../ios-types.ts';
import { failedBecause } from '../simctl/simctl-failures.ts';

/** `onOff` is told that the simulator is not what it was. */
export function iosPower(simctl: Simctl, onOff: () => void): PowerFacet {
  return {
    async off(op, mark) {
      try {
        await acting(mark, () => simctl.run(op, ['shutdown']));
      } catch (error) {
        // Off is what was wanted; the number of this error differs between releases of Xcode, the sentence does not.
        const off = /current state: (?:Shutdown|Shutting Down)/;
        if (!failedBecause(error, 'wrong_state') || !off.test(String(error.details?.['said']))) throw error;
      } finally {
        onOff();
      }
    },
  };
}
