import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AppleBed, makeAppleBed, udid } from '../testing/apple-bed.ts';

let bed: AppleBed;
beforeEach(async () => {
  bed = await makeAppleBed({
    unavailable: [
      {
        udid: '2721F3DC-0000-0000-0000-000000000000',
        name: 'iPhone 5s',
        runtime: 'com.apple.CoreSimulator.SimRuntime.iOS-12-1',
        availabilityError: 'runtime profile not found',
      },
      {
        udid: '8350A403-0000-0000-0000-000000000000',
        name: 'iPhone XR',
        runtime: 'com.apple.CoreSimulator.SimRuntime.iOS-12-1',
        state: 'Booted',
      },
    ],
  });
});
afterEach(async () => {
  expect(bed.appleTools.defects).toEqual([]);
  await bed.close();
});

interface Listing {
  readonly devicetypes: readonly Record<string, unknown>[];
  readonly runtimes: readonly Record<string, unknown>[];
  readonly devices: Readonly<Record<string, readonly Record<string, unknown>[]>>;
  readonly pairs: Record<string, unknown>;
}

async function listing(...args: readonly string[]): Promise<Listing> {
  const { stdout, code } = await bed.simctl('list', ...args);
  expect(code).toBe(0);
  return JSON.parse(stdout) as Listing;
}

const newest = 'com.apple.CoreSimulator.SimRuntime.iOS-26-3';
const old = 'com.apple.CoreSimulator.SimRuntime.iOS-12-1';
const sorted = (value: object | undefined): string[] =>
  [...Object.keys(value ?? {})].sort((one, other) => (one < other ? -1 : 1));

test('the JSON has the key sets of a capture of Xcode 26', async () => {
  const all = await listing('-j');
  expect(Object.keys(all)).toEqual(['devicetypes', 'runtimes', 'devices', 'pairs']);
  expect(sorted(all.devices[newest]?.[0])).toEqual([
    'dataPath',
    'dataPathSize',
    'deviceTypeIdentifier',
    'isAvailable',
    'lastBootedAt',
    'logPath',
    'logPathSize',
    'name',
    'state',
    'udid',
  ]);
  expect(sorted(all.runtimes[0])).toEqual([
    'buildversion',
    'bundlePath',
    'identifier',
    'isAvailable',
    'isInternal',
    'name',
    'platform',
    'runtimeRoot',
    'supportedArchitectures',
    'supportedDeviceTypes',
    'version',
  ]);
  expect(all.runtimes[0]).toMatchObject({ identifier: newest, version: '26.3.1' });
  expect(sorted(all.devicetypes[0])).toEqual([
    'bundlePath',
    'identifier',
    'maxRuntimeVersion',
    'maxRuntimeVersionString',
    'minRuntimeVersion',
    'minRuntimeVersionString',
    'modelIdentifier',
    'name',
    'productFamily',
  ]);
});

test('slashes are escaped, and colons stand between blanks', async () => {
  const { stdout } = await bed.simctl('list', 'devices', '-j');
  expect(stdout).toContain('"dataPath" : "');
  expect(stdout).toContain('\\/Library\\/Developer\\/CoreSimulator');
  expect(stdout).not.toMatch(/[^\\]\/Library/);
});

test('devices without a runtime are listed as unavailable, with their reason', async () => {
  const { devices } = await listing('devices', '-j');
  expect(devices[old]).toMatchObject([
    { name: 'iPhone 5s', isAvailable: false, availabilityError: 'runtime profile not found' },
    { name: 'iPhone XR', isAvailable: false, state: 'Booted' },
  ]);
  expect((await listing('devices', 'available', '-j')).devices[old]).toBeUndefined();
  expect((await listing('devices', 'booted', '-j')).devices[newest]).toHaveLength(1);
  expect((await listing('devices', udid, '-j')).devices[newest]).toMatchObject([{ udid }]);
});

test('the text names the section and what is wrong, except where a lost device runs', async () => {
  const { stdout } = await bed.simctl('list', 'devices');
  expect(stdout).toBe(
    [
      '== Devices ==',
      '-- iOS 26.3 --',
      `    iPhone 17 (${udid}) (Booted) `,
      '-- iOS 18.2 --',
      `-- Unavailable: ${old} --`,
      '    iPhone 5s (2721F3DC-0000-0000-0000-000000000000) (Shutdown) (unavailable, runtime profile not found)',
      '    iPhone XR (8350A403-0000-0000-0000-000000000000) (Booted) ',
      '',
    ].join('\n'),
  );
});

test('an unknown flag is refused with the usage', async () => {
  const { code, stderr, stdout } = await bed.simctl('list', '--format=json');
  expect({ code, stdout }).toEqual({ code: 22, stdout: '' });
  expect(stderr).toContain('Unrecognized option: --format=json');
  expect(stderr).toContain('Usage: simctl list');
});

test('another set of devices is empty', async () => {
  const { stdout } = await bed.simctl('--set', '/nowhere', 'list', 'devices', '-j');
  expect(JSON.parse(stdout)).toMatchObject({ devices: { [newest]: [] } });
});

test('disk images of runtimes', async () => {
  const { stdout } = await bed.simctl('runtime', 'list', '-j');
  expect(Object.values(JSON.parse(stdout))).toContainEqual(
    expect.objectContaining({ runtimeIdentifier: newest, version: '26.3.1', state: 'Ready' }),
  );
});
