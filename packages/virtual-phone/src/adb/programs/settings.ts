/** `settings` (and `cmd settings`): get, put, delete, list of the three name spaces. */
import type { Operation } from '@mobile-debug/core/operation.ts';
import { costOf } from '../costs.ts';
import { type Call, err, out, type Program, phoneOf, spend } from '../shell/program.ts';

export const settings: Program = {
  name: 'settings',
  run: async (op, call) => await runSettings(op, call, call.args),
};

const usage = 'Settings provider (settings) commands:\n  get [--user <USER_ID> | current] NAMESPACE KEY\n';

export async function runSettings(op: Operation, call: Call, args: readonly string[]): Promise<number> {
  await spend(op, call, costOf(call.session.device.timing, 'settings'));
  const user = args.indexOf('--user');
  const [verb, space, key, value] =
    user < 0 ? args : args.filter((_, index) => index !== user && index !== user + 1);
  if (verb === undefined || verb === 'help') {
    await out(call, usage);
    return verb === undefined ? 255 : 0;
  }
  if (!['get', 'put', 'delete', 'list', 'reset'].includes(verb)) {
    await err(call, `Invalid command: ${verb}\n`);
    return 255;
  }
  if (space !== 'system' && space !== 'secure' && space !== 'global') {
    await err(call, space === undefined ? 'Not enough arguments\n' : `Invalid namespace '${space}'\n`);
    return 255;
  }
  const store = phoneOf(call).settings;
  if (verb === 'list') {
    await out(call, [...store.list(space)].map(([name, stored]) => `${name}=${stored}\n`).join(''));
    return 0;
  }
  if (key === undefined || (verb === 'put' && value === undefined)) {
    await err(call, 'Bad arguments\n');
    return 255;
  }
  if (verb === 'get') await out(call, `${store.get(space, key) ?? 'null'}\n`);
  else if (verb === 'put') store.put(space, key, value ?? '');
  else if (verb === 'delete') {
    const existed = store.get(space, key) !== null;
    store.delete(space, key);
    await out(call, `Deleted ${existed ? 1 : 0} rows\n`);
  }
  return 0;
}
