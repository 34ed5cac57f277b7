/** `log`, `monkey`, `run-as`, `service`, `svc`, `which`: small Android tools with one purpose each. */

import type { LogLine } from '../../phone/phone-types.ts';
import { costOf } from '../costs.ts';
import { type Call, err, faultOf, out, type Program, phoneOf, spend } from '../shell/program.ts';
import { knownServices } from './cmd.ts';
import { readOptions, refuseOption } from './toybox.ts';

const priorities: Readonly<Record<string, LogLine['priority']>> = {
  v: 'V',
  d: 'D',
  i: 'I',
  w: 'W',
  e: 'E',
  f: 'F',
  s: 'F',
};

export const log: Program = {
  name: 'log',
  async run(_op, call) {
    const { flags, operands, unknown } = readOptions(call.args, 'p:t:');
    if (unknown !== null) return await refuseOption(call, unknown);
    const priority = priorities[(flags.get('p') ?? 'i').toLowerCase()];
    if (!priority) {
      await err(call, `log: bad -p '${flags.get('p')}'\n`);
      return 1;
    }
    const message = operands.join(' ');
    phoneOf(call).log.append({
      uid: 2000,
      pid: call.pid,
      tid: call.pid,
      priority,
      tag: flags.get('t') ?? 'log',
      message,
      buffer: 'main',
    });
    return 0;
  },
};

export const monkey: Program = {
  name: 'monkey',
  async run(op, call) {
    await spend(op, call, costOf(call.session.device.timing, 'monkey'));
    const at = call.args.indexOf('-p');
    const name = at < 0 ? '' : (call.args[at + 1] ?? '');
    await out(call, `  bash arg: ${call.args.join('\n  bash arg: ')}\n`);
    op.check();
    const outcome = phoneOf(call).start(name, null);
    if (!outcome.ok) {
      await out(call, '** No activities found to run, monkey aborted.\n');
      return 252;
    }
    await spend(op, call, outcome.totalTimeMs);
    await out(
      call,
      'Events injected: 1\n## Network stats: elapsed time=6ms (0ms mobile, 0ms wifi, 6ms not connected)\n',
    );
    return 0;
  },
};

/** Runs the rest as the app's user; its private folder is not part of the model beyond its name. */
export const runAs: Program = {
  name: 'run-as',
  async run(op, call) {
    const [name = '', ...command] = call.args;
    const entry = phoneOf(call).packages.get(name);
    if (!entry) return await refused(call, `run-as: unknown package: ${name}\n`);
    if (!entry.debuggable) return await refused(call, `run-as: package not debuggable: ${name}\n`);
    const program = call.session.programs.get(command[0] ?? 'true');
    if (!program)
      return await refused(call, `run-as: exec failed for ${command[0] ?? ''}: No such file or directory\n`);
    return await program.run(op, { ...call, name: program.name, args: command.slice(1) });
  },
};

export const service: Program = {
  name: 'service',
  async run(_op, call) {
    const [verb, name = ''] = call.args;
    if (verb === 'check') {
      const found = knownServices().includes(name) && faultOf(call, 'no_service')?.name !== name;
      await out(call, `Service ${name}: ${found ? 'found' : 'not found'}\n`);
      return 0;
    }
    if (verb === 'list') {
      const names = knownServices();
      await out(
        call,
        `Found ${names.length} services:\n${names.map((entry, index) => `${index}\t${entry}: []\n`).join('')}`,
      );
      return 0;
    }
    await err(call, `service: Unknown command ${verb ?? ''}\n`);
    return 10;
  },
};

export const svc: Program = {
  name: 'svc',
  async run(op, call) {
    const [area, verb] = call.args;
    if (!['wifi', 'data', 'power', 'usb', 'nfc', 'bluetooth'].includes(area ?? '') || verb === undefined) {
      await err(
        call,
        'Available commands:\n    help     Show information about the subcommands\n    power    Control the power manager\n    data     Control mobile data connectivity\n    wifi     Control the Wi-Fi manager\n',
      );
      return 1;
    }
    await spend(op, call, costOf(call.session.device.timing, 'am'));
    const key = area === 'wifi' ? 'wifi_on' : area === 'data' ? 'mobile_data' : null;
    if (key !== null) phoneOf(call).settings.put('global', key, verb === 'enable' ? '1' : '0');
    return 0;
  },
};

export const which: Program = {
  name: 'which',
  async run(_op, call) {
    let missing = 0;
    for (const name of call.args) {
      if (call.session.programs.has(name)) await out(call, `/system/bin/${name}\n`);
      else missing = 1;
    }
    return missing;
  },
};

async function refused(call: Call, text: string): Promise<number> {
  await err(call, text);
  return 1;
}
