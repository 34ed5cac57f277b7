import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { status } from './grpc-server.ts';
import { ProtoWriter } from './protobuf.ts';
import { makeTestBed, UDID } from './testing/bed.ts';
import { byId, flat, show } from './testing/elements.ts';
import { startCompanion } from './testing/running-companion.ts';

const message = (): ProtoWriter => new ProtoWriter();
const point = (x: number, y: number): ProtoWriter => message().double(1, x).double(2, y);
const touch = (x: number, y: number, up: boolean): ProtoWriter =>
  message().message(
    1,
    message()
      .message(1, message().message(1, message().message(1, point(x, y))))
      .int(2, up ? 1 : 0),
  );
const delay = (seconds: number): ProtoWriter => message().message(3, message().double(1, seconds));

async function start(version: 'head' | '1.1.8' = 'head') {
  const bed = makeTestBed({ version });
  return { bed, ...(await startCompanion(bed)) };
}

test('connect and describe', async () => {
  const { client, path, bed } = await start();
  const connected = await client.call(
    'connect',
    message()
      .map(1, [['a', 'b']])
      .text(4, path),
  );
  const companion = connected.messages[0]?.message(1);
  expect([companion?.text(1), companion?.bool(4)]).toEqual([UDID, true]);
  expect(JSON.parse(companion?.text(6) ?? '')).toMatchObject({ udid: UDID });
  const far = await client.call('connect', message().text(4, '/nowhere/file'));
  expect(far.messages[0]?.message(1)?.bool(4)).toBe(false);
  const described = (await client.call('describe', message())).messages[0];
  const target = described?.message(1);
  const screen = target?.message(3);
  expect([1, 2, 4, 5].map((field) => screen?.int(field))).toEqual([1206, 2622, 402, 874]);
  expect(screen?.double(3)).toBe(3);
  expect([1, 2, 4, 5, 6, 7].map((field) => target?.text(field))).toEqual([
    UDID,
    'iPhone 17',
    'Booted',
    'simulator',
    'iOS 26.3',
    '',
  ]);
  expect(described?.message(2)?.text(1)).toBe(UDID);
  expect(bed.mac.calls.map(({ rpc }) => rpc)).toEqual(['connect', 'connect', 'describe']);
});

test('reads come as JSON in field 1, with the words of failures', async () => {
  const { client, bed } = await start();
  const read = await client.call('accessibility_info', message().int(3, 2).int(8, 3).texts(7, ['AXLabel']));
  expect(JSON.parse(read.messages[0]?.text(1) ?? '')).toMatchObject({ backend: 'axbridge-persistent' });
  const atPoint = await client.call('accessibility_info', message().message(2, point(60, 200)));
  expect(JSON.parse(atPoint.messages[0]?.text(1) ?? '')).toMatchObject({ AXLabel: 'Settings' });
  const bad = await client.call('accessibility_info', message().texts(7, ['nope']));
  expect([bad.status, bad.message]).toEqual([
    status.INVALID_ARGUMENT,
    'no recognized accessibility keys in ["nope"]',
  ]);
  bed.mac.faults.add({ do: { kind: 'no_translation_object' } });
  const failed = await client.call('accessibility_info', message());
  expect([failed.status, failed.message.split('.')[0]]).toEqual([
    status.INTERNAL,
    'No translation object returned for simulator',
  ]);
});

test('the old companion knows no fields of the new one, and no actions', async () => {
  const { client } = await start('1.1.8');
  const read = await client.call('accessibility_info', message().int(3, 2).int(8, 3).texts(7, ['nope']));
  expect(JSON.parse(read.messages[0]?.text(1) ?? '')).toBeInstanceOf(Array);
  expect((await client.call('accessibility_action', message())).status).toBe(status.UNIMPLEMENTED);
});

test('input is answered once, after the half-close', async () => {
  const { client, bed } = await start();
  const call = client
    .open('hid')
    .send(touch(60, 200, false))
    .send(delay(0.06))
    .send(touch(60, 200, true));
  await expect.poll(() => bed.phone.record.at(-1)?.kind).toBe('tap');
  expect(call.messages).toEqual([]);
  const answer = await call.end();
  expect([answer.status, answer.messages.length]).toEqual([0, 1]);
  expect(bed.phone.record.map(({ kind }) => kind)).toEqual(['tap']);
  expect(flat(bed)[0]?.AXLabel).toBe('Settings');
});

test('input that makes no sense is refused', async () => {
  const { client } = await start();
  for (const [event, words] of [
    [message(), 'Unrecognized request.event'],
    [message().message(1, message()), 'Unrecognized press.action'],
    [
      message().message(1, message().message(1, message().message(2, message().int(1, 9)))),
      'Unrecognized hid button type',
    ],
    [message().message(5, message().int(1, 7)), 'Unrecognized orientation type'],
  ] as const)
    expect(await client.call('hid', event)).toMatchObject({
      status: status.INVALID_ARGUMENT,
      message: words,
    });
});

