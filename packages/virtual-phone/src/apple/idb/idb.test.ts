import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type AppleBed, makeAppleBed, udid } from '../testing/apple-bed.ts';

let bed: AppleBed;
afterEach(async () => {
  expect(bed.appleTools.defects).toEqual([]);
  await bed.close();
});

async function idb(
  ...args: readonly string[]
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  return await bed.run('idb', ...args);
}

interface Element {
  readonly AXUniqueId: string | null;
  readonly frame: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

async function centreOf(id: string): Promise<[string, string]> {
  const all = JSON.parse((await idb('ui', 'describe-all', '--udid', udid)).stdout) as Element[];
  const { x, y, width, height } = all.find((each) => each.AXUniqueId === id)?.frame ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  };
  return [String(Math.round(x + width / 2)), String(Math.round(y + height / 2))];
}

test('targets, with the companion that runs for them', async () => {
  bed = await makeAppleBed();
  expect((await idb('list-targets')).stdout).toBe(
    `iPhone 17 | ${udid} | Booted | simulator | iOS 26.3 | arm64 | No Companion Connected\n`,
  );
  const socket = join(bed.appleTools.folder, 'c.sock');
  const companion = bed.start('idb_companion', [
    '--udid',
    udid,
    '--grpc-domain-sock',
    socket,
    '--only',
    'simulator',
  ]);
  await companion.printed('grpc_path');
  expect(JSON.parse((await idb('list-targets', '--json')).stdout)).toEqual({
    name: 'iPhone 17',
    udid,
    state: 'Booted',
    type: 'simulator',
    os_version: 'iOS 26.3',
    architecture: 'arm64',
    path: socket,
    is_local: true,
    companion: socket,
  });
  expect(
    (await bed.start('idb', ['describe', '--json'], { env: { IDB_COMPANION: socket } }).result).code,
  ).toBe(0);
  companion.kill('SIGTERM');
  expect((await companion.result).code).toBe(0);
  const stale = await bed.start('idb', ['describe'], { env: { IDB_COMPANION: socket } }).result;
  expect(stale).toMatchObject({
    code: 1,
    stderr: `Failed to connect to companion at address DomainSocketAddress(path='${socket}'): [Errno 61] Connection refused\n`,
  });
});

test('the target is named by a flag, by IDB_UDID, or the only one that runs', async () => {
  bed = await makeAppleBed();
  expect((await idb('connect', udid)).stdout).toBe(`udid: ${udid} is_local: True\n`);
  expect((await bed.start('idb', ['focus'], { env: { IDB_UDID: udid } }).result).code).toBe(0);
  expect((await idb('focus')).code).toBe(0);
  expect(await idb('focus', '--udid', 'NOPE')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('NOPE'),
  });
  expect(bed.appleTools.calls()).toMatchObject(
    ['connect', 'connect', 'focus', 'connect', 'focus'].map((rpc) => ({ rpc, udid, ended: 'answered' })),
  );
});

test('apps: list, launch with arguments and environment, front, end', async () => {
  bed = await makeAppleBed();
  const launched = await bed.start('idb', ['launch', '--udid', udid, 'com.example.shop', '-deep', 'x'], {
    env: { IDB_API: 'y' },
  }).result;
  expect(launched.stdout).toMatch(/^\{"pid": \d+\}$/);
  expect(bed.appleTools.simulators[0]?.memory.launches).toMatchObject([
    { args: ['-deep', 'x'], env: { API: 'y' } },
  ]);
  expect(await idb('launch', 'com.example.shop')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/can't be launched as is running \(PID=\d+\)/),
  });
  expect((await idb('launch', '-f', 'com.example.shop')).stdout).toBe(launched.stdout);
  const lines = (await idb('list-apps', '--json')).stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.find((app) => app['bundle_id'] === 'com.example.shop')).toEqual({
    bundle_id: 'com.example.shop',
    name: 'Shop',
    install_type: 'user',
    architectures: [],
    process_state: 'Running',
    debuggable: false,
    pid: String((JSON.parse(launched.stdout) as { pid: number }).pid),
  });
  expect(lines.find((app) => app['bundle_id'] === 'com.example.notes')).toMatchObject({
    process_state: 'Unknown',
    pid: null,
  });
  expect(await idb('terminate', 'com.example.shop')).toMatchObject({ code: 0, stdout: '' });
});

