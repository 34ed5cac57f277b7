/** Changes settings of a device one after another, and restores what this server changed. */
import { type Fault, foreseen } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { SettingChange, SettingName } from '../devices/port/settings.ts';
import type { SessionOf } from '../session/device-session.ts';

const names: readonly SettingName[] = [
  'rotation',
  'darkMode',
  'fontScale',
  'locale',
  'animations',
  'location',
  'network',
  'battery',
];

type SettingsRequest = Partial<Record<SettingName, string | number | boolean | undefined>> & {
  readonly appId?: string | undefined;
};

/** Old and new value of each. The fault of a failing one lists what was changed before it. */
export async function changeSettings(
  op: Operation,
  session: SessionOf<'settings'>,
  request: SettingsRequest,
) {
  const done: Shown[] = [];
  for (const name of names) {
    const value = request[name];
    if (value === undefined) continue;
    const { appId } = request;
    try {
      const request = { name, value, ...(appId === undefined ? {} : { appId }) };
      const change = await session.send(op, (dispatch) => session.device.settings.change(dispatch, request));
      session.settingChanges.remember(change, name === 'locale' ? appId : '');
      done.push(shown(change));
    } catch (error) {
      throw withDone(foreseen(error), done);
    }
  }
  return done;
}

/**
 * Newest change first in the answer; all at once, because a server that is ending has little time and one setting may need a
 * process. A setting that cannot be restored is reported and does not prevent the others.
 */
export async function restoreSettings(op: Operation, session: SessionOf<'settings'>) {
  const undo = async (change: SettingChange): Promise<Shown> => {
    const { name, old, new: now } = change;
    try {
      await session.send(op, (dispatch) => session.device.settings.undo(dispatch, change));
      session.settingChanges.forget(change);
      return { name, old: now, new: old, restored: true };
    } catch (error) {
      const { message } = foreseen(error);
      if (op.ended) throw error;
      return { name, old: now, new: now, restored: false, error: message };
    }
  };
  const outcomes = await Promise.allSettled(session.settingChanges.all().map(undo));
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
}

type Shown = Pick<SettingChange, 'name' | 'old' | 'new'> & { restored?: boolean; error?: string };

function shown({ name, old, new: now }: SettingChange): Shown {
  return { name, old, new: now };
}

function withDone(fault: Fault, done: readonly Shown[]): Fault {
  if (done.length === 0) return fault;
  return fault.with({ details: { changed: done } });
}
