import { isFault } from '@mobile-debug/core/fault.ts';
import fc from '@mobile-debug/core/testing/property.ts';
import { expect, it } from 'vitest';
import { parseRealDevices } from './real/real-device-list.ts';
import { parseSimulators } from './simctl/sim-list.ts';

const udid = '978BAD6B-EEB8-4A54-9D5F-D17280D12AA5';
const real = { virtual: false };

/** As Xcode 26 prints it, `\/` included. */
const list = String.raw`{"devicetypes":[],"runtimes":[{"identifier":"com.apple.CoreSimulator.SimRuntime.iOS-26-3","version":"26.3.1","platform":"iOS","name":"iOS 26.3","isAvailable":true},{"identifier":"com.apple.CoreSimulator.SimRuntime.watchOS-26-0","version":"26.0","platform":"watchOS"}],
 "devices":{"com.apple.CoreSimulator.SimRuntime.iOS-26-3":[
 {"dataPath":"\/Users\/me\/off\/data","udid":"OFF","isAvailable":true,"deviceTypeIdentifier":"com.apple.CoreSimulator.SimDeviceType.iPad-Air","state":"Shutdown","name":"iPad Air"},
 {"udid":"BOOTING","isAvailable":true,"state":"Booting","name":"iPhone 16"},
 {"lastBootedAt":"2026-09-29T03:37:42Z","dataPath":"\/Users\/me\/data","dataPathSize":3999055872,"logPath":"x","udid":"${udid}","isAvailable":true,"deviceTypeIdentifier":"com.apple.CoreSimulator.SimDeviceType.iPhone-17","state":"Booted","name":"iPhone 17"}],
 "com.apple.CoreSimulator.SimRuntime.iOS-12-1":[{"udid":"GONE","isAvailable":false,"availabilityError":"runtime profile not found","state":"Shutdown","name":"iPhone XR"}],
 "com.apple.CoreSimulator.SimRuntime.watchOS-26-0":[{"udid":"WATCH","isAvailable":true,"state":"Booted","name":"Watch"}]},"pairs":{}}`;

it('gives booted ones first, with the version of the runtime, and hides what cannot be used', () => {
  const { simulators, unavailable } = parseSimulators(list, real);
  expect(simulators.map(({ info }) => [info.id, info.state, info.osVersion])).toEqual([
    [udid, 'ready', '26.3.1'],
    ['BOOTING', 'booting', '26.3.1'],
    ['OFF', 'shutdown', '26.3.1'],
  ]);
  expect(unavailable).toBe(1);
  expect(simulators[0]).toEqual({
    info: {
      id: udid,
      platform: 'ios',
      osVersion: '26.3.1',
      model: 'iPhone 17',
      simulator: true,
      virtual: false,
      state: 'ready',
      booted: true,
    },
    word: 'Booted',
    available: true,
    lastBootedAt: '2026-09-29T03:37:42Z',
    deviceType: 'com.apple.CoreSimulator.SimDeviceType.iPhone-17',
    dataPath: '/Users/me/data',
  });
});

it('lists one that runs and is unavailable with its reason, not as ready (SIM-13)', () => {
  const text =
    '{"devices":{"com.apple.CoreSimulator.SimRuntime.iOS-12-1":[{"udid":"XR","isAvailable":false,"availabilityError":"runtime profile not found","state":"Booted","name":"iPhone XR"}]}}';
  const { simulators, unavailable } = parseSimulators(text, real);
  expect(unavailable).toBe(0);
  expect(simulators[0]?.info).toMatchObject({
    id: 'XR',
    state: 'unknown',
    booted: false,
    problem: expect.stringContaining('runtime profile not found'),
    fix: expect.stringContaining('runtime'),
  });
});

it('reads through chatter, with braces in it too', () => {
  const chatty = `Install Started {1 of 2}\n2026-09-29 12:00:00.0 simctl[77:1] CoreSimulator noise\n${list}\n`;
  expect(parseSimulators(chatty, real)).toEqual(parseSimulators(list, real));
});