test('the newest: touching by fractions and markers, reading with keys and formats', async () => {
  bed = await makeAppleBed();
  await idb('launch', 'com.example.shop');
  const point = JSON.parse((await idb('ui', 'describe-point', '30.5', '110')).stdout) as Element;
  expect(point.AXUniqueId).toBe('headline');
  const keyed = await idb(
    'ui',
    'describe-all',
    '--format',
    'complete',
    '--key',
    'AXLabel',
    'role',
    '--backend',
    'axbridge-persistent',
  );
  expect(JSON.parse(keyed.stdout)).toMatchObject({
    backend: expect.any(String),
    elements: expect.any(Array),
  });
  const [x, y] = await centreOf('email');
  expect(await idb('ui', 'tap', `${x}.5`, y, '--duration', '0.05')).toMatchObject({
    code: 0,
    stdout: '',
    stderr: '',
  });
  expect(await idb('ui', 'text', 'Ab')).toMatchObject({ code: 0 });
  await idb('ui', 'key', '42');
  await idb('ui', 'key-sequence', '5', '6');
  expect(bed.phone.record.filter(({ kind }) => kind === 'tap')).toHaveLength(1);
  const described = JSON.parse((await idb('ui', 'describe-all')).stdout) as {
    AXUniqueId: string | null;
    AXValue: unknown;
  }[];
  expect(described.find((each) => each.AXUniqueId === 'email')?.AXValue).toBe('Abc');
  expect(await idb('ui', 'text', 'é')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('No keycode found for é'),
  });
  expect(await idb('ui', 'tap', 'Nobody')).toMatchObject({
    code: 1,
    stderr: "No element found matching 'Nobody' for AXLabel\n",
  });
  await idb('ui', 'swipe', '200', '600', '200', '300', '--duration', '0.2', '--delta', '10');
  expect(bed.phone.record.filter(({ kind }) => kind === 'swipe')).toHaveLength(1);
  await idb('ui', 'button', 'HOME');
  expect(bed.phone.resumedActivity()?.packageName).toBe('com.android.launcher3');
});

test('version 1.1.8 refuses fractions, markers and formats, with 2', async () => {
  bed = await makeAppleBed({ companionVersion: '1.1.8' });
  expect(await idb('ui', 'tap', '100.5', '200')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("idb ui tap: error: argument x: invalid int value: '100.5'"),
  });
  expect((await idb('ui', 'tap', '100', '200')).code).toBe(0);
  expect((await idb('ui', 'describe-all', '--format', 'nested')).stderr).toContain(
    'unrecognized arguments: --format',
  );
  expect((await idb('ui', 'scroll', 'x', 'up')).stderr).toContain("invalid choice: 'scroll'");
  expect((await idb('ui', 'describe-all', '--nested', '--json')).code).toBe(0);
});

test.each([
  [['--version'], 'unrecognized arguments: --version'],
  [
    ['ui', 'button', 'BACK'],
    "argument button: invalid choice: 'BACK' (choose from 'APPLE_PAY', 'HOME', 'LOCK', 'SIDE_BUTTON', 'SIRI')",
  ],
  [['ui', 'key', 'enter'], "argument key: invalid int value: 'enter'"],
  [['terminate'], 'the following arguments are required: bundle_id'],
  [['frob'], "argument command: invalid choice: 'frob'"],
])('%j is refused as argparse refuses', async (args, words) => {
  bed = await makeAppleBed();
  const { code, stdout, stderr } = await idb(...args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(words);
});

test('the log command follows the log of the guest', async () => {
  bed = await makeAppleBed();
  const { stdout } = await idb('log', '--', 'show', '--style', 'ndjson', '--last', '1m');
  expect(stdout).toContain('"eventType":"logEvent"');
});

test('faults of remote calls reach the command as text', async () => {
  bed = await makeAppleBed();
  bed.appleTools.faults.add({ when: { rpc: 'hid', times: 1 }, do: { kind: 'simulator_kit_missing' } });
  expect(await idb('ui', 'tap', '10', '10')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('SimulatorKit is required for HID interactions'),
  });
  bed.appleTools.faults.add({
    when: { rpc: 'accessibility_info', times: 1 },
    do: { kind: 'no_translation_object' },
  });
  expect((await idb('ui', 'describe-all')).stderr).toContain('No translation object returned for simulator');
  bed.appleTools.faults.add({ when: { rpc: 'accessibility_info', times: 1 }, do: { kind: 'zero_root' } });
  expect(JSON.parse((await idb('ui', 'describe-all')).stdout)).toMatchObject([
    { frame: { width: 0, height: 0 } },
  ]);
});
