/** `pm` (and `cmd package`): what is installed, where, and changes to it. Installing lives in pm-install.ts. */
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { InstalledPackage } from '../../phone/phone-types.ts';
import { costOf } from '../costs.ts';
import { type Call, err, faultOf, out, type Program, phoneOf, spend } from '../shell/program.ts';
import { queryActivities, resolveActivity } from './pm-activities.ts';
import {
  install,
  installAbandon,
  installCommit,
  installCreate,
  installWrite,
  uninstall,
} from './pm-install.ts';
import { listUsers, oneUser, withoutUser } from './user-option.ts';

export const pm: Program = {
  name: 'pm',
  async run(op, call) {
    const { timing } = call.session.device;
    if (timing.jvmPerInput) await spend(op, call, timing.jvmStartMs);
    return await runPackageCommand(op, call, call.args);
  },
};

type PackageCommand = (op: Operation, call: Call, args: readonly string[]) => Promise<number>;

const commands: Readonly<Record<string, PackageCommand>> = {
  list,
  path,
  clear,
  grant: async (op, call, args) => await setPermission(op, call, args, true),
  revoke: async (op, call, args) => await setPermission(op, call, args, false),
  'clear-permission-flags': async () => 0,
  'resolve-activity': resolveActivity,
  'query-activities': queryActivities,
  install,
  'install-create': installCreate,
  'install-write': installWrite,
  'install-commit': installCommit,
  'install-abandon': installAbandon,
  uninstall,
};

export async function runPackageCommand(op: Operation, call: Call, args: readonly string[]): Promise<number> {
  const [command, ...rest] = args;
  await spend(op, call, costOf(call.session.device.timing, 'pm'));
  const failing = faultOf(call, 'package_manager');
  if (
    failing &&
    (failing.command ?? command) === command &&
    (failing.user === undefined || failing.user === oneUser(rest))
  ) {
    await err(call, failing.words === '' ? '' : `${failing.words}\n`);
    return failing.words === '' ? 137 : 224;
  }
  const run = command === undefined ? undefined : commands[command];
  if (run) return await run(op, call, rest);
  if (command === undefined || command === 'help') {
    await out(call, 'Package manager (package) commands:\n  help\n');
    return 0;
  }
  await out(call, `Unknown command: ${command}\n`);
  return 255;
}

const listFlags = new Set([
  '-3',
  '-s',
  '-f',
  '-U',
  '-e',
  '-d',
  '-i',
  '-u',
  '-a',
  '--show-versioncode',
  '--uid',
  '--user',
]);

async function list(_op: Operation, call: Call, [what, ...args]: readonly string[]): Promise<number> {
  const phone = phoneOf(call);
  if (what === 'users') {
    await out(call, listUsers(phone));
    return 0;
  }
  if (what === 'features' || what === 'libraries' || what === 'instrumentation') {
    const screen = phone.version.television ? 'software.leanback' : 'hardware.touchscreen';
    await out(call, what === 'features' ? `feature:android.${screen}\nfeature:android.hardware.wifi\n` : '');
    return 0;
  }
  if (what !== 'packages' && what !== 'package') {
    await err(
      call,
      what === undefined
        ? "Error: didn't specify type of data to list\n"
        : `Error: unknown list type '${what}'\n`,
    );
    return 255;
  }
  const flags = new Set(args.filter((arg) => arg.startsWith('-')));
  const bad = [...flags].find(
    (flag) => !listFlags.has(flag) || (flag === '--show-versioncode' && phone.version.sdk < 26),
  );
  if (bad !== undefined) {
    await err(call, `Error: Unknown option: ${bad}\n`);
    return 255;
  }
  const user = args.findIndex((arg) => arg === '--user' || arg === '--uid');
  const uid = args[user] === '--uid' ? Number(args[user + 1]) : null;
  const filter = args.find((arg, index) => !arg.startsWith('-') && (user < 0 || index !== user + 1)) ?? '';
  const found = [...phone.packagesOf(oneUser(args)).values()].filter(
    (entry) =>
      entry.name.includes(filter) &&
      !(flags.has('-3') && entry.system) &&
      !(flags.has('-s') && !entry.system) &&
      !flags.has('-d') &&
      (uid === null || entry.uid === uid),
  );
  await out(call, found.map((entry) => `${packageLine(entry, flags)}\n`).join(''));
  return 0;
}

function packageLine(entry: InstalledPackage, flags: ReadonlySet<string>): string {
  const file = flags.has('-f') ? `${apkPath(entry)}=` : '';
  const version = flags.has('--show-versioncode') ? ` versionCode:${entry.versionCode}` : '';
  const installer = flags.has('-i') ? '  installer=null' : '';
  return `package:${file}${entry.name}${version}${installer}${flags.has('-U') ? ` uid:${entry.uid}` : ''}`;
}

export function apkPath(entry: InstalledPackage): string {
  if (entry.system) return `/system/app/${entry.name}/${entry.name}.apk`;
  return `/data/app/~~VirtualPhoneAAAAAAAAA==/${entry.name}-AAAAAAAAAAAAAAAAAAAAAA==/base.apk`;
}

async function path(_op: Operation, call: Call, args: readonly string[]): Promise<number> {
  const entry = phoneOf(call)
    .packagesOf(oneUser(args))
    .get(args.at(-1) ?? '');
  if (!entry) return 1;
  await out(call, `package:${apkPath(entry)}\n`);
  return 0;
}

async function clear(op: Operation, call: Call, args: readonly string[]): Promise<number> {
  const name = withoutUser(args).at(-1) ?? '';
  // Without the option it is the owner's data that goes, whoever is in front [A9].
  const user = oneUser(args);
  if (!phoneOf(call).packagesOf(user).has(name)) {
    await out(call, 'Failed\n');
    return 255;
  }
  await spend(op, call, costOf(call.session.device.timing, 'pm.clear'));
  const cleared = phoneOf(call).clearData(name, user);
  await out(call, cleared ? 'Success\n' : 'Failed\n');
  return cleared ? 0 : 255;
}

async function setPermission(
  op: Operation,
  call: Call,
  args: readonly string[],
  granted: boolean,
): Promise<number> {
  const [name = '', permission = ''] = withoutUser(args).filter((arg) => !arg.startsWith('-'));
  const user = oneUser(args);
  const phone = phoneOf(call);
  const command = granted ? 'grant' : 'revoke';
  op.check();
  if (!phone.packagesOf(user).has(name))
    return await refuse(call, command, `java.lang.IllegalArgumentException: Unknown package: ${name}`);
  if (phone.setPermission(name, permission, granted, user)) return 0;
  return await refuse(
    call,
    command,
    `java.lang.SecurityException: Package ${name} has not requested permission ${permission}`,
  );
}

async function refuse(call: Call, command: string, exception: string): Promise<number> {
  await err(
    call,
    `\nException occurred while executing '${command}':\n${exception}\n\tat com.android.server.pm.permission.PermissionManagerServiceImpl.grantRuntimePermissionInternal(PermissionManagerServiceImpl.java:1380)\n`,
  );
  return 255;
}
