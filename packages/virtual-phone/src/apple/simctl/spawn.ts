/** `simctl spawn`: the few programs that a simulator runtime has for a debugger. Others do not exist in it. */
import { failureOf } from '../failure.ts';
import { writeOpenStep } from '../openstep.ts';
import type { Simulator } from '../simulator.ts';
import { complain, deviceOf, fail, flagsOf, momentOf, type SimctlCall, say, type Verb } from './call.ts';

/** So many streams leave the Mac without file handles. */
const mostLogStreams = 60;

type GuestProgram = (
  call: SimctlCall,
  device: Simulator,
  args: readonly string[],
) => number | Promise<number>;

const programs: Readonly<Record<string, GuestProgram>> = { log, defaults, launchctl, notifyutil };

export const spawn: Verb = {
  name: 'spawn',
  usage:
    'spawn [-w | --wait-for-debugger] [-s | --standalone] [-a <arch> | --arch=<arch>] <device> <path to executable> [<argv 1> ... <argv n>]',
  async run(call) {
    const flags = flagsOf(
      call,
      { plain: ['-w', '--wait-for-debugger', '-s', '--standalone'], valued: ['-a', '--arch'], restFrom: 2 },
      2,
    );
    if (typeof flags === 'number') return flags;
    const [name, path = '', ...args] = flags.operands;
    const device = deviceOf(call, name);
    if (typeof device === 'number') return device;
    if (device.state !== 'Booted') {
      const text = 'Process spawn via launchd failed because device is not booted.';
      return fail(call, failureOf('com.apple.SimLaunchHostService.RequestError', 3, text));
    }
    const program = programs[path.split('/').at(-1) ?? ''];
    if (program) return await program(call, device, args);
    const under = { domain: 'NSPOSIXErrorDomain', code: 2, text: 'No such file or directory' };
    return fail(call, failureOf('NSPOSIXErrorDomain', 2, 'The operation couldn’t be completed.', under));
  },
};

async function log(call: SimctlCall, device: Simulator, args: readonly string[]): Promise<number> {
  const { mac, context } = call;
  if (mac.faults.take('too_many_files', momentOf(call, device.udid)) || mac.logStreams >= mostLogStreams)
    return fail(call, failureOf('NSPOSIXErrorDomain', 24, 'Too many open files'));
  return await mac.guestLog(context.op, device, args, context);
}

function defaults(call: SimctlCall, device: Simulator, args: readonly string[]): number {
  const { defaults: kept } = device.memory;
  const [verb, domain = '', key, ...value] = args;
  if (verb === 'write' && key !== undefined && value.length > 0) {
    const text = writtenValue(value);
    if (text === null) return usageOf(call, 'defaults', 'Unexpected argument');
    kept.set(`${domain} ${key}`, text);
    return 0;
  }
  if (verb !== 'read' && verb !== 'delete')
    return usageOf(call, 'defaults', "Command line interface to a user's defaults.");
  const known = [...kept].filter(
    ([name]) => name === `${domain} ${key}` || (key === undefined && name.startsWith(`${domain} `)),
  );
  if (known.length === 0) {
    const missing =
      key === undefined
        ? `Domain ${domain} does not exist`
        : `The domain/default pair of (${domain}, ${key}) does not exist`;
    complain(call, `${missing}\n`);
    return 1;
  }
  if (verb === 'delete') for (const [name] of known) kept.delete(name);
  else if (key === undefined) {
    const rows = known.map(([name, text]) => `    ${name.slice(domain.length + 1)} = ${text};\n`);
    say(call, `{\n${rows.join('')}}\n`);
  } else say(call, `${known[0]?.[1] ?? ''}\n`);
  return 0;
}

/** As `defaults` keeps it; null for a type that is not known. */
function writtenValue(value: readonly string[]): string | null {
  const [type = '', ...words] = value[0]?.startsWith('-') ? value : ['-string', ...value];
  const text = words.join(' ');
  switch (type) {
    case '-string':
    case '-int':
    case '-float':
      return text;
    case '-bool':
      return ['true', 'YES', 'yes', '1'].includes(text) ? '1' : '0';
    case '-array':
      return writeOpenStep(words);
    default:
      return null;
  }
}

function launchctl(call: SimctlCall, device: Simulator, args: readonly string[]): number {
  const [verb, ...rest] = args;
  if (verb === 'list' && rest.length === 0) {
    const rows = call.mac.apps.list(device).flatMap(({ bundleId }) => {
      const pid = call.mac.apps.pidOf(device, bundleId);
      return pid === null ? [] : [`${pid}\t0\tUIKitApplication:${bundleId}[0f3c][rb-legacy]\n`];
    });
    say(call, `PID\tStatus\tLabel\n-\t0\tcom.apple.testmanagerd\n${rows.join('')}`);
    return 0;
  }
  if (verb === 'kickstart') {
    const [service] = rest.filter((arg) => !arg.startsWith('-'));
    if (service === undefined)
      return usageOf(call, 'launchctl', 'Usage: launchctl kickstart [-k] [-p] <service-target>');
    device.memory.restarted.push(service);
    return 0;
  }
  return usageOf(call, 'launchctl', `Unrecognized subcommand: ${args.join(' ')}`);
}

function notifyutil(call: SimctlCall, device: Simulator, args: readonly string[]): number {
  const [flag, name] = args;
  if (name === undefined || (flag !== '-p' && flag !== '-g'))
    return usageOf(call, 'notifyutil', 'usage: notifyutil [-q] [-v] [-z] [-M] [-R] [command ...]');
  if (flag === '-p') device.memory.notifications.push(name);
  else for (const key of args.filter((arg) => arg !== '-g')) say(call, `${key} ${stateOf(device, key)}\n`);
  return 0;
}

/** What SpringBoard posts of itself; anything else was never set. */
function stateOf({ phone }: Simulator, key: string): number {
  const dark = !(phone.displays[0]?.on ?? true);
  if (key === 'com.apple.springboard.hasBlankedScreen') return dark ? 1 : 0;
  return key === 'com.apple.springboard.lockstate' && (dark || phone.cover.locked) ? 1 : 0;
}

function usageOf(call: SimctlCall, program: string, text: string): number {
  complain(call, `${text}\n`);
  return program === 'launchctl' ? 64 : 255;
}
