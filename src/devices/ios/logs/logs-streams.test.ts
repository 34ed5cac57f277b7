import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Operation, systemClock } from '@mobile-debug/core/operation.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ChildRegister } from '../../../host/child-register.ts';
import { type LineProcess, type LineProcessRequest, startLines } from '../../../host/line-process.ts';
import { scripted } from '../testing/scripted-xcrun.ts';
import { LogStreams } from './logs-streams.ts';

let folder: string;
const children: LineProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'streams-'));
});

afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => child.stop()));
  await rm(folder, { recursive: true, force: true });
});

/** Instead of `xcrun`: something that runs for a while. */
async function sleeper(op: Operation, request: Pick<LineProcessRequest, 'onLine'>): Promise<LineProcess> {
  const { onLine } = request;
  const child = await startLines(op, { command: 'sleep', args: ['64'], clock: systemClock, onLine });
  children.push(child);
  return child;
}

const register = () => new ChildRegister({ folder, serverPid: process.pid });

it('ends what a killed server left before the first stream starts', async () => {
  using op = Operation.start(10_000);
  const left = await sleeper(op, { onLine() {} });
  await register().add(op, { kind: 'ios-log', pid: left.pid, args: ['64'] });
  const [name = ''] = await readdir(folder);
  const entry = JSON.parse(await readFile(join(folder, name), 'utf8')) as { server: { pid: number } };
  entry.server.pid = 8_388_606;
  await writeFile(join(folder, name), JSON.stringify(entry));
  const ended: unknown[] = [];
  const requests: LineProcessRequest[] = [];
  const { xcrun } = scripted([], { DEVELOPER_DIR: '/Xcode' });
  const streams = new LogStreams({
    udid: 'U',
    xcrun,
    register: register(),
    async start(own, request) {
      // Would wait for ever if it still ran.
      ended.push((await left.ended).signal);
      requests.push(request);
      return await sleeper(own, request);
    },
  });
  await streams.start(op, 'process == "Shop"', () => {});
  await streams.start(op, null, () => {});
  expect(ended[0]).toBe('SIGTERM');
  expect(requests.map(({ args }) => args)).toEqual([
    [
      'simctl',
      'spawn',
      'U',
      'log',
      'stream',
      '--style',
      'ndjson',
      '--level',
      'debug',
      '--predicate',
      'process == "Shop"',
    ],
    ['simctl', 'spawn', 'U', 'log', 'stream', '--style', 'ndjson', '--level', 'default'],
  ]);
  expect(requests[0]?.env?.['DEVELOPER_DIR']).toBe('/Xcode');
});

it('writes a stream down while it runs, and strikes it out afterwards', async () => {
  using op = Operation.start(10_000);
  const { xcrun } = scripted([]);
  const streams = new LogStreams({ udid: 'U', xcrun, register: register(), start: sleeper });
  const child = await streams.start(op, null, () => {});
  await expect.poll(() => readdir(folder)).toEqual([`ios-log-${child.pid}.json`]);
  await child.stop();
  // At once: the server may end as soon as its streams have.
  expect(await readdir(folder)).toEqual([]);
  const short = await streams.start(op, null, () => {});
  await short.stop();
  expect(await readdir(folder)).toEqual([]);
});
