/** The whole Android source against the virtual phone, by whichever adb server stands between. */

import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import { systemClock } from '@mobile-debug/core/operation.ts';
import { startDispatch } from '@mobile-debug/core/testing/test-dispatch.ts';
import {
  startVirtualAdbServer,
  type VirtualAdbServer,
} from '@mobile-debug/virtual-phone/adb/virtual-adb-server.ts';
import { createPhone } from '@mobile-debug/virtual-phone/phone/phone.ts';
import type { Phone } from '@mobile-debug/virtual-phone/phone/phone-types.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openAdbDevice } from '../../src/devices/android/adb/adb-device.ts';
import { AdbServer } from '../../src/devices/android/adb/adb-server.ts';
import type { AdbDevice } from '../../src/devices/android/adb/adb-types.ts';
import { receiveFile, sendFile, statFile } from '../../src/devices/android/adb/sync-files.ts';
import { AndroidSource } from '../../src/devices/android/android-source.ts';
import type { Device } from '../../src/devices/port/device.ts';
import { adbPath, privateAdb } from '../../src/host/testing/private-adb.ts';

export interface Bed {
  readonly adbServer: VirtualAdbServer;
  readonly phone: Phone;
  readonly serial: string;
  readonly source: AndroidSource;
  readonly server: AdbServer;
  close(): Promise<void>;
}

export type Version = '8' | '11' | '14' | '16';

export async function endpointBed(version: Version, clipboardCommand = false): Promise<Bed> {
  const phone = createPhone({ clock: systemClock, version });
  const adbServer = await startVirtualAdbServer({ phones: [phone], clipboardCommand });
  const options = { address: { host: adbServer.host, port: adbServer.port }, clock: systemClock };
  const source = new AndroidSource(options);
  return {
    adbServer,
    phone,
    serial: phone.serial,
    source,
    server: new AdbServer(options),
    async close() {
      await source.close();
      await adbServer.close();
      phone.close();
    },
  };
}

export async function realAdbBed(version: Version, clipboardCommand = false): Promise<Bed> {
  const phone = createPhone({ clock: systemClock, version });
  const adbServer = await startVirtualAdbServer({ phones: [phone], clipboardCommand });
  const adb = await privateAdb(adbPath ?? '');
  const options = { address: adb.address, startServer: adb.start, clock: systemClock };
  const source = new AndroidSource(options);
  const server = new AdbServer(options);
  const serial = `127.0.0.1:${adbServer.adbdPort(phone.serial)}`;
  using dispatch = startDispatch(20_000);
  await server.query(dispatch, `host:connect:${serial}`);
  return {
    adbServer,
    phone,
    serial,
    source,
    server,
    async close() {
      await source.close();
      await adb.close();
      await adbServer.close();
      phone.close();
    },
  };
}