it.each([
  ['"availability":"(available)"', 1],
  ['"availability":"(unavailable, runtime profile not found)"', 0],
  ['"isAvailable":"YES"', 1],
  ['"isAvailable":"NO"', 0],
  ['"availabilityError":"device type not supported by runtime"', 0],
  ['"x":1', 1],
])('understands the old spelling %s', (spelling, count) => {
  const old = `{"devices":{"iOS 12.1":[{"state":"Shutdown","name":"iPhone XR","udid":"A",${spelling}}]}}`;
  const { simulators, unavailable } = parseSimulators(old, real);
  expect([simulators.length, unavailable]).toEqual([count, 1 - count]);
  if (count) expect(simulators[0]?.info.osVersion).toBe('12.1');
});

it('works the version out of the id where there are no runtimes', () => {
  const bare =
    '{"devices":{"com.apple.CoreSimulator.SimRuntime.iOS-18-2":[{"udid":"A","state":"Booted"},{"udid":"B","state":"Booted"}]}}';
  expect(parseSimulators(bare, real).simulators.map(({ info }) => [info.id, info.osVersion])).toEqual([
    ['A', '18.2'],
    ['B', '18.2'],
  ]);
});

it.each(['', 'No devices', '{}', '[]', '{"devices":7}', '{"devices":{', 'null'])(
  'says that %j is no list',
  (text) => {
    expect(() => parseSimulators(text, real)).toThrow(
      expect.objectContaining({ code: 'DEVICE_UNAVAILABLE' }) as Error,
    );
  },
);

it('never fails otherwise, whatever the JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (devices, runtimes) => {
      const text = JSON.stringify({
        devices: { 'iOS 26.0': devices, x: devices },
        runtimes,
        result: { devices },
      });
      parseRealDevices(text);
      try {
        parseSimulators(text, real);
      } catch (error) {
        expect(isFault(error, 'DEVICE_UNAVAILABLE')).toBe(true);
      }
    }),
  );
});

function devicectl(change: Record<string, unknown> = {}): string {
  return JSON.stringify({
    info: { outcome: 'success', jsonVersion: 2, version: '397.28' },
    result: {
      devices: [
        {
          identifier: 'F15D9E1B-0000-5000-8000-2C0C1D3A4B5C',
          hardwareProperties: {
            udid: '00008110-001C2D3E4F50801E',
            platform: 'iOS',
            productType: 'iPhone14,5',
            marketingName: 'iPhone 13',
            reality: 'physical',
          },
          deviceProperties: {
            name: 'Phone of me',
            osVersionNumber: '18.1',
            developerModeStatus: 'enabled',
            ddiServicesAvailable: true,
          },
          connectionProperties: {
            pairingState: 'paired',
            transportType: 'localNetwork',
            tunnelState: 'disconnected',
          },
          ...change,
        },
      ],
    },
  });
}

it('takes a paired device with a tunnel on demand for usable', () => {
  expect(parseRealDevices(devicectl())).toEqual([
    {
      coreDeviceId: 'F15D9E1B-0000-5000-8000-2C0C1D3A4B5C',
      info: {
        id: '00008110-001C2D3E4F50801E',
        platform: 'ios',
        osVersion: '18.1',
        model: 'iPhone 13',
        simulator: false,
        virtual: false,
        state: 'ready',
        booted: true,
      },
    },
  ]);
});

it.each([
  ['unauthorized', 'Developer Mode', { deviceProperties: { developerModeStatus: 'disabled' } }],
  ['unauthorized', 'Trust', { connectionProperties: { pairingState: 'unpaired' } }],
  ['offline', 'cable', { connectionProperties: { pairingState: 'paired', tunnelState: 'unavailable' } }],
])('says what keeps a device %s', (state, fix, change) => {
  const [device] = parseRealDevices(devicectl(change));
  expect(device?.info.state).toBe(state);
  expect(device?.info.fix).toContain(fix);
});

it('leaves out watches and simulators', () => {
  expect(parseRealDevices(devicectl({ hardwareProperties: { platform: 'watchOS' } }))).toEqual([]);
  expect(parseRealDevices(devicectl({ hardwareProperties: { reality: 'virtual' } }))).toEqual([]);
});
