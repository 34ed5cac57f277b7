/**
 * What servers of this user leave behind when they are killed: builds, log streams, companions, workers and their forwards.
 * Each is written down while it runs; the next server that starts ends it and says so.
 */

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '@mobile-debug/core/environment.ts';
import { foreseen } from '@mobile-debug/core/fault.ts';
import { Operation, systemClock } from '@mobile-debug/core/operation.ts';
import { AdbServer } from '../devices/android/adb/adb-server.ts';
import { removeForward } from '../devices/android/adb/forwards.ts';
import { socketName } from '../devices/ios/screen/companion/companion-process.ts';
import type { ForwardOfAdb } from '../devices/port/debug.ts';
import { ChildRegister } from '../host/child-register.ts';
import { removeSocketFolder } from '../host/own-files.ts';
import { runStreamed, type StreamProgram } from '../host/streamed-process.ts';

export const jdiWorkerKind = 'jdi-worker';
const buildKind = 'build';
const noteMs = 5_000;
const cleanMs = 10_000;

/** Shared by the servers of this user. */
export const ownFolder = (): string => join(tmpdir(), `mobile-debug-mcp-${process.getuid?.() ?? 0}`);

export function ownRegister(env: Environment): ChildRegister {
  return new ChildRegister({ folder: ownFolder(), serverPid: process.pid, env });
}

/** Writes a child down; answers what strikes it out again. Without a note nothing else fails. */
export async function noted(
  register: ChildRegister,
  child: Parameters<ChildRegister['add']>[1],
): Promise<() => Promise<void>> {
  using op = Operation.start(noteMs);
  try {
    return await register.add(op, child);
  } catch (error) {
    foreseen(error);
    return async () => {};
  }
}

/** `runStreamed`, with a note of the program for as long as it runs. */
export function notedBuilds(env: Environment): StreamProgram {
  const register = ownRegister(env);
  return async (op, request) => {
    let strike: Promise<() => Promise<void>> | undefined;
    try {
      return await runStreamed(op, {
        ...request,
        onStart: (pid) => {
          strike = noted(register, { kind: buildKind, pid, args: request.args });
        },
      });
    } finally {
      await (await strike)?.();
    }
  };
}

const words: Readonly<Record<string, readonly [one: string, more: string]>> = {
  [buildKind]: ['build', 'builds'],
  'ios-log': ['log stream of a simulator', 'log streams of simulators'],
  [jdiWorkerKind]: ['debugger process', 'debugger processes'],
  companion: ['idb companion', 'idb companions'],
  forward: ['adb forward of the debugger', 'adb forwards of the debugger'],
};

/** Ends what killed servers left, and answers it in words; null when there was nothing. */
export async function endLeftovers(register: ChildRegister): Promise<string | null> {
  using op = Operation.start(cleanMs);
  let forwards = 0;
  try {
    const ended = await register.endAll(op, async (kind, note) => {
      if (kind === jdiWorkerKind && (await removedForward(op, note))) forwards++;
      if (kind.startsWith('companion-') && note !== '') await removeSocketFolder(note, socketName);
    });
    const counts = new Map(forwards > 0 ? [['forward', forwards]] : []);
    for (const [kind, count] of ended) {
      const name = kind.startsWith('companion-') ? 'companion' : kind;
      counts.set(name, (counts.get(name) ?? 0) + count);
    }
    return counts.size === 0 ? null : [...counts].map(told).join(', ');
  } catch (error) {
    // A server that starts must not fail by what another one has left.
    return `not all: ${foreseen(error).message}`;
  }
}

function told([kind, count]: readonly [string, number]): string {
  const [one, more] = words[kind] ?? [kind, kind];
  return `${count} ${count === 1 ? one : more}`;
}

/** Its worker removes it, unless that was killed as well. */
async function removedForward(op: Operation, note: string): Promise<boolean> {
  const adb = JSON.parse(note) as ForwardOfAdb | null;
  if (!adb) return false;
  try {
    await removeForward(op, new AdbServer({ address: adb, clock: systemClock }), adb);
    return true;
  } catch (error) {
    foreseen(error);
    return false;
  }
}