test('a stroke shorter than one step ends the old companion', async () => {
  const { client, exit } = await start('1.1.8');
  const swipe = message().message(1, point(10, 10)).message(2, point(12, 10));
  expect((await client.call('hid', message().message(2, swipe))).status).toBeNull();
  expect(await exit).toBe(137);
  const newer = await start();
  expect((await newer.client.call('hid', message().message(2, swipe))).status).toBe(0);
});

test('actions press, set, scroll what a marker or a point names', async () => {
  const { client, bed } = await start();
  show(bed, 'TogglesActivity');
  const marked = (text: string): ProtoWriter => message().text(1, text).int(4, 10);
  const act = (request: ProtoWriter): Promise<{ status: number | null; message: string }> =>
    client.call('accessibility_action', request);
  expect(await act(marked('Alerts').message(5, message()))).toMatchObject({ status: 0 });
  expect(byId(bed, 'alerts').AXValue).toBe('1');
  const expecting = message().bool(1, true).text(2, '0').int(3, 2);
  expect(await act(marked('Alerts').message(5, expecting))).toMatchObject({ status: 13 });
  expect(await act(marked('Nowhere').message(5, message()))).toMatchObject({ status: 13 });
  expect(await act(marked('Alerts'))).toMatchObject({ status: status.INVALID_ARGUMENT });
  show(bed, 'SliderActivity');
  expect(await act(marked('Volume').int(3, 0).message(7, message().text(1, '80%')))).toMatchObject({
    status: 13,
  });
  const volume = message().text(1, 'volume').int(3, 1).int(4, 10);
  const exact = byId(bed, 'volume').frame;
  const onSlider = message().message(2, point(exact.x + 100, exact.y + 20));
  expect(await act(onSlider.message(7, message().text(1, '80%')))).toMatchObject({ status: 0 });
  expect(byId(bed, 'volume').AXValue).toBe('80%');
  expect(await act(volume.message(5, message()))).toMatchObject({ status: 0 });
  show(bed, 'FieldsActivity');
  const field = message().text(1, 'filled').int(3, 1).int(4, 10);
  expect(await act(field.message(7, message().text(1, 'n\u00e9w')))).toMatchObject({ status: 0 });
  expect(byId(bed, 'filled').AXValue).toBe('n\u00e9w');
  bed.phone.start('com.android.settings', null);
  expect(await act(message().message(6, message().int(1, 1)))).toMatchObject({ status: 0 });
  expect(bed.phone.record.at(-1)).toMatchObject({ kind: 'swipe' });
});

test('apps: a stopped one is unknown, a running one has its pid', async () => {
  const { client, bed } = await start();
  bed.phone.start('com.example.shop', null);
  const listed = (await client.call('list_apps', message())).messages[0]?.messages(1) ?? [];
  const byBundle = (id: string) => listed.find((app) => app.text(1) === id);
  const shop = byBundle('com.example.shop');
  expect([shop?.text(4), shop?.int(5), shop?.int(7)]).toEqual([
    'user',
    2,
    bed.mac.apps.pidOf(bed.simulator, 'com.example.shop'),
  ]);
  const stopped = byBundle('com.example.notes');
  expect([stopped?.int(5), stopped?.int(7)]).toEqual([0, 0]);
  expect(byBundle('com.apple.Preferences')?.text(4)).toBe('system');
});

