/** `getprop` and `setprop`: all properties, one with a default, or a refusal. */
import { costOf } from '../costs.ts';
import { err, out, type Program, spend } from '../shell/program.ts';

export const getprop: Program = {
  name: 'getprop',
  async run(op, call) {
    await spend(op, call, costOf(call.session.device.timing, 'getprop'));
    const { properties } = call.session.device;
    const [name, fallback = ''] = call.args;
    if (name === undefined) {
      await out(call, [...properties].map(([key, value]) => `[${key}]: [${value}]\n`).join(''));
      return 0;
    }
    if (name.startsWith('-') && name !== '-T') {
      await err(call, `getprop: Unknown option '${name.slice(1, 2)}' (see "getprop --help")\n`);
      return 1;
    }
    await out(call, `${properties.get(name) || fallback}\n`);
    return 0;
  },
};

export const setprop: Program = {
  name: 'setprop',
  async run(_op, call) {
    const [name, value] = call.args;
    if (name === undefined || value === undefined) {
      await err(call, 'setprop: Need 2 arguments (see "setprop --help")\n');
      return 1;
    }
    if (/^(?:debug|log|persist\.(?:log|traced))\./.test(name)) return 0;
    await err(call, `setprop: failed to set property '${name}' to '${value}'\n`);
    return 1;
  },
};
