/** The helper under every kind of failure: typed, on time, the dump takes over, nothing is delivered twice. */

import { isFault } from '@mobile-debug/core/fault.ts';
import { systemClock } from '@mobile-debug/core/operation.ts';
import { eventsOf, startDispatch } from '@mobile-debug/core/testing/test-dispatch.ts';
import type { HelperFault } from '@mobile-debug/virtual-phone/helper/helper-faults.ts';
import { timingProfiles } from '@mobile-debug/virtual-phone/phone/timing.ts';
import { expect, it } from 'vitest';
import { AndroidSource } from '../../src/devices/android/android-source.ts';
import type { InputFacet } from '../../src/devices/port/input.ts';
import type { ScreenFacet } from '../../src/devices/port/screen.ts';
import type { UiTree } from '../../src/ui/ui-tree.ts';
import { type HelperBed, type HelperBedOptions, helperBed } from './helper-bed.ts';

const helped = 'uiautomator2-server';
const dumped = 'uiautomator-dump';

interface Ready extends HelperBed {
  readonly screen: ScreenFacet;
  readonly input: InputFacet;
  read(budgetMs?: number): Promise<UiTree>;
  services(): string[];
}

async function shop(options: HelperBedOptions = {}): Promise<Ready> {
  const bed = await helperBed(options);
  const { screen, input } = bed.device;
  if (!screen || !input) throw new Error('This device has no screen or no input.');
  bed.phone.start('com.example.shop', null);
  return {
    ...bed,
    screen,
    input,
    async read(budgetMs = 8_000) {
      using dispatch = startDispatch(budgetMs);
      return await screen.read(dispatch);
    },
    services: () => bed.adbServer.commands().map(({ service }) => service),
  };
}

it('reads with one request once it is warm, and asks the window manager only of new windows', async () => {
  const bed = await shop();
  expect((await bed.read()).source.tier).toBe(helped);
  bed.adbServer.clearCommands();
  bed.helper.clearRequests();
  for (let at = 0; at < 5; at++) await bed.read();
  expect(bed.screen.advice?.()).toBeNull();
  expect(bed.helper.requests).toEqual(Array.from({ length: 5 }, () => 'GET /source'));
  expect(bed.services()).toEqual([]);
  bed.phone.start('com.example.notes', null);
  const tree = await bed.read();
  expect(tree.foreground?.appId).toBe('com.example.notes');
  expect(bed.services()).toHaveLength(1);
});

it('sets what the helper needs to be fast and to stay', async () => {
  const bed = await shop();
  await bed.read();
  expect(bed.helper.settings).toMatchObject({
    waitForIdleTimeout: 0,
    simpleBoundsCalculation: true,
    enableMultiWindows: true,
    mapTestTagToResourceId: true,
    shutdownOnPowerDisconnect: false,
  });
  const start = bed.services().find((service) => service.includes('am instrument')) ?? '';
  expect(start).toContain('DISABLE_SUPPRESS_ACCESSIBILITY_SERVICES true');
  expect(start).toContain('disableAnalytics true');
});

it('is never started when it is off, and not looked for', async () => {
  const bed = await shop({ mode: 'off' });
  expect((await bed.read()).source).toEqual({ tier: dumped, detail: [] });
  expect(bed.helper.starts).toBe(0);
  expect(bed.services().some((service) => /package.*list|pm list/.test(service))).toBe(false);
});

it('is looked for once where it is missing', async () => {
  const bed = await shop();
  bed.helper.uninstall();
  expect((await bed.read()).source).toEqual({ tier: dumped, detail: [] });
  bed.adbServer.clearCommands();
  expect((await bed.read()).source.tier).toBe(dumped);
  expect(bed.services()).toHaveLength(1);
  expect(bed.screen.advice?.()).toContain('helper install');
  expect(bed.device.input?.pinch).toBeUndefined();
});

