/** `simctl`: the verb is looked up, faults that concern all verbs are met, everything unknown is refused. */
import { resolve } from 'node:path';
import { exitCodeOf, simctlText } from '../failure.ts';
import type { ProgramContext } from '../program.ts';
import type { SimulatedMac } from '../simulated-mac.ts';
import { appearanceVerbs } from './appearance.ts';
import { appVerbs } from './apps.ts';
import { complain, momentOf, type SimctlCall, say, type Verb, wrongUse } from './call.ts';
import { conditionVerbs } from './conditions.ts';
import { deviceVerbs } from './devices.ts';
import { io } from './io.ts';
import { list, runtimeVerb } from './list.ts';
import { pasteboardVerbs } from './pasteboard.ts';
import { powerVerbs } from './power.ts';
import { spawn } from './spawn.ts';

const verbs: readonly Verb[] = [
  list,
  runtimeVerb,
  ...powerVerbs,
  ...deviceVerbs,
  ...appVerbs,
  ...conditionVerbs,
  ...appearanceVerbs,
  ...pasteboardVerbs,
  io,
  spawn,
];

const help: Verb = {
  name: 'help',
  usage: 'help [<subcommand>]',
  run(call) {
    const wanted = verbs.find(({ name }) => name === call.args[0]);
    say(call, wanted ? `Usage: simctl ${wanted.usage}\n` : usage());
    return 0;
  },
};

function usage(): string {
  const rows = [...verbs]
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .map(({ name }) => `\t${name}\n`);
  return `usage: simctl [--set <path>] [--profiles <path>] <subcommand> ...
       simctl help [subcommand]
Command line utility to control the Simulator

For subcommands that require a <device> argument, you may specify a device UDID
or the special "booted" string which will cause simctl to pick a booted device.

Subcommands:
${rows.join('')}`;
}

export async function runSimctl(
  context: ProgramContext,
  mac: SimulatedMac,
  args: readonly string[],
): Promise<number> {
  const rest = [...args];
  let otherSet = false;
  while (rest[0] === '--set' || rest[0] === '--profiles') {
    const [flag, path] = rest.splice(0, 2);
    if (flag === '--set') otherSet = resolve(context.cwd, path ?? '') !== resolve(mac.folder, 'devices');
  }
  const [name = '', ...own] = rest;
  const verb = [help, ...verbs].find((each) => each.name === name);
  // Another set of devices is empty.
  const call: SimctlCall = {
    context,
    mac: otherSet ? mac.emptySet() : mac,
    verb: verb ?? help,
    args: own,
  };
  if (!verb) {
    complain(call, name === '' ? usage() : `Unrecognized subcommand: ${name}\n${usage()}`);
    return wrongUse;
  }
  const scripted = meetFault(call);
  if (scripted !== null) return scripted;
  return await verb.run(call);
}

function meetFault(call: SimctlCall): number | null {
  const udid = call.args.find((arg) => call.mac.simulator(arg));
  const moment = momentOf(call, udid);
  const { faults } = call.mac;
  if (faults.take('service_invalid', moment)) {
    complain(
      call,
      'CoreSimulatorService connection became invalid.  Simulator services will no longer be available.\n',
    );
    return 1;
  }
  if (faults.take('no_device_set', moment)) {
    complain(call, 'Unable to locate device set\n');
    return 1;
  }
  const failed = faults.take('fail', moment);
  if (!failed) return null;
  complain(call, simctlText(failed.failure));
  return failed.exitCode ?? exitCodeOf(failed.failure);
}
