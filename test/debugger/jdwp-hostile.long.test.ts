/**
 * A process that answers nonsense: 20,000 packets spoiled in all kinds of ways, under whole sessions. Every call ends in
 * an answer or a fault of the debugger's, in its time; the connection and all timers are gone afterwards; memory is bounded.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Fault } from '@mobile-debug/core/fault.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import { expect, test } from 'vitest';
import type { BreakpointRequest } from '../../src/debugger/backend.ts';
import type { DebugSession } from '../../src/debugger/debug-session.ts';
import { DebugSessions } from '../../src/debugger/debug-sessions.ts';
import { attachNative } from '../../src/debugger/jdwp/native-debuggee.ts';
import { ScriptedMachine } from '../../src/debugger/jdwp/testing/scripted-machine.ts';
import type { DeviceInfo, DeviceWith } from '../../src/devices/port/device.ts';
import { Dice, spoiled } from './spoiled-packets.ts';

const enough = 20_000;
const budget = { depth: 3, maxChars: 2_000 };
const allowed = new Set([
  'INVALID_ARGUMENT',
  'DEBUGGER_BUSY',
  'DEBUGGER_ATTACH_FAILED',
  'DEBUGGER_NOT_FOUND',
  'DEBUGGER_NOT_PAUSED',
  'DEBUGGER_STALE_REFERENCE',
  'DEBUGGER_LOCATION_UNAVAILABLE',
  'DEBUGGER_DISCONNECTED',
  'DEBUGGER_TIMEOUT',
]);

const info: DeviceInfo = {
  id: 'phone-1',
  platform: 'android',
  osVersion: '14',
  model: null,
  simulator: true,
  virtual: true,
  state: 'ready',
};
const device: DeviceWith<'debug'> = {
  info,
  close: async () => {},
  debug: {
    limitations: [],
    processes: async () => ({ attachable: [{ pid: 7, processName: 'shop', start: 'a' }], closed: [] }),
  },
};

/** One session from attach to detach with whatever spoils it. */
class Run {
  readonly clock = new ManualClock();
  readonly machine = new ScriptedMachine();
  readonly outcomes = new Map<string, number>();
  readonly #dice: Dice;
  readonly #sessions: DebugSessions;
  spoiled = 0;