const readFaults: readonly (readonly [string, HelperFault, number])[] = [
  ['dies in the middle', { kind: 'crash', acted: true }, 0],
  ['hangs', { kind: 'hang', acted: false }, 1_500],
  ['answers with garbage', { kind: 'garbage', bytes: 'SSH-2.0-OpenSSH_9.9\r\n' }, 0],
  ['answers for another session', { kind: 'answer', body: { sessionId: 'other', value: '<hierarchy/>' } }, 0],
  ['answers with a tree that cannot be', { kind: 'answer', body: { value: '<hierarchy><a' } }, 0],
  ['answers with a number', { kind: 'answer', body: { value: 7 } }, 0],
  ['breaks off', { kind: 'cut' }, 0],
  [
    'refuses',
    { kind: 'error', status: 500, error: 'unknown error', message: 'java.lang.OutOfMemoryError' },
    0,
  ],
];

it.each(readFaults)(
  'that %s leaves the dump in its place, and is given up after two failures',
  async (_what, fault, minMs) => {
    const bed = await shop({ timing: 'instant' });
    await bed.read();
    bed.helper.faults.add({ when: /source/, do: fault });
    for (let at = 0; at < 2; at++) {
      const startedMs = performance.now();
      const tree = await bed.read(5_000);
      expect(performance.now() - startedMs).toBeGreaterThanOrEqual(at === 0 ? minMs : 0);
      expect(tree.source.tier).toBe(dumped);
      expect(tree.source.detail.join()).toMatch(/^helper: /);
      expect(bed.helper.running).toBe(false);
    }
    bed.helper.faults.clear();
    const { starts } = bed.helper;
    expect((await bed.read()).source.tier).toBe(dumped);
    expect(bed.helper.starts).toBe(starts);
  },
);

it('is restarted once in the same call when its process ended', async () => {
  const bed = await shop();
  await bed.read();
  bed.helper.faults.add({ when: /source/, times: 1, do: { kind: 'crash', acted: false } });
  expect((await bed.read()).source.tier).toBe(helped);
  bed.helper.kill();
  expect((await bed.read()).source.tier).toBe(helped);
  expect(bed.helper.starts).toBe(3);
});

it('asks again when a kept connection was closed in between', async () => {
  const bed = await shop();
  await bed.read();
  bed.helper.faults.add({ when: /source/, times: 1, do: { kind: 'close' } });
  for (let at = 0; at < 3; at++) expect((await bed.read()).source.tier).toBe(helped);
  expect(bed.helper.starts).toBe(1);
});

it('is used again after a reconnect', async () => {
  const bed = await shop();
  await bed.read();
  bed.helper.faults.add({ when: /source/, do: { kind: 'garbage', bytes: '?' } });
  await bed.read();
  await bed.read();
  bed.helper.faults.clear();
  expect((await bed.read()).source.tier).toBe(dumped);
  const before = bed.source.generation(bed.phone.serial) ?? 0;
  bed.adbServer.setState(bed.phone.serial, 'gone');
  await expect.poll(() => bed.source.generation(bed.phone.serial), { interval: 5 }).toBeNull();
  bed.adbServer.setState(bed.phone.serial, 'device');
  await expect
    .poll(() => bed.source.generation(bed.phone.serial) ?? 0, { interval: 5 })
    .toBeGreaterThan(before);
  using dispatch = startDispatch(10_000);
  await expect.poll(async () => (await bed.source.list(dispatch))[0]?.state, { interval: 5 }).toBe('ready');
  const device = await bed.source.open(dispatch, bed.phone.serial);
  expect((await device.screen?.read(dispatch))?.source.tier).toBe(helped);
  await device.close();
});

it('says so when it was taken off the phone while it ran', async () => {
  const bed = await shop();
  await bed.read();
  bed.helper.uninstall();
  const tree = await bed.read();
  expect(tree.source.tier).toBe(dumped);
  expect((await bed.read()).source.tier).toBe(dumped);
});

it('leaves another UiAutomation client alone, names it, and comes back when that is gone', async () => {
  const bed = await shop();
  const release = bed.adbServer.registerUiAutomation(bed.phone.serial, 'com.example.test');
  const failure = await bed.read().catch((error: unknown) => error);
  expect(isFault(failure, 'OBSERVATION_FAILED') && failure.details?.['reason']).toBe('busy');
  release?.();
  expect((await bed.read()).source.tier).toBe(dumped);
});

