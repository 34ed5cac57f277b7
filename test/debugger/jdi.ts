/** For tests: the JDI backend on a program of this computer, without adb and its forwards. */
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@mobile-debug/core/operation.ts';
import { jdiWorkers } from '../../src/cli/jdi-choice.ts';
import { JdiBackend } from '../../src/debugger/jdi/jdi-backend.ts';
import type { Attach } from './scenarios.ts';

/** Compiled once for all suites of this user. */
export const jdiEnvironment = {
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  XDG_CACHE_HOME: join(tmpdir(), `mobile-debug-test-cache-${process.getuid?.() ?? 0}`),
};

/** Id and arguments of all processes, one a line. */
export function processes(): readonly string[] {
  return execFileSync('ps', ['-ww', '-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n');
}

/** Process ids of the workers of a server. */
export function workersOf(server = process.pid): readonly number[] {
  return processes()
    .filter((line) => line.endsWith(`mobiledebug.Worker ${server}`))
    .map((line) => Number.parseInt(line, 10));
}

const prepare = jdiWorkers(jdiEnvironment);

export const attachJdi: Attach = async (op, program, listener) => {
  const backend = new JdiBackend({
    clock: systemClock,
    prepare,
    ready: async () => {},
    forward: async () => ({ host: '127.0.0.1', port: program.port, adb: null, remove: async () => {} }),
  });
  const target = { appId: 'shop', pid: program.pid, processName: 'shop' };
  return await backend.attach(op, target, listener);
};
