/** All debugging sessions of this server: who may attach to what, and that each of them ends. */
import type { Clock } from '@mobile-debug/core/clock.ts';
import { Fault, isFault } from '@mobile-debug/core/fault.ts';
import { randomId } from '@mobile-debug/core/ids.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import type { DebugFacet, DebugProcess } from '../devices/port/debug.ts';
import type { DeviceInfo, DeviceWith } from '../devices/port/device.ts';
import type { AppUser } from '../devices/port/users.ts';
import type { DebuggerBackend } from './backend.ts';
import { bounded } from './bounded-call.ts';
import { DebugSession } from './debug-session.ts';
import type { DebugWatcher } from './session-types.ts';

export interface AttachRequest {
  readonly device: DeviceWith<'debug'>;
  readonly appId: string;
  /** Whose app; null for that of every user. */
  readonly user?: AppUser;
  readonly processId: number | undefined;
  readonly timeoutMs: number;
  readonly watcher: DebugWatcher;
}

/** The backend for a device; null where this server has none. */
export type BackendChoice = (device: DeviceWith<'debug'>) => DebuggerBackend | null;

const mostSessions = 4;
const mostEnded = 100;
/** For letting go of a process that nobody waits for any more. */
const lateMs = 10_000;
const endedForMs = 10 * 60_000;

export class DebugSessions {
  readonly #clock: Clock;
  readonly #backendFor: BackendChoice;
  readonly #sessions = new Map<string, DebugSession>();
  #closed: boolean = false;

  constructor(clock: Clock, backendFor: BackendChoice) {
    this.#clock = clock;
    this.#backendFor = backendFor;
  }

  backendFor(device: DeviceWith<'debug'>): DebuggerBackend | null {
    return this.#backendFor(device);
  }

  /** DEBUGGER_NOT_FOUND for what never was, or ended long ago. */
  get(id: string): DebugSession {
    this.#forgetOld();
    const session = this.#sessions.get(id);
    if (session) return session;
    throw new Fault('DEBUGGER_NOT_FOUND', `There is no debugger session ${JSON.stringify(id.slice(0, 60))}.`);
  }

  /** The session that holds a device, if any. */
  on({ platform, id }: DeviceInfo): DebugSession | undefined {
    return [...this.#sessions.values()].find(
      ({ setting: { device }, holdsDevice }) =>
        device.platform === platform && device.id === id && holdsDevice,
    );
  }

  /** Never tried twice: an attach that ended unknown is torn down. */
  async attach(op: Operation, request: AttachRequest): Promise<DebugSession> {
    const { device, appId, watcher, timeoutMs } = request;
    const backend = this.#backendFor(device);
    if (!backend) {
      throw new Fault('DEBUGGER_UNSUPPORTED', `This server has no debugger for ${device.info.platform}.`);
    }
    this.#assertRoom(device.info);
    this.#forgetOld();
    return await bounded(op, timeoutMs, async (own) => {
      const process = await chosenProcess(own, device, request);
      const target = { appId, ...process };
      this.#assertRoom(device.info);
      const session = new DebugSession({
        id: randomId('dbg'),
        device: device.info,
        target,
        backend: backend.name,
        clock: this.#clock,
        watcher,
      });
      this.#sessions.set(session.setting.id, session);
      await attachTo(own, session, { backend, request });
      return session;
    });
  }

