/** For tests: a debugged process that does what it is told, and sessions with it on a clock of the test's own. */
import { Fault } from '@mobile-debug/core/fault.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import type { DeviceInfo, DeviceWith } from '../../devices/port/device.ts';
import type { Debuggee, DebugListener } from '../backend.ts';
import { DebugSessions } from '../debug-sessions.ts';

export const info: DeviceInfo = {
  id: 'phone-1',
  platform: 'android',
  osVersion: '14',
  model: null,
  simulator: true,
  virtual: true,
  state: 'ready',
};

/** A backend that does what it is told and remembers what it was asked. */
class ScriptedProcess {
  readonly asked: string[] = [];
  tell: DebugListener = () => {};
  remaining: readonly string[] = [];
  refuseStep: boolean = false;
  /** Before a step is refused, and before a detach is answered. */
  meanwhile: () => void | Promise<void> = () => {};
  never: ReadonlySet<string> = new Set();

  readonly #debuggee: Debuggee = {
    limitations: [],
    setBreakpoint: async (_op, { id }) => {
      this.asked.push(`set ${id}`);
      return { status: 'verified', locations: [] };
    },
    removeBreakpoint: async (_op, id) => void this.asked.push(`remove ${id}`),
    threads: async () => [],
    stack: async () => ({ frames: [], total: 0 }),
    locals: async () => ({ availability: 'available', reason: null, values: [], total: 0 }),
    children: async () => ({ kind: 'fields', values: [], total: 0 }),
    evaluate: async () => ({
      name: 'x',
      type: 'int',
      value: '1',
      objectKey: null,
      preview: null,
      truncated: false,
    }),
    step: async () => {
      if (this.refuseStep) await this.meanwhile();
      if (this.refuseStep) throw new Fault('DEBUGGER_LOCATION_UNAVAILABLE', 'native');
      await this.#ask('step');
    },
    resume: async () => await this.#ask('resume'),
    detach: async () => {
      this.asked.push('detach');
      await this.meanwhile();
      return this.remaining;
    },
  };

  async #ask(what: string): Promise<void> {
    this.asked.push(what);
    if (this.never.has(what)) await new Promise<void>(() => {});
  }

  attach(listener: DebugListener): Debuggee {
    this.tell = listener;
    return this.#debuggee;
  }

  stop(breakpointIds: readonly string[] = []): void {
    this.tell({
      kind: 'stopped',
      stop: {
        reason: 'breakpoint',
        description: 'breakpoint',
        threadId: 'main',
        breakpointIds,
        locations: [],
      },
    });
  }
}

export async function bed(pids: () => readonly number[] = () => [7]) {
  const clock = new ManualClock();
  const process = new ScriptedProcess();
  const pauses: (string | null)[] = [];
  const told: string[] = [];
  const sessions = new DebugSessions(clock, () => ({
    name: 'native',
    attach: async (_op, _target, listener) => process.attach(listener),
  }));
  const attach = async (id = 'phone-1', processId?: number) => {
    const device: DeviceWith<'debug'> = {
      info: { ...info, id },
      close: async () => {},
      debug: {
        limitations: [],
        processes: async () => ({
          attachable: pids().map((pid) => ({ pid, processName: 'com.example', start: `boot:${pid}` })),
          closed: [],
        }),
      },
    };
    using op = Operation.start(60_000, { clock });
    const watcher = {
      paused: (stop: { stopId: string } | null) => void pauses.push(stop?.stopId ?? null),
      happened: (_atMs: number, line: string) => void told.push(line),
    };
    return await sessions.attach(op, {
      device,
      appId: 'com.example',
      processId,
      timeoutMs: 10_000,
      watcher,
    });
  };
  return { clock, process, sessions, attach, pauses, told, op: () => Operation.start(600_000, { clock }) };
}
