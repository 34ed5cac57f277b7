/** Screen, screenshots and log against the virtual phone: what it shows is what is read, faults included. */

import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import { systemClock } from '@mobile-debug/core/operation.ts';
import { startDispatch } from '@mobile-debug/core/testing/test-dispatch.ts';
import {
  startVirtualAdbServer,
  type VirtualAdbServer,
} from '@mobile-debug/virtual-phone/adb/virtual-adb-server.ts';
import { createPhone } from '@mobile-debug/virtual-phone/phone/phone.ts';
import type { Phone } from '@mobile-debug/virtual-phone/phone/phone-types.ts';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LogQuery, LogReading, LogsFacet } from '../../port/logs.ts';
import type { ScreenFacet } from '../../port/screen.ts';
import { AndroidSource } from '../android-source.ts';

describe.each(['8', '11', '14', '16'] as const)('Android %s', (version) => {
  /** What does not depend on the version is proved on one. */
  const whole = version === '14';
  let phone: Phone;
  let adbServer: VirtualAdbServer;
  let source: AndroidSource;
  let dispatch: Dispatch;
  let screen: ScreenFacet;
  let logs: LogsFacet;

  beforeEach(async () => {
    phone = createPhone({ clock: systemClock, version });
    adbServer = await startVirtualAdbServer({ phones: [phone] });
    source = new AndroidSource({
      address: { host: adbServer.host, port: adbServer.port },
      clock: systemClock,
    });
    dispatch = startDispatch(15_000);
    const device = await source.open(dispatch, phone.serial);
    await device.apps?.start(dispatch, 'com.example.shop');
    if (!device.screen || !device.logs) throw new Error('facets are missing');
    screen = device.screen;
    logs = device.logs;
    await screen.foreground(dispatch);
    adbServer.clearCommands();
  });

  afterEach(async () => {
    dispatch[Symbol.dispose]();
    await source.close();
    await adbServer.close();
    phone.close();
  });

  const commands = (): number => adbServer.commands(phone.serial).length;
  const query = (fields: Partial<LogQuery> = {}): Promise<LogReading> =>
    logs.query(dispatch, { limit: 100, ...fields });

  it('reads the screen with one command, and knows what is in front', async () => {
    const tree = await screen.read(dispatch);
    expect(commands()).toBe(1);
    expect(tree.quality).toEqual({ status: 'ok', reasons: [] });
    expect(tree.foreground).toMatchObject({ appId: 'com.example.shop', focusedWindow: null });
    expect(phone.resumedActivity()?.activity).toBe(`com.example.shop/${tree.foreground?.activity}`);
    const [display] = phone.displays;
    expect(tree.size).toEqual(display?.override ?? display?.physical);
    expect(tree.elements.length).toBeGreaterThan(3);
    expect(await screen.foreground(dispatch)).toEqual(tree.foreground);
  });

  it('SCREEN-10: reads rotation, size and picture of the same moment after turning', async () => {
    phone.setRotation(1);
    const tree = await screen.read(dispatch);
    const natural = phone.displays[0]?.override ?? phone.displays[0]?.physical;
    expect(tree.rotation).toBe(90);
    expect(tree.size).toEqual({ width: natural?.height, height: natural?.width });
    const shot = await screen.screenshot(dispatch);
    expect(shot.inputSize).toEqual(tree.size);
    expect(shot.width > shot.height).toBe(true);
  });

  it('takes a screenshot with one command', async () => {
    const shot = await screen.screenshot(dispatch);
    expect(commands()).toBe(1);
    expect(shot.warnings).toEqual([]);
    expect(await sharp(shot.png).metadata()).toMatchObject({
      format: 'png',
      width: shot.width,
      height: shot.height,
    });
  });

  it.runIf(whole)('says why a picture is black while the display is off', async () => {
    phone.setScreenOn(false);
    expect((await screen.screenshot(dispatch)).warnings.join()).toMatch(/single colour.*(?:asleep|dozing)/);
  });

  it('says which window forbids pictures, and that its tree can be read', async () => {
    phone.start('com.example.gallery', '.SecureActivity');
    const { warnings } = await screen.screenshot(dispatch);
    expect(warnings).toEqual([
      expect.stringMatching(
        /mostly one colour \(#000000\).*\.SecureActivity" of com\.example\.gallery forbids/,
      ),
    ]);
    const { elements } = await screen.read(dispatch);
    expect(elements.map(({ text }) => text)).toContain('Balance: 1,024.00 EUR');
  });

  it.runIf(whole).each([
    ['garbage around the XML', { kind: 'garbage', before: 'WARNING: linker: x\n', after: '\nnoise\n' }],
    ['a null root, twice', { kind: 'null_root' }],
    ['another client for a moment', { kind: 'already_registered' }],
    ['an idle error', { kind: 'idle_error' }],
    ['truncated XML', { kind: 'truncate', share: 0.3 }],
  ] as const)('gets over %s', async (_what, action) => {
    const times = action.kind === 'null_root' ? 2 : 1;
    const handle = adbServer.faults.add({ when: { service: 'uiautomator', times }, do: action });
    const tree = await screen.read(dispatch);
    expect(handle.uses).toBe(times);
    expect(tree.source.tier).toBe('uiautomator-dump');
    expect(tree.foreground?.appId).toBe('com.example.shop');
  });

  it.runIf(whole).each([
    ['empty', 'no_data'],
    ['failed', 'refused'],
  ] as const)('has no picture when screencap is %s (SHOT-04)', async (how, reason) => {
    const fault = adbServer.faults.add({ when: { service: 'screencap' }, do: { kind: 'screencap', how } });
    await expect(screen.screenshot(dispatch)).rejects.toMatchObject({
      code: 'OBSERVATION_FAILED',
      details: { reason },
    });
    fault.remove();
    expect((await screen.screenshot(dispatch)).warnings).toEqual([]);
  });

  it.runIf(whole)('takes a picture though screencap warns of several displays', async () => {
    adbServer.faults.add({
      when: { service: 'screencap' },
      do: { kind: 'screencap', how: 'warning' },
    });
    expect((await screen.screenshot(dispatch)).width).toBeGreaterThan(0);
  });

  it.runIf(whole)('falls back to the view hierarchy when the screen never idles', async () => {
    adbServer.faults.add({ when: { service: 'uiautomator' }, do: { kind: 'idle_error' } });
    const tree = await screen.read(dispatch);
    expect(tree).toMatchObject({ source: { tier: 'dumpsys-activity-top' }, quality: { status: 'suspect' } });
  });

  it.runIf(whole)('keeps its budget when the dump hangs, and the next read is fine', async () => {
    const hang = adbServer.faults.add({ when: { service: 'uiautomator' }, do: { kind: 'hang' } });
    using short = dispatch.within(900);
    await expect(screen.read(short)).rejects.toMatchObject({ code: 'TIMEOUT' });
    hang.remove();
    await expect.poll(() => adbServer.runningServices).toBe(0);
    expect((await screen.read(dispatch)).source.tier).toBe('uiautomator-dump');
  });

  it.runIf(whole)('never leaves a file', async () => {
    adbServer.faults.add({
      when: { service: /^exec:uiautomator/ },
      do: { kind: 'replace', output: 'UI hierchary dumped to: /dev/tty\n' },
    });
    const tree = await screen.read(dispatch);
    expect(tree.source.detail).toContain('file');
    expect(phone.files.list('/data/local/tmp') ?? []).toEqual([]);
  });

  it('shows what was logged up to the call, again and again, each line once', async () => {
    const pid = phone.processes.find(({ name }) => name === 'com.example.shop')?.pid ?? 0;
    const uid = phone.packages.get('com.example.shop')?.uid ?? 0;
    const say = (message: string): void =>
      phone.log.append({ uid, pid, tid: pid, priority: 'W', tag: 'Proof', message, buffer: 'main' });
    const said: string[] = [];
    for (let round = 0; round < 20; round++) {
      said.push(`round ${round}`);
      say(`round ${round}`);
      const reading = await query({ tag: 'Proof' });
      expect(reading.records.map(({ message }) => message)).toEqual(said);
    }
    const own = await query({ appId: 'com.example.shop', minLevel: 'WARN' });
    expect(own).toMatchObject({ app: { running: true, pids: [pid] }, gaps: [], dropped: 0 });
    expect(own.records.filter(({ tag }) => tag === 'Proof')).toHaveLength(20);
  });

  it.runIf(whole)('goes on after the stream was cut, and measures the clock', async () => {
    phone.clockOffsetMs = 90_000;
    const say = (message: string): void =>
      phone.log.append({
        uid: 10_999,
        pid: 9,
        tid: 9,
        priority: 'I',
        tag: 'Proof',
        message,
        buffer: 'main',
      });
    const cut = adbServer.faults.add({
      when: { service: /^exec:logcat/, times: 2 },
      do: { kind: 'cut', afterBytes: 150 },
    });
    const said: string[] = [];
    for (let round = 0; round < 6; round++) {
      said.push(`round ${round}`);
      say(`round ${round}`);
      const reading = await query({ tag: 'Proof', sinceSeconds: 60 });
      expect(reading.records.map(({ message }) => message)).toEqual(said);
      expect(reading.gaps).toEqual([]);
      const { offsetMs = 0, errorMs = 0 } = reading.clockOffset ?? {};
      expect(Math.abs(offsetMs - 90_000)).toBeLessThanOrEqual(errorMs + 5);
    }
    expect(cut.uses).toBe(2);
  });

  it('finds a crash of the app after its process is gone', async () => {
    phone.crash('com.example.shop', { message: 'checkout burst' });
    const reading = await query({ appId: 'com.example.shop', minLevel: 'ERROR' });
    expect(reading.app).toEqual({ running: false, pids: [] });
    expect(reading.records.some(({ message }) => /^FATAL EXCEPTION[\s\S]*checkout burst/.test(message))).toBe(
      true,
    );
  });
});