  /** Detaches from all, so that no app is left standing. */
  async close(): Promise<void> {
    this.#closed = true;
    const open = [...this.#sessions.values()].filter((session) => session.holdsDevice);
    await Promise.allSettled(open.map((session) => session.detach('server_shutdown')));
  }

  #assertRoom(device: DeviceInfo): void {
    if (this.#closed) throw new Fault('DEBUGGER_BUSY', 'The server is shutting down.');
    const holding = this.on(device);
    if (holding) throw heldBy(holding);
    const open = [...this.#sessions.values()].filter((session) => session.holdsDevice);
    if (open.length < mostSessions) return;
    throw new Fault('DEBUGGER_BUSY', `${mostSessions} debugger sessions are open, which is the maximum.`, {
      nextStep: 'Detach one of them first.',
      details: { debug_session_ids: open.map(({ setting }) => setting.id) },
    });
  }

  #forgetOld(): void {
    const now = this.#clock.monotonicMs();
    const ended = [...this.#sessions.values()].filter(
      (session) => session.endedAtMs !== null && !session.holdsDevice,
    );
    const tooMany = ended.slice(0, Math.max(0, ended.length - mostEnded));
    for (const session of ended) {
      if (tooMany.includes(session) || now - (session.endedAtMs ?? now) > endedForMs)
        this.#sessions.delete(session.setting.id);
    }
  }
}

async function attachTo(
  op: Operation,
  session: DebugSession,
  { backend, request }: { readonly backend: DebuggerBackend; readonly request: AttachRequest },
): Promise<void> {
  const { target } = session.setting;
  const attaching = backend.attach(op, target, (event) => session.take(event));
  try {
    session.attached(await op.race(attaching));
    const { pid, start } = await chosenProcess(op, request.device, { ...request, processId: target.pid });
    if (pid !== target.pid || start !== target.start) {
      throw new Fault('PROCESS_CHANGED', `Process ${target.pid} ended while the debugger attached.`);
    }
  } catch (error) {
    if (session.state === 'attaching') {
      session.failed(isFault(error) ? error.code.toLowerCase() : 'internal_error');
      // An attach that still succeeds has nobody waiting for it.
      void attaching.then(
        (late) => release(late),
        () => {},
      );
    } else await session.detach('attach_failed');
    throw error;
  }
}

async function release(late: Awaited<ReturnType<DebuggerBackend['attach']>>): Promise<void> {
  using op = Operation.start(lateMs);
  try {
    await late.detach(op);
  } catch (error) {
    // Nobody is left to hear it; the process lets go when the connection closes.
    if (!isFault(error)) throw error;
  }
}

/** PROCESS_NOT_FOUND, PROCESS_AMBIGUOUS, DEBUGGER_UNSUPPORTED: never simply the first. */
export async function chosenProcess(
  op: Operation,
  { debug }: DeviceWith<'debug'>,
  {
    appId,
    user,
    processId,
  }: Pick<AttachRequest, 'appId' | 'user'> & { readonly processId?: number | undefined },
): Promise<DebugProcess> {
  const { attachable, closed, foreign = [] } = await debug.processes(op, appId, user);
  const [only] = attachable;
  if (processId !== undefined) {
    const named = attachable.find(({ pid }) => pid === processId);
    if (named) return named;
    if (closed.some(({ pid }) => pid === processId)) throw notDebuggable(appId, debug);
    if (foreign.some(({ pid }) => pid === processId)) throw notOf(appId, [processId]);
    throw new Fault('PROCESS_NOT_FOUND', `${appId} has no process ${processId}.`, {
      ...(only && { nextStep: `Leave processId out, or pass ${only.pid}.` }),
      details: { processes: listed(attachable) },
    });
  }
  if (attachable.length > 1) {
    throw new Fault('PROCESS_AMBIGUOUS', `${appId} has ${attachable.length} processes.`, {
      details: { processes: listed(attachable) },
    });
  }
  if (only) return only;
  if (closed.length > 0) throw notDebuggable(appId, debug);
  if (foreign.length > 0) {
    throw notOf(
      appId,
      foreign.map(({ pid }) => pid),
    );
  }
  throw new Fault('PROCESS_NOT_FOUND', `${appId} is not running.`);
}

function notOf(appId: string, pids: readonly number[]): Fault {
  return new Fault(
    'PROCESS_NOT_FOUND',
    `Process ${pids.join(', ')} bears the name of ${appId} and belongs to another app: its user id is not that of the package.`,
  );
}

const forbidden = {
  message: 'runs, and its build takes no debugger.',
  nextStep: 'Install a debug build (android:debuggable), then start the app and attach again.',
};

function notDebuggable(appId: string, { closedBecause = forbidden }: DebugFacet): Fault {
  const { message, nextStep } = closedBecause;
  return new Fault('DEBUGGER_UNSUPPORTED', `${appId} ${message}`, { nextStep });
}

function listed(processes: readonly DebugProcess[]): readonly Record<string, unknown>[] {
  return processes.map(({ pid, processName, user }) => ({
    process_id: pid,
    process_name: processName,
    ...(user === undefined ? {} : { user }),
  }));
}

/** Why a device takes no new session: another one is open, or one that ended left something behind. */
function heldBy({ setting: { id }, state, cleanup: { status, remaining } }: DebugSession): Fault {
  if (status === 'failed') {
    return new Fault(
      'DEBUGGER_CLEANUP_FAILED',
      `Session ${id} ended and left behind: ${remaining.join(', ')}.`,
      {
        nextStep: `Call detach_debugger with ${id}, which tries again.`,
        details: { debug_session_id: id, remaining },
      },
    );
  }
  return new Fault('DEBUGGER_BUSY', `Session ${id} holds this device (${state}).`, {
    nextStep: `Call detach_debugger with ${id} first.`,
    details: { debug_session_id: id },
  });
}
