/** `devicectl`: real phones on this Mac. Only what Apple's tool can do with them: list, install, start, end, copy. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { appleJson } from '../apple-json.ts';
import { type Flags, readFlags } from '../flags.ts';
import type { ProgramContext } from '../program.ts';
import type { SimulatedMac } from '../simulated-mac.ts';
import { type Answer, coreDevice, type DeviceCall, done, failed } from './answer.ts';
import { describe, tableOf } from './describe.ts';
import {
  copy,
  copyFlags,
  infoApps,
  infoProcesses,
  install,
  launch,
  terminate,
  uninstall,
} from './device-commands.ts';

interface Command {
  readonly path: string;
  readonly plain?: readonly string[];
  readonly valued?: readonly string[];
  readonly run: (call: DeviceCall) => Answer | Promise<Answer>;
}

const usageExit = 64;
const everywhere = ['--json-output', '-j', '--timeout', '-t', '--log-output', '--device'];

const commands: readonly Command[] = [
  { path: 'device install app', run: install },
  { path: 'device uninstall app', run: uninstall },
  {
    path: 'device process launch',
    plain: ['--terminate-existing', '--console', '--no-activate', '--start-stopped'],
    valued: ['--payload-url', '--environment-variables'],
    run: launch,
  },
  { path: 'device process terminate', plain: ['--kill'], valued: ['--pid'], run: terminate },
  { path: 'device info apps', plain: ['--include-all-apps'], valued: ['--bundle-id'], run: infoApps },
  { path: 'device info processes', run: infoProcesses },
  { path: 'device info details', run: ({ device }) => done('', describe(device)) },
  { path: 'device copy from', valued: copyFlags(), run: (call) => copy(call, 'from') },
  { path: 'device copy to', valued: copyFlags(), run: (call) => copy(call, 'to') },
];

export async function runDevicectl(
  context: ProgramContext,
  mac: SimulatedMac,
  args: readonly string[],
): Promise<number> {
  const words = args.join(' ');
  if (words === '--version') {
    context.stdout.write('397.28\n');
    return 0;
  }
  const listing = words.startsWith('list devices');
  const command = commands.find(({ path }) => words === path || words.startsWith(`${path} `));
  if (!command && !listing) return refuse(context, `Unknown subcommand '${words}'`);
  const skipped = listing ? 2 : 3;
  const flags = readFlags(args.slice(skipped), {
    plain: ['--quiet', '-q', '--verbose', '-v', '--', ...(command?.plain ?? [])],
    valued: [...everywhere, ...(command?.valued ?? []), ...(listing ? ['--filter', '--columns'] : [])],
    ...(command?.path === 'device process launch' ? { restFrom: 1 } : {}),
  });
  if (typeof flags === 'string') return refuse(context, `Unknown option '${flags}'`);
  const answer = command
    ? await forDevice({ context, mac, flags }, command)
    : done(tableOf(mac), { devices: mac.realDevices.map(describe) });
  return print(context, { args, flags, path: command?.path ?? 'list devices' }, answer);
}

async function forDevice(
  at: { readonly context: ProgramContext; readonly mac: SimulatedMac; readonly flags: Flags },
  command: Command,
): Promise<Answer> {
  const { context, mac, flags } = at;
  const wanted = flags.values.get('--device') ?? '';
  const device = mac.realDevices.find(({ identifier, udid, name }) =>
    [identifier, udid, name].includes(wanted),
  );
  if (!device) return failed(coreDevice, 1000, `The specified device was not found. (Name: ${wanted})`);
  const moment = {
    tool: context.tool,
    command: [context.tool, ...context.args].join(' '),
    udid: device.udid,
  };
  if (mac.faults.take('device_timeout', moment)) {
    await context.op.sleep(Number(flags.values.get('--timeout') ?? '5') * 1_000);
    return failed(
      coreDevice,
      4,
      'The operation timed out: CoreDeviceService was unable to reach the device (timed out).',
    );
  }
  if (mac.faults.take('device_busy', moment))
    return failed(
      'com.apple.dt.deviceprep',
      -10,
      `The device is busy (Connecting to ${device.name}). Keep the device unlocked and attached by cable.`,
    );
  if (mac.faults.take('device_locked', moment))
    return failed(
      'FBSOpenApplicationErrorDomain',
      7,
      `Unable to launch because the device was not, or could not be, unlocked (Locked).`,
    );
  if (device.paired === false)
    return failed(coreDevice, 2, 'The device must be paired before it can be connected.');
  return await command.run({ context, mac, device, flags });
}

function refuse(context: ProgramContext, problem: string): number {
  context.stderr.write(
    `Error: ${problem}\nUsage: devicectl <subcommand>\n  See 'devicectl --help' for more information.\n`,
  );
  return usageExit;
}

function print(
  context: ProgramContext,
  call: { readonly args: readonly string[]; readonly flags: Flags; readonly path: string },
  answer: Answer,
): number {
  const file = call.flags.values.get('--json-output') ?? call.flags.values.get('-j');
  if (answer.ok) context.stdout.write(answer.table);
  else
    context.stderr.write(
      `ERROR: ${answer.failed.text} (${answer.failed.domain} error ${answer.failed.code}.)\n`,
    );
  if (file !== undefined) {
    const info = {
      arguments: ['devicectl', ...call.args],
      commandType: `devicectl.${call.path.replaceAll(' ', '.')}`,
      environment: { TERM: 'dumb' },
      jsonVersion: 2,
      outcome: answer.ok ? 'success' : 'failed',
      version: '397.28',
    };
    const body = answer.ok
      ? { info, result: answer.result }
      : {
          error: {
            code: answer.failed.code,
            domain: answer.failed.domain,
            userInfo: { NSLocalizedDescription: { string: answer.failed.text } },
          },
          info,
        };
    const text = `${appleJson(body)}\n`;
    if (file === '/dev/stdout') context.stdout.write(text);
    else writeFileSync(resolve(context.cwd, file), text);
  }
  return answer.ok ? 0 : 1;
}
