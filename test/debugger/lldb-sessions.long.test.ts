/** LLDB below the sessions that tools use: a simulator's app is represented by a program of this computer. */
import { systemClock } from '@mobile-debug/core/operation.ts';
import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
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

const environment = { ...process.env, LLDB_DAP_PATH: programs.lldb };
const info = {
  id: 'sim',
  platform: 'ios',
  osVersion: '26.0',
  model: null,
  simulator: true,
  virtual: false,
  state: 'ready',
} as const;

async function attach(at: Debugged, sessions: DebugSessions): Promise<DebugSession> {
  await at.rounds(1);
  const apps = { pids: async () => [at.pid], installed: async () => true };
  const debug = iosDebug({ apps, run: runProcess, environment });
  return await sessions.attach(at.op, {
    device: { info, debug, close: async () => {} },
    appId: 'com.example.shop',
    processId: undefined,
    timeoutMs: 20_000,
    watcher: { paused: () => {}, happened: () => {} },
  });
}

async function breakAtAdded(at: Debugged, session: DebugSession): Promise<void> {
  await session.inspect(at.op, 10_000, (op, debuggee) =>
    debuggee.setBreakpoint(op, {
      id: 'a',
      at: { kind: 'file_line', file: 'shop.cpp', line: lineOf('added') },
      condition: null,
      logMessage: null,
    }),
  );
}

describe.skipIf(missing !== null)('a session on a simulator', () => {
  it('attaches by the process of the app facet, stops, steps, and detaches when the server closes', async () => {
    const at = new Debugged(programs.program, 'plain');
    const sessions = new DebugSessions(systemClock, debugBackends(systemClock, { values: {}, environment }));
    try {
      const session = await attach(at, sessions);
      expect(session.setting).toMatchObject({
        backend: 'lldb-dap',
        target: { pid: at.pid, processName: 'shop', start: expect.stringMatching(/\d{2}$/) },
      });
      await breakAtAdded(at, session);
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

  it('lets the program run on after 60 seconds at a stop', async () => {
    const at = new Debugged(programs.program, 'plain');
    const clock = new ManualClock();
    const sessions = new DebugSessions(clock, debugBackends(systemClock, { values: {}, environment }));
    try {
      const session = await attach(at, sessions);
      await breakAtAdded(at, session);
      await untilPaused(session, at);
      await clock.advance(59_999);
      expect(session.state).toBe('paused');
      await clock.advance(1);
      await expect.poll(() => session.state).toBe('detached');
      expect(session).toMatchObject({ reason: 'expired_paused', cleanup: { status: 'complete' } });
      await at.rounds(3);
    } finally {
      await sessions.close();
      await at.end();
    }
  });
});
