import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LogLine } from '../../phone/phone-types.ts';
import { reportsFolder } from '../crash-report.ts';
import { type AppleBed, makeAppleBed, udid } from '../testing/apple-bed.ts';

let bed: AppleBed;
beforeEach(async () => {
  bed = await makeAppleBed();
  await bed.simctl('launch', udid, 'com.example.shop');
});
afterEach(async () => {
  expect(bed.appleTools.defects).toEqual([]);
  await bed.close();
});

function log(priority: LogLine['priority'], message: string): void {
  const { pid = 0, uid = 0 } =
    bed.phone.processes.find(({ packageName }) => packageName === 'com.example.shop') ?? {};
  bed.phone.log.append({ uid, pid, tid: pid, priority, tag: 'Cart', message, buffer: 'main' });
}

const show = ['simctl', 'spawn', udid, 'log', 'show', '--style', 'ndjson', '--last', '60s'];
const own = ['--predicate', 'subsystem == "com.example.shop" AND category == "Cart"'];

function eventsIn(stdout: string): Record<string, unknown>[] {
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('{"traceID"'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

test('events have the keys of the unified log, a stamp with a zone, and the path of the executable', async () => {
  log('E', 'broken');
  const { stdout } = await bed.run('xcrun', ...show, ...own);
  const lines = stdout.trimEnd().split('\n');
  expect(lines[0]).toBe(`Filtering the log data using "${own[1]}"`);
  expect(lines.at(-1)).toBe('{"count":1,"finished":1}');
  const [event = {}] = eventsIn(stdout);
  expect(new Set(Object.keys(event))).toEqual(
    new Set([
      'activityIdentifier',
      'backtrace',
      'bootUUID',
      'category',
      'eventMessage',
      'eventType',
      'formatString',
      'machTimestamp',
      'messageType',
      'parentActivityIdentifier',
      'processID',
      'processImagePath',
      'processImageUUID',
      'senderImagePath',
      'senderImageUUID',
      'senderProgramCounter',
      'source',
      'subsystem',
      'threadID',
      'timestamp',
      'timezoneName',
      'traceID',
      'userID',
    ]),
  );
  expect(event).toMatchObject({
    eventType: 'logEvent',
    messageType: 'Error',
    eventMessage: 'broken',
    processImagePath: expect.stringMatching(/\/Shop\.app\/ShopApp$/),
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}[+-]\d{4}$/),
  });
  const [, trace = ''] = /"traceID":(\d+)/.exec(stdout) ?? [];
  expect(BigInt(trace)).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER));
});

test('levels are shown when they are asked for', async () => {
  for (const priority of ['D', 'I', 'W', 'E', 'F'] as const) log(priority, priority);
  const types = async (...flags: readonly string[]): Promise<unknown[]> =>
    eventsIn((await bed.run('xcrun', ...show, ...own, ...flags)).stdout).map(
      ({ messageType }) => messageType,
    );
  expect(await types()).toEqual(['Default', 'Error', 'Fault']);
  expect(await types('--info')).toEqual(['Info', 'Default', 'Error', 'Fault']);
  expect(await types('--info', '--debug')).toEqual(['Debug', 'Info', 'Default', 'Error', 'Fault']);
});

test('a stream begins now and lives until it is ended', async () => {
  log('E', 'before');
  const args = ['simctl', 'spawn', udid, 'log', 'stream', '--style', 'ndjson', '--level', 'debug', ...own];
  const streaming = bed.start('xcrun', args);
  await streaming.printed('Filtering');
  log('D', 'live');
  await streaming.printed('live');
  streaming.kill('SIGTERM');
  expect(eventsIn((await streaming.result).stdout).map(({ eventMessage }) => eventMessage)).toEqual(['live']);
});

test('what log does not understand is refused', async () => {
  const refused = async (...args: readonly string[]): Promise<unknown> => {
    const { code, stderr } = await bed.simctl('spawn', udid, 'log', ...args);
    return [code, stderr.split('\n')[0]];
  };
  expect(await refused('show', '--predicate', 'bundle == "x"')).toEqual([
    64,
    'log: Bad predicate (bundle == "x"): Unable to parse the format string "bundle == "x""',
  ]);
  expect(await refused('stream', '--last', '1m')).toEqual([64, "log: unrecognized option `--last'"]);
  expect(await refused('show', '--last', '1.5m')).toEqual([64, "log: invalid time for --last: '1.5m'"]);
  expect(await refused('show', '--style', 'xml')).toEqual([64, "log: unknown style 'xml'"]);
  expect(await refused('tail')).toEqual([64, "log: unknown command 'tail'"]);
});

test('orphaned streams exhaust the file handles', async () => {
  bed.appleTools.mac.logStreams = 60;
  expect(await bed.run('xcrun', ...show)).toMatchObject({
    code: 24,
    stderr: expect.stringContaining('(domain=NSPOSIXErrorDomain, code=24):\nToo many open files'),
  });
  bed.appleTools.mac.logStreams = 0;
});

test('a crash is one error in the log and a report among those of the user', async () => {
  bed.phone.crash('com.example.shop', { message: 'No price, no cart' });
  const { stdout } = await bed.run('xcrun', ...show, '--predicate', 'messageType == error');
  expect(eventsIn(stdout).map(({ eventMessage }) => eventMessage)).toEqual([
    "*** Terminating app due to uncaught exception 'java.lang.IllegalStateException', reason: 'No price, no cart'",
  ]);
  const folder = reportsFolder(bed.appleTools.home);
  const [name = ''] = readdirSync(folder);
  expect(name).toMatch(/^ShopApp-\d{4}-\d\d-\d\d-\d{6}\.ips$/);
  const [head = '', ...body] = readFileSync(join(folder, name), 'utf8').split('\n');
  expect(JSON.parse(head)).toMatchObject({
    bug_type: '309',
    bundleID: 'com.example.shop',
    app_name: 'ShopApp',
  });
  expect(JSON.parse(body.join('\n'))).toMatchObject({
    exception: { type: 'EXC_CRASH', signal: 'SIGABRT' },
    faultingThread: 0,
    threads: [
      {
        triggered: true,
        frames: expect.arrayContaining([expect.objectContaining({ symbol: '__exceptionPreprocess' })]),
      },
    ],
  });
  bed.phone.start('com.example.shop', null);
  bed.phone.crash('com.example.shop', { native: true, message: 'x' });
  await expect.poll(() => readdirSync(folder)).toHaveLength(2);
});
