/** Switching a simulator off. */
import { failedBecause } from '@mobile-debug/core/fault.ts';
import type { PowerFacet } from '../../port/power.ts';
import type { Simctl } from '../ios-types.ts';

/** `onOff` is told that the simulator is not what it was. */
export function iosPower(simctl: Simctl, onOff: () => void): PowerFacet {
  return {
    async off(dispatch) {
      try {
        await simctl.run(dispatch, ['shutdown']);
      } catch (error) {
        // Off is what was wanted.
        if (!failedBecause(error, 'already_off')) throw error;
      } finally {
        onOff();
      }
    },
  };
}
