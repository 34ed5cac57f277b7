/** LLDB below the sessions that tools use: a simulator's app is represented by a program of this computer. */
import { systemClock } from '@mobile-debug/core/operation.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { debugBackends } from '../../src/cli/debug-backends.ts';
import type { DebugSession } from '../../src/debugger/debug-session.ts';
import { DebugSessions } from '../../src/debugger/debug-sessions.ts';
import { iosDebug } from '../../src/devices/ios/debug.ts';
import { runProcess } from '../../src/host/process.ts';
import { Debugged, lineOf, nativePrograms, type Programs } from './native-program.ts';

const found = await nativePrograms();
const missing = typeof found === 'string' ? found : null;
if (missing !== null) console.warn(`LLDB suite skipped: ${missing}`);
const programs = found as Programs;
afterAll(() => {
  if (missing === null) programs.remove();
});

/** The present stop, waiting for it with the events. */
async function untilPaused(session: DebugSession, at: Debugged) {
  for (let cursor = 0; session.stop === null; ) {
    const page = await session.events(at.op, cursor, 10_000);
    cursor = page.nextCursor;
  }
  const { stopId, threadId } = session.stop;
  return { stopId, threadId };
}

describe.skipIf(missing !== null)('a session on a simulator', () => {
  it('attaches by the process of the app facet, stops, steps, and detaches when the server closes', async () => {
    const at = new Debugged(programs.program, 'plain');
    const environment = { ...process.env, LLDB_DAP_PATH: programs.lldb };
    const sessions = new DebugSessions(systemClock, debugBackends(systemClock, { values: {}, environment }));
    const apps = { pids: async () => [at.pid], installed: async () => true };
    const device = {
      info: {
        id: 'sim',
        platform: 'ios',
        osVersion: '26.0',
        model: null,
        simulator: true,
        virtual: false,
        state: 'ready',
      },
      debug: iosDebug({ apps, run: runProcess, environment }),
      close: async () => {},
    } as const;
    try {
      await at.rounds(1);
      const session = await sessions.attach(at.op, {
        device,
        appId: 'com.example.shop',
        processId: undefined,
        timeoutMs: 20_000,
        watcher: { paused: () => {}, happened: () => {} },
      });
      expect(session.setting).toMatchObject({
        backend: 'lldb-dap',
        target: { pid: at.pid, processName: 'shop', start: expect.stringMatching(/\d{2}$/) },
      });
      await session.inspect(at.op, 10_000, (op, debuggee) =>
        debuggee.setBreakpoint(op, {
          id: 'a',
          at: { kind: 'file_line', file: 'shop.cpp', line: lineOf('added') },
          condition: null,
          logMessage: null,
        }),
      );
      const stop = await untilPaused(session, at);
      await session.step(at.op, 10_000, { ...stop, kind: 'over' });
      const next = await untilPaused(session, at);
      expect(() => session.at(stop.stopId)).toThrow(
        expect.objectContaining({ code: 'DEBUGGER_STALE_REFERENCE' }),
      );
      expect(next.stopId).not.toBe(stop.stopId);
      await sessions.close();
      expect(session.state).toBe('detached');
      await at.rounds(2);
    } finally {
      await sessions.close();
      await at.end();
    }
  });
});
