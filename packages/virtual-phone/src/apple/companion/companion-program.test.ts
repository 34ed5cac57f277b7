import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import { expect, test } from 'vitest';
import { readFlags } from './companion-program.ts';
import { ProtoWriter } from './protobuf.ts';
import { makeTestBed, UDID } from './testing/bed.ts';
import { RawGrpcClient } from './testing/raw-grpc-client.ts';
import { startCompanion, startProgram } from './testing/running-companion.ts';

test('it lists the targets, tells when it was built, and explains itself', async () => {
  const bed = makeTestBed();
  const list = startProgram(bed, ['--only', 'simulator', '--list', '1']);
  expect(await list.exit).toBe(0);
  expect(JSON.parse(list.stdout())).toMatchObject({
    udid: UDID,
    name: 'iPhone 17',
    state: 'Booted',
    type: 'simulator',
    os_version: 'iOS 26.3',
    architecture: 'arm64',
  });
  const version = startProgram(bed, ['--version']);
  expect(await version.exit).toBe(0);
  expect(Object.keys(JSON.parse(version.stdout()))).toEqual(['build_time', 'build_date']);
  const none = startProgram(bed, []);
  expect(await none.exit).toBe(1);
  expect(none.stderr()).toContain("You must specify at least one 'Mode of operation'");
});

test('flags come in pairs, and those that nobody knows are let pass', () => {
  const flags = readFlags(['--udid', 'A', '--frobnicate', '1', '--list']);
  expect([...flags]).toEqual([
    ['udid', 'A'],
    ['frobnicate', '1'],
  ]);
  // Without a value of its own a flag eats the next one.
  expect([...readFlags(['--terminate-offline', '--udid', 'A'])]).toEqual([['terminate-offline', '--udid']]);
});

test('SIGTERM is a clean end that removes the socket', async () => {
  const companion = await startCompanion(makeTestBed());
  companion.kill('SIGTERM');
  expect(await companion.exit).toBe(0);
  expect(existsSync(companion.path)).toBe(false);
});

test('SIGKILL leaves a socket that nobody listens on, which the next one replaces', async () => {
  const bed = makeTestBed();
  const companion = await startCompanion(bed);
  companion.kill('SIGKILL');
  expect(await companion.exit).toBe(137);
  expect(existsSync(companion.path)).toBe(true);
  const stale = new RawGrpcClient({ path: companion.path });
  expect((await stale.call('describe', new ProtoWriter())).status).toBeNull();
  stale.close();
  const next = await startCompanion(bed);
  expect((await next.client.call('describe', new ProtoWriter())).status).toBe(0);
});

test('over a port of its own choice', async () => {
  const bed = makeTestBed();
  const program = startProgram(bed, ['--udid', UDID, '--grpc-port', '0']);
  await expect.poll(program.stdout, { interval: 5 }).toContain('grpc_port');
  const report = JSON.parse(program.stdout()) as { grpc_swift_port: number; grpc_port: number };
  expect(report.grpc_swift_port).toBe(report.grpc_port);
  const client = new RawGrpcClient({ port: report.grpc_port });
  expect((await client.call('describe', new ProtoWriter())).status).toBe(0);
  client.close();
});

test('what it cannot serve or listen on ends it with 1', async () => {
  const bed = makeTestBed();
  const unknown = startProgram(bed, ['--udid', 'nobody', '--grpc-domain-sock', join(bed.mac.folder, 's')]);
  expect(await unknown.exit).toBe(1);
  expect(unknown.stderr()).toContain('nobody could not be resolved to any target in');
  const long = join(bed.mac.folder, 'x'.repeat(104 - bed.mac.folder.length - 1));
  const tooLong = startProgram(bed, ['--udid', UDID, '--grpc-domain-sock', long]);
  expect([long.length, await tooLong.exit]).toEqual([104, 1]);
  const file = join(bed.mac.folder, 'file');
  writeFileSync(file, '');
  const taken = startProgram(bed, ['--udid', UDID, '--grpc-domain-sock', file]);
  expect(await taken.exit).toBe(1);
  expect(taken.stdout()).toBe('');
});

test('without Xcode it shows its banner', async () => {
  const bed = makeTestBed();
  bed.mac.faults.add({ do: { kind: 'xcode_required' } });
  const program = startProgram(bed, ['--udid', UDID]);
  expect(await program.exit).toBe(1);
  expect(program.stderr()).toContain('Xcode is required. Please make sure Xcode is installed');
});

test('its log goes where it is told to', async () => {
  const bed = makeTestBed();
  const file = join(bed.mac.folder, 'log.txt');
  const companion = await startCompanion(bed, ['--log-file-path', file]);
  expect(companion.stderr()).toBe('');
  expect(readFileSync(file, 'utf8')).toContain('Swift server started on');
});

test('it ends with its simulator when told so', async () => {
  const bed = makeTestBed();
  const companion = await startCompanion(bed, ['--terminate-offline', '1']);
  bed.simulator.state = 'Shutdown';
  expect(await companion.exit).toBe(0);
});

test.each([
  ['head', true],
  ['1.1.8', false],
] as const)('idle time ends a companion of %s: %s', async (version, ends) => {
  const clock = new ManualClock();
  const bed = makeTestBed({ clock, version });
  const companion = await startCompanion(bed, ['--idle-shutdown-time', '60']);
  await clock.advance(50_000);
  await companion.client.call('describe', new ProtoWriter());
  await clock.advance(50_000);
  expect(existsSync(companion.path)).toBe(true);
  await clock.advance(20_000);
  if (ends) expect(await companion.exit).toBe(0);
  else expect(existsSync(companion.path)).toBe(true);
});

test('a death by fault leaves the socket behind', async () => {
  const bed = makeTestBed();
  const companion = await startCompanion(bed);
  bed.mac.faults.add({ when: { rpc: 'describe' }, do: { kind: 'die', moment: 'after' } });
  expect((await companion.client.call('describe', new ProtoWriter())).status).toBeNull();
  expect(await companion.exit).toBe(137);
  expect(existsSync(companion.path)).toBe(true);
});