const ready = 'HTTP/1.1 200 OK\r\ncontent-length: 24\r\n\r\n{"value":{"ready":true}}';

it.each([
  ['an impostor that says what the helper would say', ready],
  ['another kind of server', 'SSH-2.0-OpenSSH_9.9\r\n'],
])('never starts where the port belongs to %s, and reads by the dump', async (_who, says) => {
  const bed = await shop();
  const unlisten = bed.adbServer.listen(bed.phone.serial, 'tcp:6790', async (stream) => {
    await stream.input.readLine();
    await stream.write(Buffer.from(says));
  });
  const tree = await bed.read();
  unlisten();
  expect(tree.source.tier).toBe(dumped);
  expect(tree.source.detail.join()).toContain('left alone');
  expect(bed.screen.advice?.()).toContain('left alone');
  expect(bed.helper.starts).toBe(0);
});

it('gives two servers the device in turn, without a dump while either of them has it', async () => {
  const bed = await shop({ idleReleaseMs: 400 });
  const other = new AndroidSource({
    address: { host: bed.adbServer.host, port: bed.adbServer.port },
    clock: systemClock,
    helper: { mode: 'auto', idleReleaseMs: 60 },
  });
  using dispatch = startDispatch(20_000);
  const second = await other.open(dispatch, bed.phone.serial);
  expect((await bed.read()).source.tier).toBe(helped);
  for (let at = 0; at < 2; at++) {
    const shut = await second.screen?.read(dispatch).catch((error: unknown) => error);
    expect(isFault(shut, 'OBSERVATION_FAILED') && shut.details?.['reason']).toBe('busy');
    expect(isFault(shut) && `${shut.message} ${shut.nextStep}`).toMatch(
      /another copy of this server.*wait until/,
    );
    expect(second.screen?.advice?.()).toContain('left alone');
    expect((await bed.read()).source.tier).toBe(helped);
  }
  await second.input?.tap(dispatch, [500, 300]);
  expect(bed.phone.record.filter(({ kind }) => kind === 'tap')).toHaveLength(1);
  expect(bed.helper.starts).toBe(1);
  await expect.poll(() => bed.helper.running, { interval: 5 }).toBe(false);
  expect((await second.screen?.read(dispatch))?.source.tier).toBe(helped);
  await expect.poll(() => bed.helper.running, { interval: 5 }).toBe(false);
  expect((await bed.read()).source.tier).toBe(helped);
  expect(bed.services().filter((service) => service.includes('uiautomator dump'))).toEqual([]);
  await second.close();
  await other.close();
});

