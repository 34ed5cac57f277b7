/** Answers of the logs facet against a scripted log daemon: refusals, and whose lines are whose. */

import { Operation } from '@mobile-debug/core/operation.ts';
import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import type { AppsFacet } from '../../port/apps.ts';
import { scriptedAdb } from '../fixtures/scripted-adb.ts';
import { base, Daemon, line, logcats } from '../testing/log-daemon.ts';
import { androidLogs } from './logs.ts';

describe('refusals', () => {
  it('leaves out what logcat does not know and remembers', async () => {
    const daemon = new Daemon();
    daemon.refuse = /-v uid/;
    daemon.append('1784554597.000   100   100 I Kettle  : one');
    expect(await daemon.query()).toMatchObject({ records: [{ message: 'one', uid: null }] });
    await daemon.query();
    expect(logcats(daemon).map((command) => command.includes('-v uid'))).toEqual([true, false, false, false]);
  });

  it('is LOGS_UNAVAILABLE in the words of the device when nothing is understood', async () => {
    const daemon = new Daemon();
    daemon.refuse = /logcat/;
    await expect(daemon.query()).rejects.toMatchObject({
      code: 'LOGS_UNAVAILABLE',
      message: expect.stringContaining('Invalid parameter "uid" to -v'),
    });
  });

  it('ends with the budget', async () => {
    const adb = scriptedAdb(() => 'hang');
    const clock = new ManualClock();
    using op = Operation.start(300, { clock });
    const reading = androidLogs(adb, { pids: async () => [] } as unknown as AppsFacet).query(op, {
      limit: 5,
    });
    reading.catch(() => {});
    await clock.advance(400);
    await expect(reading).rejects.toMatchObject({ code: 'TIMEOUT' });
  });
});

describe('whose lines', () => {
  const filled = (): Daemon => {
    const daemon = new Daemon();
    daemon.append(
      line(1, 'earlier process', { pid: 90 }),
      line(2, 'of this process'),
      line(3, 'of another app', { uid: 10_200, pid: 300 }),
      line(4, 'of the system', { uid: 1000, pid: 1 }),
    );
    return daemon;
  };

  it('knows an app by its package, ended processes included', async () => {
    const daemon = filled();
    const reading = await daemon.query({ appId: 'org.demo.kettle' });
    expect(reading.records.map(({ message }) => message)).toEqual(['earlier process', 'of this process']);
    expect(reading).toMatchObject({ source: 'package', app: { running: true, pids: [100] } });
  });

  it('tells an app that does not run from one that is silent (LOG-08)', async () => {
    const daemon = filled();
    daemon.pids.clear();
    expect(await daemon.query({ appId: 'org.demo.kettle' })).toMatchObject({
      source: 'package',
      app: { running: false, pids: [] },
      records: [{ message: 'earlier process' }, { message: 'of this process' }],
    });
    daemon.lines = [];
    const silent = new Daemon();
    expect(await silent.query({ appId: 'org.demo.kettle' })).toMatchObject({
      source: 'pid',
      app: { running: true, pids: [100] },
      records: [],
    });
  });

  it('refuses an app that is not there', async () => {
    await expect(new Daemon().query({ appId: 'org.demo.none' })).rejects.toMatchObject({
      code: 'APP_NOT_INSTALLED',
    });
  });

  it('takes process ids from the system, never from the log (LOG-09)', async () => {
    const daemon = new Daemon();
    daemon.append(
      line(1, 'Start proc 555:org.demo.kettle/u0a1 for activity', {
        uid: 1000,
        pid: 1,
        tag: 'ActivityManager',
      }),
    );
    expect(await daemon.texts({ appId: 'org.demo.kettle' })).toEqual([]);
  });

  it('does not take the user id that system programs share', async () => {
    const daemon = new Daemon();
    daemon.append(line(1, 'mine', { uid: 1000, pid: 100 }), line(2, 'not mine', { uid: 1000, pid: 7 }));
    expect(await daemon.query({ appId: 'org.demo.kettle' })).toMatchObject({
      source: 'pid',
      records: [{ message: 'mine' }],
    });
  });

  it('selects by pid, tag, level, words and age by the device clock', async () => {
    const daemon = filled();
    expect(await daemon.query({ pid: 300 })).toMatchObject({
      source: 'pid',
      records: [{ message: 'of another app' }],
    });
    expect(await daemon.texts({ contains: 'system' })).toEqual(['of the system']);
    expect(await daemon.texts({ minLevel: 'WARN' })).toEqual([]);
    expect(await daemon.texts({ tag: 'Kettle', limit: 1 })).toEqual(['of the system']);
    daemon.nowMs = base + 10_000;
    expect(await daemon.texts({ sinceSeconds: 7 })).toEqual(['of another app', 'of the system']);
  });

  it('measures the clock of the device', async () => {
    const daemon = new Daemon();
    daemon.nowMs = base + 7_000;
    const { clockOffset } = await daemon.query();
    expect(clockOffset?.offsetMs).toBeGreaterThanOrEqual(6_900);
    expect(clockOffset?.offsetMs).toBeLessThanOrEqual(7_000);
    expect(clockOffset?.errorMs).toBeGreaterThanOrEqual(1);
  });
});
