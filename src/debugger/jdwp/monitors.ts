/** Threads with the locks that they hold and wait for. */
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { DebugThread } from '../backend.ts';
import { isRefusal, jdwpErrors } from './jdwp-error.ts';
import type { Machine } from './machine.ts';
import { shortName, typeName } from './signatures.ts';

const states: ReadonlyMap<number, DebugThread['state']> = new Map([
  [0, 'zombie'],
  [1, 'running'],
  [2, 'sleeping'],
  [3, 'monitor'],
  [4, 'waiting'],
]);

export function threadKey(threadId: bigint): string {
  return `t${threadId.toString(16)}`;
}

/** While the program runs, locks cannot be asked for. */
export async function threadsOf(
  op: Operation,
  machine: Machine,
  isStopped: boolean,
): Promise<readonly DebugThread[]> {
  const found = await Promise.all(
    (await machine.threads.allThreads(op)).map((id) => readThread(op, machine, id, isStopped)),
  );
  const threads = found.filter((thread) => thread !== null);
  const ownerOf = new Map(
    threads.flatMap(({ id, held }) => held.map((lock) => [lock, threadKey(id)] as const)),
  );
  return await Promise.all(
    threads.map(async ({ id, name, state, held, wanted }) => ({
      id: threadKey(id),
      name,
      state,
      holds: await Promise.all(held.map((lock) => lockName(op, machine, lock))),
      waitsFor:
        wanted === 0n
          ? null
          : { lock: await lockName(op, machine, wanted), ownerThreadId: ownerOf.get(wanted) ?? null },
    })),
  );
}

interface ReadThread {
  readonly id: bigint;
  readonly name: string;
  readonly state: DebugThread['state'];
  readonly held: readonly bigint[];
  readonly wanted: bigint;
}

/** Null for a thread that ended meanwhile. */
async function readThread(
  op: Operation,
  machine: Machine,
  id: bigint,
  isStopped: boolean,
): Promise<ReadThread | null> {
  const { threads } = machine;
  try {
    const [name, { status, isSuspended }] = await Promise.all([
      threads.threadName(op, id),
      threads.threadStatus(op, id),
    ]);
    const own = states.get(status) ?? 'unknown';
    // A machine tells what the thread would do, and apart from it that it may not.
    const state = own === 'running' && isSuspended ? 'suspended' : own;
    if (!isStopped) return { id, name, state, held: [], wanted: 0n };
    return { id, name, state, held: await heldBy(op, machine, id), wanted: await wantedBy(op, machine, id) };
  } catch (error) {
    if (isRefusal(error, jdwpErrors.invalidThread, jdwpErrors.invalidObject)) return null;
    throw error;
  }
}

async function heldBy(op: Operation, machine: Machine, id: bigint): Promise<readonly bigint[]> {
  try {
    return await machine.threads.ownedMonitors(op, id);
  } catch (error) {
    if (isRefusal(error, jdwpErrors.notSuspended, jdwpErrors.notImplemented, jdwpErrors.opaqueFrame))
      return [];
    throw error;
  }
}

async function wantedBy(op: Operation, machine: Machine, id: bigint): Promise<bigint> {
  try {
    return await machine.threads.contendedMonitor(op, id);
  } catch (error) {
    if (isRefusal(error, jdwpErrors.notSuspended, jdwpErrors.notImplemented)) return 0n;
    throw error;
  }
}

async function lockName(op: Operation, machine: Machine, objectId: bigint): Promise<string> {
  const { id } = await machine.objects.classOf(op, objectId);
  return `${shortName(typeName(await machine.classes.signature(op, id)))}@${objectId.toString(16)}`;
}
