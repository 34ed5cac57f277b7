/** Threads with what they wait for. LLDB knows no locks: a lock is told where the debug information of its frames is. */
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { DebugThread } from '../backend.ts';
import type { Slice } from '../debug-values.ts';
import { type DapStack, type DapThread, readStack, readThreads } from './dap-bodies.ts';
import type { LldbAsk } from './lldb-ask.ts';

/** Between the system call and the code that asked for the lock lie at most so many frames. */
const lockFrames = 8;
/** As LLDB says it [T8]. */
const waiting =
  /lll_lock_wait|futex|pthread_cond|pthread_mutex|psynch_|semaphore_(?:timed)?wait|ulock_wait|kevent|mach_msg|epoll_|^_*(?:poll|select|nanosleep|clock_nanosleep|read|accept|wait4)\b/;
const sleeping = /nanosleep/;
const locking = /lll_lock_wait|pthread_mutex|psynch_mutex/;
/** Parameters of pthread_mutex_lock in glibc, of libstdc++'s wrapper and of its std::mutex, and the owner in them. */
const mutexes = [
  { lock: '__mutex', owner: '__mutex->__data.__owner' },
  { lock: 'mutex', owner: 'mutex->__data.__owner' },
  { lock: 'this', owner: 'this->_M_mutex.__data.__owner' },
];

export async function stackOf(ask: LldbAsk, op: Operation, threadId: number, page: Slice): Promise<DapStack> {
  const args: DebugProtocol.StackTraceArguments = {
    threadId,
    startFrame: page.offset,
    levels: page.limit,
  };
  const stack = readStack(await ask.body(op, 'stackTrace', args));
  return { ...stack, frames: stack.frames.slice(0, page.limit) };
}

export async function listThreads(ask: LldbAsk, op: Operation): Promise<readonly DapThread[]> {
  return readThreads(await ask.body(op, 'threads', {}));
}

export async function threadsNow(
  ask: LldbAsk,
  op: Operation,
  stopped: boolean,
): Promise<readonly DebugThread[]> {
  const threads = await listThreads(ask, op);
  if (!stopped) return threads.map(({ id, name }) => ({ ...shape(id, name), state: 'running' }));
  const known = new Set(threads.map(({ id }) => id));
  const told: DebugThread[] = [];
  for (const thread of threads) {
    const { frames } = await stackOf(ask, op, thread.id, { offset: 0, limit: lockFrames });
    const top = frames.slice(0, 3).map(({ name }) => name);
    const waitsFor = top.some((name) => locking.test(name)) ? await lockOf(ask, op, frames, known) : null;
    const state = stateOf(top, waitsFor !== null);
    told.push({ ...shape(thread.id, thread.name), state, waitsFor });
  }
  return told.map((thread) => ({ ...thread, holds: heldBy(thread.id, told) }));
}

function shape(id: number, name: string): Omit<DebugThread, 'state'> {
  return { id: String(id), name, holds: [], waitsFor: null };
}

function stateOf(top: readonly string[], blocked: boolean): DebugThread['state'] {
  if (blocked) return 'monitor';
  if (top.some((name) => sleeping.test(name))) return 'sleeping';
  return top.some((name) => waiting.test(name)) ? 'waiting' : 'suspended';
}

/** Only locks that somebody waits for are known at all. */
function heldBy(id: string, threads: readonly DebugThread[]): readonly string[] {
  return threads.flatMap(({ waitsFor }) => (waitsFor?.ownerThreadId === id ? [waitsFor.lock] : []));
}

async function lockOf(
  ask: LldbAsk,
  op: Operation,
  frames: DapStack['frames'],
  threads: ReadonlySet<number>,
): Promise<DebugThread['waitsFor']> {
  for (const frame of frames) {
    // As LLDB says it [T8].
    if (!/mutex/.test(frame.name)) continue;
    for (const { lock, owner } of mutexes) {
      const ownerId = Number((await ask.read(op, frame.id, owner))?.value);
      const address = /0x0*([0-9a-f]+)/i.exec((await ask.read(op, frame.id, lock))?.value ?? '')?.[1];
      if (address === undefined || !threads.has(ownerId)) continue;
      return { lock: `mutex at 0x${address}`, ownerThreadId: String(ownerId) };
    }
  }
  return null;
}
