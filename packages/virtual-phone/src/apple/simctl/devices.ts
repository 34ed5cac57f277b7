/** Verbs that change the set of simulators: make, copy, clear, rename and remove them. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createPhone } from '../../phone/phone.ts';
import { deviceFolder, removeFolder } from '../app-folders.ts';
import { failureOf } from '../failure.ts';
import { findDeviceType, findRuntime } from '../runtimes.ts';
import type { SimulatedMac } from '../simulated-mac.ts';
import { createSimulator, type Simulator } from '../simulator.ts';
import {
  complain,
  deviceOf,
  fail,
  flagsOf,
  refuse,
  runningDeviceOf,
  type SimctlCall,
  say,
  type Verb,
} from './call.ts';

const simError = 'com.apple.CoreSimulator.SimError';

const create: Verb = {
  name: 'create',
  usage: 'create <name> <device type id> [<runtime id>]',
  run(call) {
    const flags = flagsOf(call, {}, 2, 3);
    if (typeof flags === 'number') return flags;
    const [name = '', typeName = '', runtimeName = 'iOS 26.3'] = flags.operands;
    const type = findDeviceType(typeName);
    if (!type) {
      complain(call, `Invalid device type: ${typeName}\n`);
      return 161;
    }
    const runtime = findRuntime(runtimeName);
    if (!runtime) {
      complain(call, `Invalid runtime: ${runtimeName}\n`);
      return 162;
    }
    const { width, height } = type.points;
    const display = { width: width * type.scale, height: height * type.scale, density: 160 * type.scale };
    const of = { name, deviceType: type.identifier, runtime: runtime.identifier };
    say(call, `${addSimulator(call.mac, of, display)}\n`);
    return 0;
  },
};

/** A new one without apps of users, off. */
function addSimulator(
  mac: SimulatedMac,
  of: { readonly name: string; readonly deviceType: string; readonly runtime: string },
  display: { readonly width: number; readonly height: number; readonly density: number },
): string {
  const udid = randomUUID().toUpperCase();
  const model = mac.simulators[0]?.phone;
  const phone = createPhone({
    clock: mac.clock,
    serial: udid,
    display,
    dragsClick: false,
    ...(model ? { timing: model.timing, version: model.version } : {}),
  });
  for (const app of phone.packages.values()) if (!app.system) phone.setInstalled(app.name, false);
  mac.add(createSimulator({ ...of, udid, phone, state: 'Shutdown' }));
  return udid;
}

const clone: Verb = {
  name: 'clone',
  usage: 'clone <device> <new name> [destination device set]',
  run(call) {
    const flags = flagsOf(call, {}, 2, 2);
    if (typeof flags === 'number') return flags;
    const device = offDevice(call, flags.operands[0], 'clone');
    if (typeof device === 'number') return device;
    const { physical, density } = device.phone.displays[0] ?? {
      physical: { width: 0, height: 0 },
      density: 0,
    };
    const { deviceType, runtime } = device;
    const of = { name: flags.operands[1] ?? '', deviceType, runtime };
    const udid = addSimulator(call.mac, of, { ...physical, density });
    const copy = call.mac.simulator(udid);
    for (const app of device.phone.packages.values()) copy?.phone.setInstalled(app.name, true);
    say(call, `${udid}\n`);
    return 0;
  },
};

const erase: Verb = {
  name: 'erase',
  usage: 'erase <device> [... <device n>] | all',
  run(call) {
    const flags = flagsOf(call, {}, 1);
    if (typeof flags === 'number') return flags;
    const names = flags.operands[0] === 'all' ? call.mac.simulators.map(({ udid }) => udid) : flags.operands;
    for (const name of names) {
      const device = offDevice(call, name, 'erase contents and settings');
      if (typeof device === 'number') return device;
      for (const app of device.phone.packages.values()) {
        if (app.system) device.phone.clearData(app.name);
        else device.phone.setInstalled(app.name, false);
      }
      device.memory.privacy.clear();
      device.memory.defaults.clear();
      removeFolder(join(deviceFolder(call.mac.home, device.udid), 'data/Containers'));
      call.mac.apps.forget(device);
    }
    return 0;
  },
};

const remove: Verb = {
  name: 'delete',
  usage: 'delete <device> [... <device n>] | unavailable | all',
  run(call) {
    const flags = flagsOf(call, {}, 1);
    if (typeof flags === 'number') return flags;
    if (flags.operands[0] === 'unavailable') return 0;
    const names = flags.operands[0] === 'all' ? call.mac.simulators.map(({ udid }) => udid) : flags.operands;
    for (const name of names) {
      const device = offDevice(call, name, 'delete');
      if (typeof device === 'number') return device;
      call.mac.remove(device);
      device.phone.close();
      removeFolder(deviceFolder(call.mac.home, device.udid));
    }
    return 0;
  },
};

const rename: Verb = {
  name: 'rename',
  usage: 'rename <device> <name>',
  run(call) {
    const flags = flagsOf(call, {}, 2, 2);
    if (typeof flags === 'number') return flags;
    const device = deviceOf(call, flags.operands[0]);
    if (typeof device === 'number') return device;
    device.name = flags.operands[1] ?? '';
    return 0;
  },
};

function offDevice(call: SimctlCall, name: string | undefined, deed: string): Simulator | number {
  const device = deviceOf(call, name);
  if (typeof device === 'number' || device.state === 'Shutdown') return device;
  return fail(call, failureOf(simError, 405, `Unable to ${deed} in current state: ${device.state}`));
}

const getenv: Verb = {
  name: 'getenv',
  usage: 'getenv <device> <variable name>',
  run(call) {
    const flags = flagsOf(call, {}, 2, 2);
    if (typeof flags === 'number') return flags;
    const device = runningDeviceOf(call, flags.operands[0]);
    if (typeof device === 'number') return device;
    const known = new Map([
      ['HOME', join(deviceFolder(call.mac.home, device.udid), 'data')],
      ['SIMULATOR_UDID', device.udid],
      ['SIMULATOR_DEVICE_NAME', device.name],
    ]);
    const value = known.get(flags.operands[1] ?? '');
    if (value !== undefined) say(call, `${value}\n`);
    return value === undefined ? 1 : 0;
  },
};

const diagnose: Verb = {
  name: 'diagnose',
  usage:
    'diagnose [-b] [-X] [-l] [--no-archive] [--all-logs] [--data-container] [--udid=<device>] [--output=<dir>] [--timeout=<s>]',
  async run(call) {
    const flags = flagsOf(
      call,
      {
        plain: ['-b', '-X', '-l', '--no-archive', '--all-logs', '--data-container'],
        valued: ['--udid', '--output', '--timeout'],
      },
      0,
      0,
    );
    if (typeof flags === 'number') return flags;
    const output = flags.values.get('--output');
    if (output === undefined) return refuse(call, 'Missing --output.');
    const { rebootMs } = call.mac.simulators[0]?.phone.timing ?? { rebootMs: 0 };
    await call.context.op.sleep(rebootMs * 10);
    const folder = resolve(call.context.cwd, output);
    mkdirSync(folder, { recursive: true });
    const states = call.mac.simulators.map(({ udid, state }) => `${udid} ${state}\n`);
    writeFileSync(join(folder, 'simctl_list.log'), states.join(''));
    say(call, `simctl diagnose output stored at ${folder}\n`);
    return 0;
  },
};

export const deviceVerbs: readonly Verb[] = [create, clone, erase, remove, rename, getenv, diagnose];
