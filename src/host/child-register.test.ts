import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Operation, systemClock } from '@mobile-debug/core/operation.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ChildRegister } from './child-register.ts';
import { type LineProcess, startLines } from './line-process.ts';
import { runProcess } from './process.ts';

let folder: string;
let child: LineProcess;
const kills: [number, string][] = [];
/** No process has so high an id, so it is a server that is gone. */
const deadServer = 4_194_303 * 2;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reg-'));
  kills.length = 0;
  using op = Operation.start(10_000);
  child = await startLines(op, { command: 'sleep', args: ['62'], onLine: () => {}, clock: systemClock });
});

afterEach(async () => {
  await child.stop();
  await rm(folder, { recursive: true, force: true });
});

function register(serverPid = process.pid): ChildRegister {
  return new ChildRegister({
    folder,
    serverPid,
    kill: (pid, signal) => {
      kills.push([pid, signal]);
      process.kill(pid, signal);
    },
  });
}

/** Written by this server, then as if by one that is gone. */
async function writtenByDeadServer(op: Operation, change: (entry: Entry) => void = () => {}) {
  await register().add(op, { kind: 'log', pid: child.pid, args: ['62'], note: 'here' });
  const [name = ''] = await readdir(folder);
  const read = await runProcess(op, { command: 'cat', args: [join(folder, name)] });
  const entry = JSON.parse(read.stdout.toString()) as Entry;
  entry.server.pid = deadServer;
  change(entry);
  await writeFile(join(folder, name), JSON.stringify(entry));
}

interface Entry {
  server: { pid: number };
  child: { pid: number; startedAt: string };
  args: string[];
}

it('ends what a dead server left, with its group, and forgets it', async () => {
  using op = Operation.start(10_000);
  await writtenByDeadServer(op);
  expect(await register().leftovers(op, 'log')).toEqual([
    { kind: 'log', pid: child.pid, args: ['62'], note: 'here' },
  ]);
  expect(await register().endLeftovers(op, 'log')).toBe(1);
  expect((await child.ended).signal).toBe('SIGTERM');
  expect(kills).toEqual([[-child.pid, 'SIGTERM']]);
  expect(await readdir(folder)).toEqual([]);
});

it('tells the note of one that is gone, so that what it left can be tidied up', async () => {
  using op = Operation.start(10_000);
  await writtenByDeadServer(op);
  await child.stop();
  const notes: string[] = [];
  const left = await register().leftovers(op, 'log', async (note) => void notes.push(note));
  expect([left, notes, await readdir(folder)]).toEqual([[], ['here'], []]);
});

it('leaves alone what a living server runs', async () => {
  using op = Operation.start(10_000);
  const strikeOut = await register().add(op, { kind: 'log', pid: child.pid, args: ['62'] });
  expect(await register().endLeftovers(op, 'log')).toBe(0);
  expect(kills).toEqual([]);
  await strikeOut();
  expect(await readdir(folder)).toEqual([]);
});

it.each([
  ['another start time', (entry: Entry) => (entry.child.startedAt = 'Mon Nov 30 13:30:56 2020')],
  ['other arguments', (entry: Entry) => (entry.args = ['simctl', 'spawn'])],
])('never ends a process with %s, and forgets it', async (_, change) => {
  using op = Operation.start(10_000);
  await writtenByDeadServer(op, (entry) => void change(entry));
  expect(await register().endLeftovers(op, 'log')).toBe(0);
  expect(kills).toEqual([]);
  expect(child.end).toBeNull();
  expect(await readdir(folder)).toEqual([]);
});

it('neither reads nor writes a folder that others may enter', async () => {
  using op = Operation.start(10_000);
  await writtenByDeadServer(op);
  await chmod(folder, 0o755);
  expect(await register().endLeftovers(op, 'log')).toBe(0);
  await register().add(op, { kind: 'other', pid: child.pid, args: ['62'] });
  expect((await readdir(folder)).length).toBe(1);
});

it.each([
  '',
  '{',
  'null',
  '[]',
  '{"kind":"log"}',
  '{"kind":"log","note":"","args":[],"child":{"pid":1},"server":{}}',
])('passes over a file that says %s', async (text) => {
  using op = Operation.start(10_000);
  await writeFile(join(folder, 'log-7.json'), text);
  expect(await register().endLeftovers(op, 'log')).toBe(0);
});
