/** A long output told line by line, and the end of a program that leaves something running behind it. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Operation } from '@mobile-debug/core/operation.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runStreamed } from './streamed-process.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'streamed-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function run(script: string) {
  const lines: string[] = [];
  const logPath = join(folder, 'log');
  using op = Operation.start(60_000);
  const end = await runStreamed(op, {
    command: '/bin/sh',
    args: ['-c', script],
    cwd: folder,
    logPath,
    onLine: (line) => lines.push(line),
  });
  return { end, lines, log: readFileSync(logPath, 'utf8') };
}

it('tells every line and the exit code, and keeps all in the log', async () => {
  const { end, lines, log } = await run('echo one; echo two >&2; printf three; exit 3');
  expect(end).toEqual({ exitCode: 3, signal: null });
  expect(new Set(lines)).toEqual(new Set(['one', 'two', 'three']));
  for (const word of ['one\n', 'two\n', 'three']) expect(log).toContain(word);
});

it.runIf(process.platform !== 'win32')('ends with the program, not with what it left running', async () => {
  // The background process holds the output until somebody writes to the fifo, which is done after the end.
  const fifo = join(folder, 'fifo');
  execFileSync('mkfifo', [fifo]);
  const { end, lines } = await run(`echo begun; { read x < fifo; echo late; } & echo built`);
  expect(end).toEqual({ exitCode: 0, signal: null });
  expect(lines).toEqual(['begun', 'built']);
  writeFileSync(fifo, 'go\n');
});

it('keeps all of a long output', async () => {
  const { lines, log } = await run(
    'i=0; while [ $i -lt 20000 ]; do echo "line $i of a long build"; i=$((i+1)); done',
  );
  expect(lines).toHaveLength(20_000);
  expect(lines.at(-1)).toBe('line 19999 of a long build');
  expect(log.split('\n')).toHaveLength(20_001);
});