it('does not believe whoever took the port over', async () => {
  const bed = await shop();
  await bed.read();
  bed.helper.faults.add({ when: /source/, times: 1, do: { kind: 'close' } });
  await bed.read();
  bed.adbServer.listen(bed.phone.serial, 'tcp:6790', async (stream) => {
    await stream.input.readLine();
    const body = JSON.stringify({ sessionId: 'mine', value: '<hierarchy rotation="0"/>' });
    await stream.write(Buffer.from(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`));
  });
  const tree = await bed.read();
  expect(tree.source.tier).toBe(dumped);
  expect(tree.elements.length).toBeGreaterThan(5);
});

it('lets go when idle, so that others can connect, and starts again', async () => {
  const bed = await shop({ idleReleaseMs: 60 });
  await bed.read();
  expect(bed.adbServer.registerUiAutomation(bed.phone.serial, 'early')).toBeNull();
  await expect.poll(() => bed.helper.running, { interval: 5 }).toBe(false);
  const release = bed.adbServer.registerUiAutomation(bed.phone.serial, 'com.example.test');
  expect(release).not.toBeNull();
  release?.();
  expect((await bed.read()).source.tier).toBe(helped);
  expect(bed.helper.starts).toBe(2);
});

it('ends with the device, leaving nothing open', async () => {
  const bed = await shop();
  await bed.read();
  await bed.device.close();
  await expect.poll(() => bed.helper.running, { interval: 5 }).toBe(false);
  await expect.poll(() => bed.adbServer.runningServices, { interval: 5 }).toBe(0);
});

it('fails as the device does when the adb server goes, and works when that is back', async () => {
  const bed = await shop();
  await bed.read();
  await bed.adbServer.stopServer();
  const failure = await bed.read(2_000).catch((error: unknown) => error);
  expect(isFault(failure)).toBe(true);
  await expect.poll(() => bed.helper.running, { interval: 5 }).toBe(false);
});

const inputFaults: readonly (readonly [string, HelperFault, number, string])[] = [
  ['dies after it', { kind: 'crash', acted: true }, 1, 'DEVICE_UNAVAILABLE'],
  ['dies before it', { kind: 'crash', acted: false }, 0, 'DEVICE_UNAVAILABLE'],
  ['hangs after it', { kind: 'hang', acted: true }, 1, 'TIMEOUT'],
  ['breaks off', { kind: 'cut' }, 1, 'DEVICE_UNAVAILABLE'],
  ['answers with garbage', { kind: 'garbage', bytes: 'nope' }, 0, 'DEVICE_UNAVAILABLE'],
  [
    'refuses',
    { kind: 'error', status: 500, error: 'unknown error', message: 'Injection failed' },
    0,
    'ACTION_REJECTED',
  ],
];

it.each(inputFaults)('that %s never has a tap sent twice', async (_what, fault, arrived, code) => {
  const bed = await shop();
  await bed.read();
  bed.helper.faults.add({ when: /click/, times: 1, do: fault });
  const taps = (): number => bed.phone.record.filter(({ kind }) => kind === 'tap').length;
  using dispatch = startDispatch(1_000);
  const failure = await bed.input.tap(dispatch, [500, 300]).catch((error: unknown) => error);
  expect(isFault(failure) && failure.code).toBe(code);
  expect(eventsOf(dispatch)[0]).toBe('sending');
  expect(taps()).toBe(arrived);
  using more = startDispatch(5_000);
  await bed.input.tap(more, [500, 300]);
  expect(taps()).toBe(arrived + 1);
});

it('leaves a tap to the input command when its session is gone, which carried nothing out', async () => {
  const bed = await shop();
  await bed.read();
  const lost = { kind: 'error', status: 404, error: 'invalid session id', message: 'unknown' } as const;
  bed.helper.faults.add({ when: /click/, times: 1, do: lost });
  using dispatch = startDispatch(5_000);
  await bed.input.tap(dispatch, [500, 300]);
  expect(bed.phone.record.filter(({ kind }) => kind === 'tap')).toHaveLength(1);
  expect(bed.services().some((service) => service.includes('input tap'))).toBe(true);
});

it('ends with its call: a cancelled reading closes its connection and leaves the helper usable', async () => {
  const bed = await shop();
  await bed.read();
  bed.helper.faults.add({ when: /source/, times: 1, do: { kind: 'hang', acted: false } });
  const client = new AbortController();
  using dispatch = startDispatch(8_000, { signal: client.signal });
  const reading = bed.screen.read(dispatch).catch((error: unknown) => error);
  await expect
    .poll(() => bed.helper.requests.filter((one) => one === 'GET /source').length, { interval: 2 })
    .toBe(2);
  client.abort();
  expect(isFault(await reading, 'CANCELLED')).toBe(true);
  expect((await bed.read()).source.tier).toBe(helped);
  expect(bed.helper.starts).toBe(1);
});

it('goes on starting when a call was too short for it, and serves the next', async () => {
  const bed = await shop({ timing: { ...timingProfiles.instant, jvmStartMs: 200 } });
  const short = await bed.read(400).catch((error: unknown) => error);
  expect(isFault(short, 'TIMEOUT')).toBe(true);
  expect((await bed.read(8_000)).source.tier).toBe(helped);
  expect(bed.helper.starts).toBe(1);
});

it('leaves the dump its time when a start takes too long', async () => {
  const bed = await shop();
  bed.faults.add({ when: { service: 'am instrument' }, do: { kind: 'hang' } });
  expect((await bed.read(4_500)).source.tier).toBe(dumped);
  expect(bed.helper.running).toBe(false);
});
