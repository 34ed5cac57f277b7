/** The executables themselves: started as processes, as the product starts them. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AppleBed, makeAppleBed, type Result, type RunOptions, udid } from '../testing/apple-bed.ts';

interface StartedProcess {
  readonly child: ChildProcessWithoutNullStreams;
  readonly result: Promise<Result>;
  printed(text: string): Promise<void>;
}

let bed: AppleBed;
beforeEach(async () => {
  bed = await makeAppleBed();
});
afterEach(async () => {
  expect(bed.appleTools.defects).toEqual([]);
  await bed.close();
});

const simctl = async (...args: readonly string[]) => await start('xcrun', ['simctl', ...args]).result;

function start(tool: string, args: readonly string[], { env, stdin = '' }: RunOptions = {}): StartedProcess {
  const child = spawn(tool, args, {
    env: { ...bed.appleTools.environment(), ...env },
    cwd: bed.appleTools.folder,
  });
  const out: Buffer[] = [];
  let stderr = '';
  const waiting = new Set<() => void>();
  const heard = (): void => {
    for (const look of waiting) look();
  };
  child.stdout.on('data', (bytes: Buffer) => {
    out.push(bytes);
    heard();
  });
  child.stderr.on('data', (bytes: Buffer) => {
    stderr += bytes.toString();
    heard();
  });
  child.stdin.on('error', () => {}); // a program that does not read has ended
  child.stdin.end(stdin);
  const result = new Promise<Result>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      const bytes = Buffer.concat(out);
      resolve({ code, signal, stdout: bytes.toString(), stderr, bytes });
    });
  });
  const printed = (text: string): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!`${Buffer.concat(out).toString()}${stderr}`.includes(text)) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
  return { child, result, printed };
}

const stream = ['simctl', 'spawn', udid, 'log', 'stream', '--style', 'ndjson', '--level', 'debug'];

test('an executable hands over its arguments, folder and environment, and ends with the code of its program', async () => {
  const { result } = start('xcrun', ['simctl', 'terminate', udid, 'com.example.shop'], {
    env: { SIMCTL_CHILD_MODE: 'x', SECRET: 'stays here' },
  });
  expect(await result).toMatchObject({ code: 3, stdout: '' });
  expect(bed.appleTools.commands()).toMatchObject([
    {
      tool: 'xcrun',
      args: ['simctl', 'terminate', udid, 'com.example.shop'],
      cwd: bed.appleTools.folder,
      env: { SIMCTL_CHILD_MODE: 'x' },
      exitCode: 3,
    },
  ]);
  expect(bed.appleTools.commands()[0]?.env).not.toHaveProperty('SECRET');
});

test('standard input goes in and standard output comes back byte for byte', async () => {
  const text = 'Grüße, 你好\n'.repeat(5_000);
  await start('xcrun', ['simctl', 'pbcopy', udid], { stdin: text }).result;
  expect(bed.phone.clipboard).toBe(text);
  expect((await simctl('pbpaste', udid)).stdout).toBe(text);
});

test('a reader that is slow gets all of a screenshot', async () => {
  const started = start('xcrun', ['simctl', 'io', udid, 'screenshot', '--type=bmp', '-']);
  started.child.stdout.pause();
  await expect.poll(() => bed.appleTools.commands().at(-1)?.exitCode).toBe(0);
  started.child.stdout.resume();
  const { bytes, code } = await started.result;
  expect(code).toBe(0);
  expect(bytes.length).toBe(bytes.readUInt32LE(2)); // the size that the picture itself tells
});

test('what a killed executable ran ends with it', async () => {
  const started = start('xcrun', stream);
  await expect.poll(() => bed.appleTools.runningPrograms()).toHaveLength(1);
  expect(bed.appleTools.runningPrograms()[0]).toMatchObject({ tool: 'xcrun', args: stream });
  started.child.kill('SIGKILL');
  expect(await started.result).toMatchObject({ signal: 'SIGKILL' });
  await expect.poll(() => bed.appleTools.runningPrograms()).toEqual([]);
  expect(bed.appleTools.mac.logStreams).toBe(0);
  expect(bed.appleTools.commands().at(-1)?.exitCode).toBe(137);
});

test.each(['SIGINT', 'SIGTERM'] as const)('%s ends a program as it ends the executable', async (signal) => {
  const started = start('xcrun', stream);
  await expect.poll(() => bed.appleTools.runningPrograms()).toHaveLength(1);
  started.child.kill(signal);
  expect(await started.result).toMatchObject({ code: null, signal });
  expect(bed.appleTools.runningPrograms()).toEqual([]);
});

test('a program may tidy up on SIGINT: a recording becomes a file', async () => {
  const started = start('xcrun', ['simctl', 'io', udid, 'recordVideo', '--codec=h264', 'film.mov']);
  await started.printed('Recording started');
  started.child.kill('SIGINT');
  expect(await started.result).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('Wrote video to: film.mov'),
  });
  expect(readFileSync(join(bed.appleTools.folder, 'film.mov')).subarray(4, 8).toString()).toBe('ftyp');
});

test('a recording that is killed leaves no file', async () => {
  const started = start('xcrun', ['simctl', 'io', udid, 'recordVideo', 'lost.mov']);
  await started.printed('Recording started');
  started.child.kill('SIGKILL');
  await started.result;
  await expect.poll(() => bed.appleTools.runningPrograms()).toEqual([]);
  expect(existsSync(join(bed.appleTools.folder, 'lost.mov'))).toBe(false);
});

test('closing the tools ends every executable', async () => {
  const started = start('xcrun', stream);
  await expect.poll(() => bed.appleTools.runningPrograms()).toHaveLength(1);
  await bed.appleTools.close();
  expect((await started.result).code).not.toBe(0);
  expect(existsSync(bed.appleTools.folder)).toBe(false);
});

test('faults of a process as a whole', async () => {
  const { faults } = bed.appleTools;
  const once = (action: Parameters<typeof faults.add>[0]['do']): void =>
    void faults.add({ when: { command: 'pbpaste', times: 1 }, do: action });
  bed.phone.clipboard = '0123456789';
  once({ kind: 'replace', stdout: '{"no', stderr: 'broken\n', exitCode: 9 });
  expect(await simctl('pbpaste', udid)).toMatchObject({ code: 9, stdout: '{"no', stderr: 'broken\n' });
  once({ kind: 'exit', code: 165 });
  expect(await simctl('pbpaste', udid)).toMatchObject({ code: 165, stdout: '0123456789' });
  once({ kind: 'truncate', share: 0.5 });
  expect(await simctl('pbpaste', udid)).toMatchObject({ code: 0, stdout: '01234' });
  once({
    kind: 'chatter',
    stdoutBefore: 'noise ',
    stderrBefore: 'objc[1]: Class X is implemented in both\n',
  });
  expect(await simctl('pbpaste', udid)).toMatchObject({
    stdout: 'noise 0123456789',
    stderr: 'objc[1]: Class X is implemented in both\n',
  });
  once({ kind: 'kill', afterBytes: 4 });
  expect(await simctl('pbpaste', udid)).toMatchObject({ signal: 'SIGKILL', stdout: '0123' });
  once({ kind: 'call', run: () => (bed.phone.clipboard = 'changed') });
  expect(await simctl('pbpaste', udid)).toMatchObject({ stdout: 'changed' });
  once({ kind: 'hang' });
  const hung = start('xcrun', ['simctl', 'pbpaste', udid]);
  await expect.poll(() => bed.appleTools.runningPrograms()).toHaveLength(1);
  hung.child.kill('SIGTERM');
  expect(await hung.result).toMatchObject({ signal: 'SIGTERM', stdout: '' });
});
