/**
 * From attach to the first stop, and the locals there: the server with both backends, a bare JDWP client through the same
 * adb, and jdb, in turns on the same program. Needs java, javac and jdb.
 */
import { spawn } from 'node:child_process';
import { Operation, systemClock } from '@mobile-debug/core/operation.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { JdwpClient } from '../../src/debugger/jdwp/jdwp-client.ts';
import { type Machine, machineOf } from '../../src/debugger/jdwp/machine.ts';
import { openAdbDevice } from '../../src/devices/android/adb/adb-device.ts';
import { AdbServer } from '../../src/devices/android/adb/adb-server.ts';
import type { AdbDevice } from '../../src/devices/android/adb/adb-types.ts';
import { jdiEnvironment } from '../debugger/jdi.ts';
import {
  type CompiledDebuggee,
  compileDebuggee,
  hasJava,
  lineOf,
  type RunningDebuggee,
  runDebuggee,
} from '../debugger/jvm.ts';
import { serial, startTestPhone, type TestPhone } from '../e2e/phone.ts';
import { busyness, spread } from './spread.ts';
import { type StdioServer, startStdioServer } from './stdio-server.ts';

const app = 'com.example.shop';
const className = 'shop.Shop';
const rounds = 15;
const warmUps = 3;
const localsReads = 20;
/** The agent listens again some milliseconds after a debugger has left. */
const settleMs = 150;

type Contender = 'native' | 'jdi' | 'bare' | 'jdb';
type Times = Record<Contender, number[]>;