export function onVirtualPhone(way: string, makeTestBed: typeof endpointBed, version: Version): void {
  describe.skipIf(makeTestBed === realAdbBed && !adbPath)(`Android ${version} by ${way}`, () => {
    let bed: Bed;
    let dispatch: Dispatch;
    let device: Device;
    let adb: AdbDevice;

    beforeAll(async () => {
      bed = await makeTestBed(version, true);
      dispatch = startDispatch(60_000);
      device = await bed.source.open(dispatch, bed.serial);
      const line = /transport_id:(\d+)/.exec(await bed.server.query(dispatch, 'host:devices-l'));
      adb = await openAdbDevice(dispatch, bed.server, { serial: bed.serial, transportId: Number(line?.[1]) });
    });

    beforeEach(() => bed.adbServer.clearCommands());

    afterAll(async () => {
      dispatch[Symbol.dispose]();
      await bed.close();
    });

    it('lists it as ready, virtual and booted', async () => {
      expect(await bed.source.list(dispatch)).toMatchObject([
        { id: bed.serial, platform: 'android', virtual: true, booted: true, state: 'ready' },
      ]);
      expect(bed.source.generation(bed.serial)).toBe(1);
      expect(bed.adbServer.commands()).toEqual([]);
    });

    it('runs commands with exit codes and both outputs, and cancels them', async () => {
      const result = await adb.shell(dispatch, 'echo out; echo err >&2; exit 3');
      expect([result.stdout.toString(), result.stderr.toString(), result.exitCode]).toEqual([
        'out\n',
        'err\n',
        3,
      ]);
      expect((await adb.exec(dispatch, 'echo exec')).toString()).toMatch(/^exec\r?\n$/);
      using short = dispatch.within(200);
      await expect(adb.shell(short, 'sleep 30')).rejects.toMatchObject({ code: 'TIMEOUT' });
      await expect.poll(() => bed.adbServer.runningServices).toBe(0);
    });

    it('moves files both ways', async () => {
      const content = Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * 7) & 255));
      await sendFile(dispatch, adb, { path: '/data/local/tmp/pushed.bin', content });
      expect(await statFile(dispatch, adb, '/data/local/tmp/pushed.bin')).toMatchObject({
        sizeBytes: content.length,
      });
      expect((await receiveFile(dispatch, adb, '/data/local/tmp/pushed.bin')).equals(content)).toBe(true);
      expect(await statFile(dispatch, adb, '/data/local/tmp/none')).toBeNull();
    });

    it('starts an app and proves that it is in front', async () => {
      const launched = await device.apps?.start(dispatch, 'com.example.notes');
      expect(launched).toMatchObject({
        activity: 'com.example.notes/com.example.notes.NotesActivity',
        foreground: { appId: 'com.example.notes' },
      });
      expect(launched?.pid).toBe(bed.phone.processes.find(({ name }) => name === 'com.example.notes')?.pid);
      expect(await device.apps?.pids(dispatch, 'com.example.notes')).toEqual([launched?.pid]);
      bed.adbServer.clearCommands();
      await device.apps?.start(dispatch, 'com.example.notes');
      expect(bed.adbServer.commands()).toHaveLength(1);
      await expect(device.apps?.start(dispatch, 'com.example.missing')).rejects.toMatchObject({
        code: 'APP_NOT_INSTALLED',
      });
    });

    it('sends each touch as one command that arrives as meant', async () => {
      const before = bed.phone.record.length;
      await device.input?.tap(dispatch, [540, 1_200]);
      await device.input?.swipe(dispatch, { from: [540, 1_500], to: [540, 700], durationMs: 200 });
      await device.input?.longPress(dispatch, { at: [540, 900], durationMs: 700 });
      await device.input?.key(dispatch, 'enter');
      expect(bed.phone.record.slice(before).map(({ kind }) => kind)).toEqual([
        'tap',
        'swipe',
        'long_press',
        'key',
      ]);
      expect(bed.adbServer.commands()).toHaveLength(4);
    });

    it('types every printable character exactly, pastes the rest, and clears', async () => {
      const field = editor(bed.phone);
      const ascii = String.fromCharCode(...Array.from({ length: 95 }, (_, at) => 32 + at));
      const text = `${ascii} %s 100%sure 'quoted' "$(id)" \`x\`\n  second  line\n`;
      await device.input?.type(dispatch, text);
      expect(field()).toBe(text);
      expect(bed.adbServer.commands()).toHaveLength(1);
      await device.input?.clear(dispatch, text.length);
      expect(field()).toBe('');
      expect(await device.input?.type(dispatch, 'grüße 😀 漢字\n')).toEqual({ method: 'clipboard paste' });
      expect(field()).toBe('grüße 😀 漢字\n');
    });

    it('ends, resets and finds apps', async () => {
      await device.apps?.terminate(dispatch, 'com.example.notes');
      expect(await device.apps?.pids(dispatch, 'com.example.notes')).toEqual([]);
      expect(await device.apps?.reset(dispatch, { appId: 'com.example.notes', user: null })).toEqual({
        how: 'pm clear',
      });
      expect(await device.apps?.installed(dispatch, 'com.example.notes')).toBe(true);
      expect(await device.apps?.installed(dispatch, 'com.example.missing')).toBe(false);
    });
  });
}

/** Opens the editor of the notes app with the focus in its body; gives a reader of what the field holds. */
function editor(phone: Phone): () => string {
  phone.start('com.example.notes', 'com.example.notes.EditorActivity', { stopFirst: true });
  const find = () => {
    const nodes = phone.windows().flatMap(({ root }) => flatten(root));
    return nodes.filter(({ editable }) => editable).at(-1);
  };
  const field = find();
  if (!field) throw new Error('the editor has no field');
  const [left, top, right, bottom] = field.bounds;
  phone.tap((left + right) / 2, (top + bottom) / 2);
  // An empty field shows its hint as its text.
  return () => (find()?.text ?? '').replace('Write something', '');
}

type View = ReturnType<Phone['windows']>[number]['root'];

function flatten(view: View): View[] {
  return [view, ...view.children.flatMap(flatten)];
}
