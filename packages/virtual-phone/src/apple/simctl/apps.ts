/** Verbs about apps: install, launch, end, their folders, and addresses that open them. */
import { appendFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { failureOf } from '../failure.ts';
import type { PlistValue } from '../info-plist.ts';
import { writeOpenStep } from '../openstep.ts';
import type { SimulatorApp } from '../program.ts';
import type { Simulator } from '../simulator.ts';
import { fail, flagsOf, momentOf, runningDeviceOf, type SimctlCall, say, settle, type Verb } from './call.ts';

const install: Verb = {
  name: 'install',
  usage: 'install <device> <path>',
  async run(call) {
    const flags = flagsOf(call, {}, 2, 2);
    if (typeof flags === 'number') return flags;
    const device = runningDeviceOf(call, flags.operands[0]);
    if (typeof device === 'number') return device;
    await call.context.op.sleep(device.phone.timing.pmMs);
    return settle(call, call.mac.apps.install(device, resolve(call.context.cwd, flags.operands[1] ?? '')));
  },
};

const uninstall: Verb = {
  name: 'uninstall',
  usage: 'uninstall <device> <app bundle identifier>',
  run(call) {
    const flags = flagsOf(call, {}, 2, 2);
    if (typeof flags === 'number') return flags;
    const device = runningDeviceOf(call, flags.operands[0]);
    if (typeof device === 'number') return device;
    return settle(call, call.mac.apps.uninstall(device, flags.operands[1] ?? ''));
  },
};

const launch: Verb = {
  name: 'launch',
  usage:
    'launch [-w | --wait-for-debugger] [--console|--console-pty] [--stdout=<path>] [--stderr=<path>] [--terminate-running-process] <device> <app bundle identifier> [<argv 1> ... <argv n>]',
  async run(call) {
    const flags = flagsOf(
      call,
      {
        plain: ['-w', '--wait-for-debugger', '--console', '--console-pty', '--terminate-running-process'],
        valued: ['--stdout', '--stderr', '--arch'],
        restFrom: 2,
      },
      2,
    );
    if (typeof flags === 'number') return flags;
    const [name, bundleId = '', ...args] = flags.operands;
    const device = runningDeviceOf(call, name);
    if (typeof device === 'number') return device;
    const { apps } = call.mac;
    const env = childEnvironment(call);
    const options = {
      args,
      env,
      terminateRunning: flags.plain.has('--terminate-running-process'),
      waitForDebugger: flags.plain.has('-w') || flags.plain.has('--wait-for-debugger'),
    };
    const outcome = await apps.launch(call.context.op, device, bundleId, options);
    if (!outcome.ok) return fail(call, outcome.failure);
    const pid = outcome.value;
    const console = flags.plain.has('--console') || flags.plain.has('--console-pty');
    const files = new Map([
      ['stdout', flags.values.get('--stdout')],
      ['stderr', flags.values.get('--stderr')],
    ]);
    say(call, `${bundleId}: ${pid}\n`);
    keepOutput(call, device, { pid, files });
    if (console) await showOutput(call, device, pid);
    return 0;
  },
};

/** `SIMCTL_CHILD_NAME` of ours is NAME of the app. */
function childEnvironment(call: SimctlCall): Record<string, string> {
  const prefix = 'SIMCTL_CHILD_';
  const own = Object.entries(call.context.env).filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries(own.map(([name, value]) => [name.slice(prefix.length), value]));
}

/** Into the files that were asked for, for as long as the app runs. */
function keepOutput(
  call: SimctlCall,
  device: Simulator,
  at: { readonly pid: number; readonly files: ReadonlyMap<string, string | undefined> },
): void {
  const { apps } = call.mac;
  for (const [stream, file] of at.files) {
    if (file === undefined) continue;
    const path = resolve(call.context.cwd, file);
    writeFileSync(path, '');
    const stop = apps.onPrinted(device, at.pid, (line, from) => {
      if (from === stream) appendFileSync(path, `${line}\n`);
    });
    apps.onExit(device, at.pid, stop);
  }
}

/** Until the app ends. That this program is ended does not end the app. */
async function showOutput(call: SimctlCall, device: Simulator, pid: number): Promise<void> {
  const { apps } = call.mac;
  const pty = call.args.includes('--console-pty');
  const stop = apps.onPrinted(device, pid, (line, stream) => {
    // A terminal has one stream, and its lines end as a terminal's do.
    if (pty) call.context.stdout.write(`${line}\r\n`);
    else call.context[stream].write(`${line}\n`);
  });
  let forget: () => void = () => {};
  const ended = new Promise<void>((done) => {
    forget = apps.onExit(device, pid, done);
  });
  try {
    await call.context.op.race(ended);
  } finally {
    stop();
    forget();
  }
}

const terminate: Verb = {
  name: 'terminate',
  usage: 'terminate <device> <app bundle identifier>',
  async run(call) {
    const flags = flagsOf(call, {}, 2, 2);
    if (typeof flags === 'number') return flags;
    const device = runningDeviceOf(call, flags.operands[0]);
    if (typeof device === 'number') return device;
    await call.context.op.sleep(device.phone.timing.forceStopMs);
    return settle(call, call.mac.apps.terminate(device, flags.operands[1] ?? ''));
  },
};

const getAppContainer: Verb = {
  name: 'get_app_container',
  usage: 'get_app_container <device> <app bundle identifier> [<container>]',
  run(call) {
    const flags = flagsOf(call, {}, 2, 3);
    if (typeof flags === 'number') return flags;
    const [name, bundleId = '', kind = 'app'] = flags.operands;
    const device = runningDeviceOf(call, name);
    if (typeof device === 'number') return device;
    const app = call.mac.apps.find(device, bundleId);
    if (app && kind === 'groups') return 0;
    const path = new Map([
      ['app', app?.bundlePath],
      ['data', app?.dataPath],
    ]).get(kind);
    if (path === undefined)
      return fail(call, failureOf('NSPOSIXErrorDomain', 2, 'No such file or directory'));
    say(call, `${path}\n`);
    return 0;
  },
};

const openurl: Verb = {
  name: 'openurl',
  usage: 'openurl <device> <URL>',
  async run(call) {
    const flags = flagsOf(call, {}, 2, 2);
    if (typeof flags === 'number') return flags;
    const device = runningDeviceOf(call, flags.operands[0]);
    if (typeof device === 'number') return device;
    if (call.mac.faults.take('open_url_timeout', momentOf(call, device.udid)))
      return fail(call, failureOf('NSPOSIXErrorDomain', 60, 'Operation timed out'));
    return settle(call, await call.mac.apps.openUrl(call.context.op, device, flags.operands[1] ?? ''));
  },
};

const listapps: Verb = {
  name: 'listapps',
  usage: 'listapps <device>',
  run(call) {
    const flags = flagsOf(call, {}, 1, 1);
    if (typeof flags === 'number') return flags;
    const device = runningDeviceOf(call, flags.operands[0]);
    if (typeof device === 'number') return device;
    const apps = call.mac.apps.list(device).map((app) => [app.bundleId, appValue(app)]);
    say(call, `${writeOpenStep(Object.fromEntries(apps))}\n`);
    return 0;
  },
};

const appinfo: Verb = {
  name: 'appinfo',
  usage: 'appinfo <device> <app bundle identifier>',
  run(call) {
    const flags = flagsOf(call, {}, 2, 2);
    if (typeof flags === 'number') return flags;
    const device = runningDeviceOf(call, flags.operands[0]);
    if (typeof device === 'number') return device;
    const app = call.mac.apps.find(device, flags.operands[1] ?? '');
    if (!app) return fail(call, failureOf('NSPOSIXErrorDomain', 2, 'No such file or directory'));
    say(call, `${writeOpenStep(appValue(app))}\n`);
    return 0;
  },
};

function appValue(app: SimulatorApp): PlistValue {
  return {
    ApplicationType: app.system ? 'System' : 'User',
    Bundle: `file://${app.bundlePath}/`,
    CFBundleDisplayName: app.displayName,
    CFBundleExecutable: app.executable,
    CFBundleIdentifier: app.bundleId,
    CFBundleName: app.displayName,
    CFBundleVersion: app.version,
    ...(app.system ? {} : { DataContainer: `file://${app.dataPath}/` }),
    GroupContainers: {},
    Path: app.bundlePath,
    SBAppTags: app.bundleId === 'com.apple.springboard' ? ['hidden'] : [],
  };
}

export const appVerbs: readonly Verb[] = [
  install,
  uninstall,
  launch,
  terminate,
  getAppContainer,
  openurl,
  listapps,
  appinfo,
];
