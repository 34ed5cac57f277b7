/** Settings of a simulator, each read before it is changed so that it can be put back. */
import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import { Fault, isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { SettingsFacet } from '../../port/settings.ts';
import type { AppCatalog } from '../apps/app-catalog.ts';
import { checkAppId, notInstalled } from '../apps/app-id.ts';
import type { IosInteraction, Simctl } from '../ios-types.ts';
import { rotateSimulator, rotateTo, rotationOf } from './rotate-simulator.ts';
import { type Command, type SettingPlan, settingPlan } from './setting-plans.ts';

export function iosSettings(
  simctl: Simctl,
  catalog: AppCatalog,
  interaction: Pick<IosInteraction, 'screen' | 'rotate'>,
): SettingsFacet {
  const send = async (dispatch: Dispatch, commands: readonly Command[]): Promise<void> => {
    for (const command of commands) await simctl.run(dispatch, command);
  };
  return {
    async change(dispatch, { name, value, appId }) {
      const op = dispatch.unrecorded();
      if (name === 'rotation') return await rotateTo(dispatch, interaction, rotationOf(value));
      const defaultsPath = name === 'locale' ? await defaultsOf(op, catalog, appId) : null;
      const plan = settingPlan(name, { value, defaultsPath });
      const before = await read(op, simctl, plan);
      await send(dispatch, plan.set);
      const now = plan.read === null ? plan.wanted : plan.show(await read(op, simctl, plan));
      const old = plan.show(before);
      if (now !== plan.wanted) {
        throw new Fault(
          'ACTION_REJECTED',
          `The simulator accepted the command, but ${name} is still ${String(now)}.`,
          {
            details: { name, old, new: now, wanted: plan.wanted },
          },
        );
      }
      return { name, old, new: now, undo: { commands: plan.undo(before) } };
    },
    async undo(dispatch, { undo: { commands, rotation } }) {
      if (rotation !== undefined) await rotateSimulator(dispatch, interaction, rotation);
      await send(dispatch, commands);
    },
  };
}

async function read(op: Operation, simctl: Simctl, { read }: SettingPlan): Promise<string | null> {
  if (read === null) return null;
  try {
    return (await simctl.run(op, read)).stdout.toString('utf8').trim();
  } catch (error) {
    // `defaults` calls a key that was never written an error.
    if (read[0] === 'spawn' && isFault(error, 'ACTION_REJECTED')) return null;
    throw error;
  }
}

/** By the path, which names the file that the app itself reads; it takes effect when the app is started next. */
async function defaultsOf(op: Operation, catalog: AppCatalog, appId: string | undefined) {
  if (appId === undefined) return null;
  checkAppId(appId);
  const data = await catalog.dataPath(op, appId);
  if (data === null) throw notInstalled(appId);
  return `${data}/Library/Preferences/${appId}`;
}
