/** Commands of `idb` about targets and apps. */
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ProtoWriter } from '../companion/protobuf.ts';
import { deviceTypeOf, runtimeOf } from '../runtimes.ts';
import { callRpc } from './channel.ts';
import { type IdbCall, type IdbCommand, option, text } from './command.ts';

const bundle = (): readonly [{ name: string; type: 'text' }] => [{ name: 'bundle_id', type: 'text' }];
const states = ['Unknown', 'Not running', 'Running'];

const listTargets: IdbCommand = {
  path: 'list-targets',
  positionals: () => [],
  run: async (call) => {
    const { mac, stdout } = call.context;
    for (const { udid, name, state, runtime } of mac.simulators) {
      const os = runtimeOf(runtime).name;
      const path = call.socketOf(udid);
      if (call.json)
        stdout.write(
          `${JSON.stringify({
            name,
            udid,
            state,
            type: 'simulator',
            os_version: os,
            architecture: 'arm64',
            ...(path === null ? {} : { path, is_local: true, companion: path }),
          })}\n`,
        );
      else
        stdout.write(
          `${[name, udid, state, 'simulator', os, 'arm64', path ?? 'No Companion Connected'].join(' | ')}\n`,
        );
    }
    return 0;
  },
};

const connect: IdbCommand = {
  path: 'connect',
  positionals: () => [
    { name: 'companion', type: 'text' },
    { name: 'port', type: 'int', count: '?' },
  ],
  async run(call) {
    const { simulator } = await call.connect();
    const { udid } = simulator;
    call.context.stdout.write(
      call.json
        ? `${JSON.stringify({ udid, is_local: true, metadata: {} })}\n`
        : `udid: ${udid} is_local: True\n`,
    );
    return 0;
  },
};

const describe: IdbCommand = {
  path: 'describe',
  positionals: () => [],
  options: () => [{ flags: ['--diagnostics'], type: null }],
  async run(call) {
    const channel = await call.connect();
    const [answer] = await callRpc(channel, 'describe', [new ProtoWriter()]);
    const target = answer?.message(1);
    const { udid, deviceType } = channel.simulator;
    const screen = target?.message(3);
    const value = {
      udid,
      name: target?.text(2),
      target_type: target?.text(5),
      state: target?.text(4),
      os_version: target?.text(6),
      architecture: target?.text(7) || null,
      companion_info: {
        udid,
        is_local: true,
        pid: null,
        address: { path: call.socketOf(udid) },
        metadata: {},
      },
      screen_dimensions: {
        width: screen?.int(1),
        height: screen?.int(2),
        density: screen?.double(3),
        width_points: screen?.int(4),
        height_points: screen?.int(5),
      },
      model: deviceTypeOf(deviceType).name,
      device: null,
      extended: {},
      diagnostics: {},
      metadata: {},
    };
    const lines = `udid: ${udid}\nname: ${value.name}\nstate: ${value.state}\nos_version: ${value.os_version}\n`;
    call.context.stdout.write(call.json ? `${JSON.stringify(value)}\n` : lines);
    return 0;
  },
};

const listApps: IdbCommand = {
  path: 'list-apps',
  positionals: () => [],
  options: () => [{ flags: ['--fetch-process-state'], type: null }],
  async run(call) {
    const [answer] = await callRpc(await call.connect(), 'list_apps', [new ProtoWriter()]);
    for (const app of answer?.messages(1) ?? []) {
      const pid = app.int(7) === 0 ? null : String(app.int(7));
      const [bundleId, name, type] = [app.text(1), app.text(2), app.text(4)];
      const state = states[app.int(5)] ?? 'Unknown';
      const debuggable = app.bool(6);
      const value = {
        bundle_id: bundleId,
        name,
        install_type: type,
        architectures: app.texts(3),
        process_state: state,
        debuggable,
        pid,
      };
      const words = [
        bundleId,
        name,
        type,
        'arm64',
        state,
        debuggable ? 'Debuggable' : 'Not Debuggable',
        `pid=${pid ?? 'None'}`,
      ];
      call.context.stdout.write(call.json ? `${JSON.stringify(value)}\n` : `${words.join(' | ')}\n`);
    }
    return 0;
  },
};

const install: IdbCommand = {
  path: 'install',
  positionals: () => [{ name: 'bundle_path', type: 'text' }],
  options: () => [{ flags: ['--make-debuggable'], type: null }],
  async run(call) {
    const path = resolve(call.context.cwd, text(call, 'bundle_path'));
    const destination = new ProtoWriter().ints(1, [0], false);
    const payload = new ProtoWriter().message(2, new ProtoWriter().text(1, path));
    const [answer] = await callRpc(await call.connect(), 'install', [destination, payload]);
    const installed = answer?.text(1) ?? '';
    const uuid = answer?.text(2) || randomUUID().toUpperCase();
    const json = JSON.stringify({ installedAppBundleId: installed, uuid });
    call.context.stdout.write(call.json ? `${json}\n` : `Installed: ${installed} ${uuid}\n`);
    return 0;
  },
};

