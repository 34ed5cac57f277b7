/**
 * From attach to the first stop on iOS, and the locals there: the server over stdio, and a bare client of the Debug Adapter
 * Protocol with the same lldb-dap on the same program, in turns. Needs a C++ compiler and LLDB.
 */
import { Operation, systemClock } from '@mobile-debug/core/operation.ts';
import { createIphone } from '@mobile-debug/virtual-phone/apple/simulator.ts';
import {
  startVirtualAppleTools,
  type VirtualAppleTools,
} from '@mobile-debug/virtual-phone/apple/virtual-apple-tools.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isRecord, readScope, readStack, readStopped } from '../../src/debugger/lldb/dap-bodies.ts';
import { DapClient, type DapEvent } from '../../src/debugger/lldb/dap-client.ts';
import { farewell } from '../../src/debugger/lldb/lldb-attach.ts';
import { startDebugAdapter } from '../../src/host/debug-adapter.ts';
import { appId, at, FixtureApp } from '../debugger/lldb-app.ts';
import { McpDebugger } from '../debugger/mcp-debugger.ts';
import { lineOf, nativePrograms, type Programs, sourcePath } from '../debugger/native-program.ts';
import { busyness, spread } from './spread.ts';
import { type StdioServer, startStdioServer } from './stdio-server.ts';

const udid = '978BAD6B-EEB8-4A54-9D5F-D17280D12AA5';
const rounds = 12;
const warmUps = 2;
const localsReads = 20;

const found = await nativePrograms();
const missing = typeof found === 'string' ? found : null;
const programs = found as Programs;

describe.skipIf(missing !== null)(
  `debugger on LLDB${missing === null ? '' : ` (left out: ${missing})`}`,
  () => {
    const op = Operation.start(600_000);
    const toStop: Record<'server' | 'bare', number[]> = { server: [], bare: [] };
    const locals: Record<'server' | 'bare', number[]> = { server: [], bare: [] };
    let app: FixtureApp;
    let phone: ReturnType<typeof createIphone>;
    let appleTools: VirtualAppleTools;
    let server: StdioServer;
    let tools: McpDebugger;

    beforeAll(async () => {
      app = new FixtureApp(programs);
      phone = createIphone({ clock: systemClock, timing: 'instant' });
      appleTools = await startVirtualAppleTools({
        clock: systemClock,
        simulators: [{ udid, name: 'iPhone 17', phone, state: 'Booted' }],
        programs: app,
      });
      server = await startStdioServer([], appleTools.environment());
      tools = new McpDebugger((name, args) => server.call(name, args), {
        platform: 'ios',
        deviceId: udid,
        appId,
      });
      await tools.ok('start_app', tools.target);
    });
    afterAll(async () => {
      op[Symbol.dispose]();
      await server.close();
      await app.last.end();
      await appleTools.close();
      phone.close();
      programs.remove();
    });

    async function throughServer(): Promise<{ stopMs: number; localsMs: number[] }> {
      const from = performance.now();
      await tools.attach();
      await tools.breakAt(at('added'));
      const stop = await tools.stop();
      const stopMs = performance.now() - from;
      const top = await tools.top(stop);
      const localsMs = await timed(() => tools.own('get_debugger_locals', { ...top, depth: 0 }));
      await tools.detach();
      return { stopMs, localsMs };
    }

    async function bare(): Promise<{ stopMs: number; localsMs: number[] }> {
      const from = performance.now();
      const waiting = new Map<string, (body: unknown) => void>();
      const next = async (name: string): Promise<unknown> =>
        await new Promise((resolve) => void waiting.set(name, resolve));
      const take = ({ name, body }: DapEvent): void => waiting.get(name)?.(body);
      const client = new DapClient(await startDebugAdapter(op, { command: programs.lldb, farewell }), take);
      const ask = async (command: string, args: object = {}): Promise<unknown> => {
        const answer = await client.ask(op, command, args);
        expect(answer.ok, command).toBe(true);
        return answer.ok ? answer.body : null;
      };
      await ask('initialize', { adapterID: 'lldb' });
      const ready = next('initialized');
      await Promise.all([ask('attach', { pid: app.last.pid, stopOnEntry: true }), ready]);
      const entry = next('stopped');
      await ask('configurationDone');
      const { threadId } = readStopped(await entry);
      await ask('continue', { threadId });
      const hit = next('stopped');
      await ask('setBreakpoints', { source: { path: sourcePath }, breakpoints: [{ line: lineOf('added') }] });
      await hit;
      const stopMs = performance.now() - from;
      const { frames } = readStack(await ask('stackTrace', { threadId, startFrame: 0, levels: 1 }));
      const localsMs = await timed(async () => {
        const reference = readScope(await ask('scopes', { frameId: frames[0]?.id }), 'Locals');
        expect(isRecord(await ask('variables', { variablesReference: reference }))).toBe(true);
      });
      await ask('disconnect', { terminateDebuggee: false });
      client.close();
      await client.gone(op);
      return { stopMs, localsMs };
    }

    async function timed(read: () => Promise<unknown>): Promise<number[]> {
      const times: number[] = [];
      for (let count = 0; count < localsReads; count++) {
        const from = performance.now();
        await read();
        times.push(performance.now() - from);
      }
      return times;
    }

    test('attach to first stop, and locals', async () => {
      for (let round = 0; round < warmUps + rounds; round++) {
        for (const [who, measure] of [
          ['server', throughServer],
          ['bare', bare],
        ] as const) {
          const { stopMs, localsMs } = await measure();
          await app.last.rounds(1);
          if (round < warmUps) continue;
          toStop[who].push(stopMs);
          locals[who].push(...localsMs);
        }
      }
      const figures = {
        toStop: { server: spread(toStop.server), bare: spread(toStop.bare) },
        locals: { server: spread(locals.server), bare: spread(locals.bare) },
        busyness: busyness(),
      };
      console.log(JSON.stringify(figures));
      // 50 ms of our own on a quiet computer for the way to a stop, 5 ms for reading the locals.
      const own = {
        toStop: figures.toStop.server.p50 - figures.toStop.bare.p50,
        locals: figures.locals.server.p50 - figures.locals.bare.p50,
      };
      expect(own.toStop).toBeLessThan(50 * figures.busyness);
      expect(own.locals).toBeLessThan(5 * figures.busyness);
    }, 600_000);
  },
);