  constructor(seed: number) {
    this.#dice = new Dice(seed);
    let left = this.#dice.below(60);
    const often = 1 + this.#dice.below(8);
    this.machine.spoil = (packet) => {
      left -= 1;
      if (left > 0 || this.#dice.below(often) > 0) return [packet];
      this.spoiled += 1;
      return spoiled(packet, this.#dice);
    };
    this.#sessions = new DebugSessions(this.clock, () => ({
      name: 'native',
      attach: async (op, _target, listener) =>
        await attachNative(op, this.machine, { listener, clock: this.clock }),
    }));
  }

  async whole(): Promise<void> {
    const session = await this.#finish((op) =>
      this.#sessions.attach(op, {
        device,
        appId: 'shop',
        processId: undefined,
        timeoutMs: 10_000,
        watcher: { paused() {}, happened() {} },
      }),
    );
    if (session) await this.#through(session);
    await this.#finish(() => this.#sessions.close());
    expect(this.machine.isClosed).toBe(true);
    expect(this.clock.pending).toBe(0);
    expect(session?.endedAtMs ?? 0).not.toBeNull();
  }

  async #through(session: DebugSession): Promise<void> {
    const at = { kind: 'class_line', className: 'shop.Cart', line: 11 } as const;
    await this.#set(session, { at, condition: 'sum == 7 && label == "cup"' });
    await this.#set(session, {
      at: { kind: 'file_line', file: 'Cart.java', line: 12 },
      logMessage: '{this} {prices}',
    });
    await this.#set(session, { at: { kind: 'function', name: 'shop.Cart.total' } });
    for (const kind of ['breakpoint', 'step', 'exception'] as const) {
      this.machine.happens(kind);
      await this.#finish((op) => session.events(op, 0, 1_000));
      const { stop } = session;
      if (stop) await this.#look(session, stop.stopId, stop.threadId);
    }
    await this.#finish((op) =>
      session.change(op, 10_000, { work: (own) => session.breakpoints.remove(own, 'b1') }),
    );
    await this.#finish(() => session.detach('client_detached'));
  }

  async #set(session: DebugSession, wanted: Partial<BreakpointRequest> & Pick<BreakpointRequest, 'at'>) {
    const request = { condition: null, logMessage: null, ...wanted };
    await this.#finish((op) =>
      session.change(op, 10_000, { work: (own) => session.breakpoints.set(own, request) }),
    );
  }

  async #look(session: DebugSession, stopId: string, threadId: string): Promise<void> {
    await this.#inspect(session, (op) => session.debuggee().threads(op));
    const thread = session.stop ? session.references.key('thread', threadId) : 't64';
    const stack = await this.#inspect(session, (op) =>
      session.debuggee().stack(op, thread, { offset: 0, limit: 20 }),
    );
    const frameKey = stack?.frames[0]?.key ?? 'f64:0';
    await this.#inspect(session, (op) => session.debuggee().locals(op, frameKey, budget));
    for (const id of ['oc8', 'o190', 'offff']) {
      await this.#inspect(session, (op) =>
        session.debuggee().children(op, id, { offset: 0, limit: 100 }, budget),
      );
    }
    for (const expression of ['items[4] == 5 && made > 3', 'this.getCount()']) {
      await this.#inspect(session, (op) =>
        session.debuggee().evaluate(op, { frameKey, expression, allowGetters: true, budget }),
      );
    }
    if (this.#dice.below(2) === 0) {
      await this.#finish((op) => session.step(op, 10_000, { stopId, threadId, kind: 'over' }));
    } else await this.#finish((op) => session.resume(op, 10_000, stopId));
  }

  async #inspect<T>(session: DebugSession, work: (op: Operation) => Promise<T>): Promise<T | null> {
    return await this.#finish((op) => session.inspect(op, 5_000, (own) => work(own)));
  }

  /** Null after a fault. Time passes only when nothing else happens, and no more than a call and its cleanup may take. */
  async #finish<T>(work: (op: Operation) => Promise<T>): Promise<T | null> {
    using op = Operation.start(60_000, { clock: this.clock });
    let isOver: boolean = false;
    const answer = work(op).then(
      (value) => () => value,
      (error: unknown) => () => this.#failed(error),
    );
    void answer.then(() => {
      isOver = true;
    });
    const from = this.clock.monotonicMs();
    for (let turn = 0; !isOver; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      if (turn > 8 && !isOver) await this.clock.advance(500);
      expect(this.clock.monotonicMs() - from).toBeLessThanOrEqual(21_000);
    }
    return (await answer)();
  }

  #failed(error: unknown): null {
    if (!(error instanceof Fault)) throw error;
    if (!allowed.has(error.code)) throw new Error(`An unexpected ${error.code}`, { cause: error });
    this.outcomes.set(error.code, (this.outcomes.get(error.code) ?? 0) + 1);
    return null;
  }
}

setFlagsFromString('--expose_gc');
const collect = runInNewContext('gc') as () => void;

function heapBytes(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

test(`${enough} spoiled packets`, { timeout: 300_000 }, async () => {
  const outcomes = new Map<string, number>();
  let [spoiled, runs, heapAtFirst] = [0, 0, 0];
  const rssBefore = process.memoryUsage().rss;
  let mostRss = 0;
  while (spoiled < enough) {
    const run = new Run(runs);
    try {
      await run.whole();
    } catch (error) {
      throw new Error(`In the run with seed ${runs}`, { cause: error });
    }
    runs += 1;
    spoiled += run.spoiled;
    for (const [code, count] of run.outcomes) outcomes.set(code, (outcomes.get(code) ?? 0) + count);
    if (runs === 200) heapAtFirst = heapBytes();
    if (runs % 100 === 0) mostRss = Math.max(mostRss, process.memoryUsage().rss);
  }
  const grownBytes = heapBytes() - heapAtFirst;
  console.warn(
    `${spoiled} packets in ${runs} sessions; heap grew by ${Math.round(grownBytes / 1024)} kB, memory by at most ` +
      `${Math.round((mostRss - rssBefore) / 2 ** 20)} MB; ${JSON.stringify(Object.fromEntries(outcomes))}`,
  );
  expect(grownBytes).toBeLessThan(16 << 20);
  expect(mostRss - rssBefore).toBeLessThan(300 << 20);
  for (const code of [
    'DEBUGGER_TIMEOUT',
    'DEBUGGER_DISCONNECTED',
    'DEBUGGER_BUSY',
    'DEBUGGER_ATTACH_FAILED',
  ]) {
    expect(outcomes.get(code), code).toBeGreaterThan(0);
  }
});