const launch: IdbCommand = {
  path: 'launch',
  positionals: () => [...bundle(), { name: 'app_arguments', type: 'text', count: '*' }],
  options: () => [
    { flags: ['-w', '--wait-for'], type: null },
    { flags: ['-f', '--foreground-if-running'], type: null },
    { flags: ['-d', '--wait-for-debugger'], type: null },
  ],
  async run(call) {
    const { env, stdout, op } = call.context;
    const own = Object.entries(env).filter(([name]) => name.startsWith('IDB_') && !clientNames.has(name));
    const start = new ProtoWriter()
      .text(1, text(call, 'bundle_id'))
      .map(
        2,
        own.map(([name, value]) => [name.slice(4), value] as const),
      )
      .texts(3, call.parsed.values.get('app_arguments') ?? [])
      .bool(4, call.parsed.options.has('-f'));
    const waits = call.parsed.options.has('-w');
    const channel = await call.connect();
    let pid = 0;
    await callRpc(channel, 'launch', [new ProtoWriter().message(1, start)], (answer) => {
      pid = answer.message(4)?.int(1) ?? pid;
    });
    stdout.write(JSON.stringify({ pid }).replace(':', ': '));
    if (waits) await showOutput(call, channel.simulator.udid, pid, op);
    return 0;
  },
};

/** Names of the client's own environment: the rest of `IDB_` is the app's. */
const clientNames: ReadonlySet<string> = new Set([
  'IDB_UDID',
  'IDB_COMPANION',
  'IDB_COMPANION_PATH',
  'IDB_PATH',
]);

async function showOutput(
  call: IdbCall,
  udid: string,
  pid: number,
  op: IdbCall['context']['op'],
): Promise<void> {
  const { mac, stdout, stderr } = call.context;
  const simulator = mac.simulator(udid);
  if (!simulator) return;
  const stop = mac.apps.onPrinted(simulator, pid, (line, stream) =>
    (stream === 'stderr' ? stderr : stdout).write(`${line}\n`),
  );
  try {
    await op.sleep(op.remainingMs);
  } finally {
    stop();
    mac.apps.terminate(
      simulator,
      mac.apps.list(simulator).find((app) => mac.apps.pidOf(simulator, app.bundleId) === pid)?.bundleId ?? '',
    );
  }
}

function simple(path: string, rpc: string, name: 'bundle_id' | 'url'): IdbCommand {
  return {
    path,
    positionals: () => [{ name, type: 'text' }],
    async run(call) {
      await callRpc(await call.connect(), rpc, [new ProtoWriter().text(1, text(call, name))]);
      return 0;
    },
  };
}

const focus: IdbCommand = {
  path: 'focus',
  positionals: () => [],
  async run(call) {
    await callRpc(await call.connect(), 'focus', [new ProtoWriter()]);
    return 0;
  },
};

const screenshot: IdbCommand = {
  path: 'screenshot',
  positionals: () => [{ name: 'dest_path', type: 'text' }],
  async run(call) {
    const [answer] = await callRpc(await call.connect(), 'screenshot', [new ProtoWriter()]);
    const picture = answer?.bytes(1) ?? new Uint8Array();
    const file = text(call, 'dest_path');
    if (file === '-') call.context.stdout.write(picture);
    else writeFileSync(resolve(call.context.cwd, file), picture);
    return 0;
  },
};

const log: IdbCommand = {
  path: 'log',
  positionals: () => [{ name: 'log_arguments', type: 'text', count: '*' }],
  options: () => [{ flags: ['--source'], type: ['target', 'companion'] }],
  async run(call) {
    const source = option(call, '--source') === 'companion' ? 1 : 0;
    const request = new ProtoWriter().texts(1, call.parsed.values.get('log_arguments') ?? []).int(2, source);
    await callRpc(await call.connect(), 'log', [request], (answer) =>
      call.context.stdout.write(answer.bytes(1)),
    );
    return 0;
  },
};

export const appCommands: readonly IdbCommand[] = [
  listTargets,
  connect,
  describe,
  listApps,
  install,
  launch,
  simple('terminate', 'terminate', 'bundle_id'),
  simple('uninstall', 'uninstall', 'bundle_id'),
  simple('open', 'open_url', 'url'),
  focus,
  screenshot,
  log,
];
