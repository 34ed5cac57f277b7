/**
 * Settings of the whole device, each read before it is changed so that it can be put back. What Android offers no
 * command for is refused with the reason. Source: [A16].
 */
import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { DeviceInfo } from '../../port/device.ts';
import type { SettingInput } from '../../port/setting-values.ts';
import type { SettingChange, SettingName, SettingsFacet } from '../../port/settings.ts';
import type { AdbDevice } from '../adb/adb-types.ts';
import { runBatch } from '../adb/batch.ts';
import { notReadyFault } from '../not-ready.ts';
import { type SettingPlan, settingPlans } from './setting-plans.ts';

export interface SettingsDeps {
  readonly sdk: number;
  readonly info: DeviceInfo;
}

export function androidSettings(adb: AdbDevice, deps: SettingsDeps): SettingsFacet {
  const settings = new AdbSettings(adb, deps);
  return {
    change: (dispatch, request) => settings.change(dispatch, request),
    undo: (dispatch, change) => settings.undo(dispatch, change),
  };
}

class AdbSettings {
  readonly #adb: AdbDevice;
  readonly #deps: SettingsDeps;

  constructor(adb: AdbDevice, deps: SettingsDeps) {
    this.#adb = adb;
    this.#deps = deps;
  }

  async change(
    dispatch: Dispatch,
    { name, value, appId }: Parameters<SettingsFacet['change']>[1],
  ): Promise<SettingChange> {
    const plan = this.#plan(name, value, appId);
    const op = dispatch.unrecorded();
    const before = await this.#read(op, plan);
    await this.#send(dispatch, name, plan.set(before));
    const after = await this.#read(op, plan);
    const [old, now] = [plan.show(before), plan.show(after)];
    if (plan.reads.length > 0 && now !== plan.wanted) {
      throw new Fault(
        'ACTION_REJECTED',
        `The device accepted the command, but ${name} is still ${String(now)}.`,
        {
          details: { name, old, new: now, wanted: plan.wanted },
        },
      );
    }
    const undo = { commands: plan.undo(before).map((line) => [line]) };
    return { name, old, new: plan.reads.length > 0 ? now : plan.wanted, undo };
  }

  async undo(dispatch: Dispatch, { name, undo }: SettingChange): Promise<void> {
    await this.#send(dispatch, name, undo.commands.flat());
  }

  #plan(name: SettingName, value: SettingInput, appId: string | undefined): SettingPlan {
    return settingPlans[name]({ value, appId, ...this.#deps });
  }

  async #read(op: Operation, { reads }: SettingPlan): Promise<readonly string[]> {
    if (reads.length === 0) return [];
    const answers = await runBatch(op, this.#adb, reads);
    const fault = notReadyFault(answers.join('\n'));
    if (fault) throw fault;
    return answers.map((answer) => answer.trim());
  }

  async #send(dispatch: Dispatch, name: SettingName, commands: readonly string[]): Promise<void> {
    const answers = await runBatch(dispatch, this.#adb, commands);
    const words = answers.join('\n').trim();
    const fault = notReadyFault(words);
    if (fault) throw fault;
    // As shell commands fail [A15], [A16].
    if (
      !/Exception|^Error|Unknown command|No shell command implementation|not found|inaccessible/m.test(words)
    )
      return;
    throw new Fault(
      'CAPABILITY_MISSING',
      `${name} cannot be set on this device. It said: ${words.slice(0, 300)}`,
      {
        nextStep: 'Change it in the settings app of the device, or use an emulator.',
      },
    );
  }
}