describe.skipIf(!hasJava())(`debugger${hasJava() ? '' : ' (left out: no JDK here)'}`, () => {
  const op = Operation.start(600_000);
  const toStop: Times = { native: [], jdi: [], bare: [], jdb: [] };
  const locals: Times = { native: [], jdi: [], bare: [], jdb: [] };
  let compiled: CompiledDebuggee;
  let java: RunningDebuggee;
  let phone: TestPhone;
  let adb: AdbDevice;
  let servers: Record<'native' | 'jdi', StdioServer>;

  beforeAll(async () => {
    compiled = compileDebuggee('-g');
    java = await runDebuggee(compiled);
    phone = await startTestPhone();
    phone.open(app);
    phone.adbServer.setDebugPort(serial, app, { ready: async () => {}, spec: () => `tcp:${java.port}` });
    const { host, port } = phone.adbServer;
    const server = new AdbServer({ address: { host, port }, clock: systemClock });
    adb = await openAdbDevice(op, server, { serial, transportId: null });
    servers = {
      native: await startStdioServer(phone.args),
      jdi: await startStdioServer([...phone.args, '--debugger-backend', 'jdi'], {
        XDG_CACHE_HOME: jdiEnvironment.XDG_CACHE_HOME,
      }),
    };
  });

  afterAll(async () => {
    op[Symbol.dispose]();
    await servers.native.close();
    await servers.jdi.close();
    await phone.close();
    await java.end();
    compiled.remove();
  });

  async function tool(
    backend: 'native' | 'jdi',
    name: string,
    args: Record<string, unknown>,
  ): Promise<Record<string, unknown>> {
    const { isError, data, texts } = await servers[backend].call(name, args);
    expect(isError, texts[0]).toBe(false);
    return data;
  }

  /** The time from the attach to the event of the stop, and those of the reads there. */
  async function throughServer(backend: 'native' | 'jdi'): Promise<Measured> {
    const from = performance.now();
    const { debug_session_id: debugSessionId } = await tool(backend, 'attach_debugger', { appId: app });
    await tool(backend, 'set_debugger_breakpoint', { debugSessionId, className, line: lineOf('sum') });
    java.say('add');
    const wait = { debugSessionId, afterSequence: 1, timeoutMs: 10_000 };
    const { stop } = await tool(backend, 'wait_for_debugger_event', wait);
    const stopMs = performance.now() - from;
    const { stop_id: stopId, thread_id: threadId } = stop as { stop_id: string; thread_id: string };
    const stack = await tool(backend, 'get_debugger_stack', { debugSessionId, stopId, threadId, limit: 1 });
    const [frame] = (stack['result'] as { frames: { frame_id: string }[] }).frames;
    const read = { debugSessionId, stopId, frameId: frame?.frame_id };
    const reads = await timed(localsReads, async () => await tool(backend, 'get_debugger_locals', read));
    await tool(backend, 'remove_debugger_breakpoint', { debugSessionId, breakpointId: 'b1' });
    await tool(backend, 'detach_debugger', { debugSessionId });
    return { stopMs, reads };
  }

  /** No more commands than a stop and a flat reading of its variables take. */
  async function bare(): Promise<Measured> {
    const from = performance.now();
    const pid = phone.pidOf(app);
    const stream = await adb.open(op, `jdwp:${pid}`);
    const chunks = stream.chunks[Symbol.asyncIterator]();
    let stopped = (_threadId: bigint): void => {};
    const stop = new Promise<bigint>((resolve) => {
      stopped = resolve;
    });
    const channel = {
      next: async () => (await chunks.next()).value ?? null,
      write: async (bytes: Uint8Array) => await stream.write(op, bytes),
      close: async () => await stream.close(),
    };
    const client = await JdwpClient.connect(op, channel, {
      event(data) {
        data.byte();
        data.int();
        if (data.byte() !== 2) return;
        data.int();
        stopped(data.id('object'));
      },
      closed() {},
    });
    const machine = machineOf(client);
    await breakAt(machine, lineOf('sum'));
    java.say('add');
    const threadId = await stop;
    const stopMs = performance.now() - from;
    const reads = await timed(localsReads, async () => {
      const [frame] = await machine.threads.frames(op, threadId, 0, 1);
      if (!frame) throw new Error('No frame.');
      const live = await machine.classes.liveVariables(op, { threadId, frame });
      const slots = (live?.variables ?? []).map(({ slot, signature }) => ({
        slot,
        tag: signature.slice(0, 1),
      }));
      await machine.threads.thisObject(op, threadId, frame.id);
      await machine.threads.frameValues(op, threadId, frame.id, slots);
    });
    await machine.threads.dispose(op);
    await client.close();
    return { stopMs, reads };
  }

  async function breakAt({ classes, threads }: Machine, line: number): Promise<void> {
    const [loaded] = await classes.classesBySignature(op, 'Lshop/Shop;');
    if (!loaded) throw new Error('The class is not loaded.');
    const [method] = (await classes.methods(op, loaded.id)).filter(({ name }) => name === 'add');
    if (!method) throw new Error('There is no such method.');
    const entry = (await classes.lineTable(op, loaded.id, method.id)).find((one) => one.line === line);
    if (!entry) throw new Error('The line has no code.');
    const location = { typeTag: loaded.typeTag, classId: loaded.id, methodId: method.id, index: entry.index };
    await threads.setRequest(op, 2, 2, [{ kind: 'location', location }]);
  }

  async function jdb(): Promise<Measured> {
    // Made before the time begins: whoever debugs by hand has it already.
    const forward = await adb.forward(op, `jdwp:${phone.pidOf(app)}`);
    const from = performance.now();
    const connect = `com.sun.jdi.SocketAttach:hostname=127.0.0.1,port=${forward.port}`;
    const child = spawn('jdb', ['-connect', connect], { stdio: ['pipe', 'pipe', 'ignore'] });
    let text = '';
    let look = (): void => {};
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      look();
    });
    const said = async (words: RegExp): Promise<void> => {
      await op.race(
        new Promise<void>((resolve) => {
          look = () => words.test(text) && resolve();
          look();
        }),
      );
      text = '';
    };
    await said(/> /);
    child.stdin.write(`stop at ${className}:${lineOf('sum')}\n`);
    await said(/Set breakpoint/);
    java.say('add');
    await said(/Breakpoint hit[\s\S]*\] /);
    const stopMs = performance.now() - from;
    const reads = await timed(3, async () => {
      child.stdin.write('locals\n');
      await said(/Local variables:[\s\S]*\] /);
    });
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.stdin.write(`clear ${className}:${lineOf('sum')}\nquit\n`);
    await ended;
    await adb.removeForward(op, forward);
    return { stopMs, reads };
  }

  test('attach to the first stop, and a locals read there', async () => {
    const contenders: readonly (readonly [Contender, () => Promise<Measured>])[] = [
      ['native', () => throughServer('native')],
      ['jdi', () => throughServer('jdi')],
      ['bare', bare],
      ['jdb', jdb],
    ];
    for (let round = 0; round < rounds + warmUps; round++) {
      // In turns, so that all see the same load of the computer.
      for (const [name, measure] of contenders) {
        await op.sleep(settleMs);
        const { stopMs, reads } = await measure();
        expect(await java.line()).toMatch(/^total /);
        if (round < warmUps) continue;
        toStop[name].push(stopMs);
        locals[name].push(...reads);
      }
    }
    const [stop, read] = [figures(toStop), figures(locals)];
    console.table({ 'attach to first stop, ms': {}, ...stop });
    console.table({ 'locals, ms': {}, ...read });
    const above = stop.native.p50 - stop.bare.p50;
    const share = stop.native.p50 / stop.jdb.p50;
    const own = read.native.p50 - read.bare.p50;
    console.log(
      `native above bare ${above.toFixed(1)} ms; native to jdb ${share.toFixed(3)}; jdi to jdb ${(stop.jdi.p50 / stop.jdb.p50).toFixed(3)}; ` +
        `a locals read above bare: native ${own.toFixed(2)} ms, jdi ${(read.jdi.p50 - read.bare.p50).toFixed(2)} ms; busy ${busyness().toFixed(1)}`,
    );
    expect(above).toBeLessThan(50 * busyness());
    expect(share).toBeLessThan(0.25);
    expect(own).toBeLessThan(5 * busyness());
  });
});

interface Measured {
  readonly stopMs: number;
  readonly reads: readonly number[];
}

function figures(times: Times): Record<Contender, ReturnType<typeof spread>> {
  const { native, jdi, bare, jdb } = times;
  return { native: spread(native), jdi: spread(jdi), bare: spread(bare), jdb: spread(jdb) };
}

async function timed(count: number, work: () => Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = [];
  for (let n = 0; n < count; n++) {
    const from = performance.now();
    await work();
    times.push(performance.now() - from);
  }
  return times;
}