test('launch: pid, output and a stop that ends the app', async () => {
  const { client, bed } = await start();
  const go = (more: (request: ProtoWriter) => ProtoWriter = (request) => request): ProtoWriter =>
    message().message(
      1,
      more(
        message()
          .text(1, 'com.example.shop')
          .map(2, [['A', 'b']])
          .texts(3, ['-x']),
      ),
    );
  const call = client.open('launch').send(go((request) => request.bool(5, true)));
  await expect.poll(() => call.messages.length).toBe(1);
  const pid = bed.mac.apps.pidOf(bed.simulator, 'com.example.shop') ?? 0;
  expect(call.messages[0]?.message(4)?.int(1)).toBe(pid);
  expect(bed.simulator.memory.launches.at(-1)).toMatchObject({ args: ['-x'], env: { A: 'b' } });
  bed.phone.log.append({
    uid: 10_001,
    pid,
    tid: pid,
    priority: 'I',
    tag: 'stderr',
    message: 'boo',
    buffer: 'main',
  });
  await expect.poll(() => call.messages.length).toBe(2);
  const output = call.messages[1]?.message(3);
  expect([output?.int(1), output?.text(2)]).toEqual([1, 'boo\n']);
  const again = await client.call('launch', go());
  expect(again).toMatchObject({
    status: 13,
    message: `App com.example.shop can't be launched as is running (PID=${pid})`,
  });
  expect(
    (
      await client.call(
        'launch',
        go((request) => request.bool(4, true)),
      )
    ).status,
  ).toBe(0);
  expect((await call.send(message().message(2, message())).end()).status).toBe(0);
  expect(bed.mac.apps.pidOf(bed.simulator, 'com.example.shop')).toBeNull();
  const unknown = await client.call('launch', message().message(1, message().text(1, 'com.example.none')));
  expect(unknown.status).toBe(13);
  expect(unknown.message).toMatch(/\nInfo: \[/);
});

test('terminate, uninstall, open_url, focus, screenshot', async () => {
  const { client, bed } = await start();
  const idle = await client.call('terminate', message().text(1, 'com.example.shop'));
  expect(idle).toMatchObject({ status: 13, message: expect.stringContaining('found nothing to terminate') });
  bed.phone.start('com.example.shop', null);
  expect((await client.call('terminate', message().text(1, 'com.example.shop'))).status).toBe(0);
  expect((await client.call('uninstall', message().text(1, 'com.example.shop'))).status).toBe(0);
  expect(bed.mac.apps.find(bed.simulator, 'com.example.shop')).toBeNull();
  expect((await client.call('open_url', message().text(1, 'nope:x'))).status).toBe(13);
  expect((await client.call('focus', message())).status).toBe(0);
  const picture = (await client.call('screenshot', message())).messages[0]?.bytes(1) ?? new Uint8Array();
  expect(Buffer.from(picture).readUInt32BE(16)).toBe(1206);
});

test('install: the destination first, options, then the path', async () => {
  const { client, bed } = await start();
  const source = bed.mac.apps.find(bed.simulator, 'com.example.shop')?.bundlePath ?? '';
  bed.phone.setInstalled('com.example.shop', false);
  const destination = Uint8Array.of(8, 0);
  const raw = { finish: () => destination } as ProtoWriter;
  const payload = message().message(2, message().text(1, source));
  const done = await client.call('install', raw, message().bool(4, true), payload);
  expect([done.status, done.messages[0]?.text(1)]).toEqual([0, 'com.example.shop']);
  expect(bed.phone.packages.has('com.example.shop')).toBe(true);
  expect((await client.call('install', payload)).status).toBe(status.FAILED_PRECONDITION);
  const gone = message().message(2, message().text(1, '/nowhere/X.app'));
  expect((await client.call('install', raw, gone)).status).toBe(13);
});

test('the log streams until the client leaves', async () => {
  const { client, bed } = await start();
  const call = client.open('log').send(message().texts(1, ['--style', 'ndjson']));
  call.stream.end();
  await expect.poll(() => bed.mac.logStreams).toBe(1);
  bed.phone.start('com.example.gallery', null);
  await expect.poll(() => call.messages.map((each) => each.text(1)).join('')).toContain('"eventMessage"');
  call.stream.close();
  await expect.poll(() => bed.mac.logStreams).toBe(0);
});

test('a recording is written when it is stopped', async () => {
  const { client, bed } = await start();
  const file = join(bed.mac.folder, 'films', 'a.mp4');
  const call = client.open('record').send(message().message(1, message().text(1, file)));
  expect(existsSync(file)).toBe(false);
  const answer = await call.send(message().message(2, message())).end();
  expect(answer.messages[0]?.message(2)?.text(1)).toBe(file);
  expect(readFileSync(file).subarray(4, 8).toString()).toBe('ftyp');
});

test('HID that SimulatorKit keeps away, and a simulator that is off', async () => {
  const { client, bed } = await start();
  bed.mac.faults.add({ when: { times: 1 }, do: { kind: 'simulator_kit_missing' } });
  const failed = await client.call('hid', touch(10, 10, false));
  expect([failed.status, failed.message.split(':')[0]]).toEqual([
    13,
    'SimulatorKit is required for HID interactions',
  ]);
  bed.simulator.state = 'Shutdown';
  for (const rpc of ['hid', 'screenshot', 'accessibility_info'])
    expect((await client.call(rpc, touch(10, 10, false))).status, rpc).toBe(13);
  expect((await client.call('describe', message())).messages[0]?.message(1)?.text(4)).toBe('Shutdown');
  expect(bed.phone.record).toEqual([]);
});

test.each([
  ['before', 0],
  ['after', 1],
] as const)('a connection that breaks %s the input was delivered', async (moment, taps) => {
  const { client, bed } = await start();
  bed.mac.faults.add({ when: { rpc: 'hid' }, do: { kind: 'reset', moment } });
  const answer = await client.call('hid', touch(200, 700, false), touch(200, 700, true));
  expect([answer.status, bed.phone.record.length]).toEqual([null, taps]);
});
