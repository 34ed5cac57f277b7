/** An adb server that takes connections and does not answer, and a start of one that does not end. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Fault, isFault } from '@mobile-debug/core/fault.ts';
import { Operation, systemClock } from '@mobile-debug/core/operation.ts';
import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runProcess } from '../../../host/process.ts';
import { SessionPool } from '../../../session/session-pool.ts';
import { AndroidSource } from '../android-source.ts';
import { ScriptedAdbServer } from '../testing/scripted-adb-server.ts';
import { AdbServer } from './adb-server.ts';
import { DeviceTracker } from './device-tracker.ts';

let server: ScriptedAdbServer;
const silent = (): void => {};

beforeEach(async () => {
  server = await new ScriptedAdbServer().listen();
  server.overrides.set('host:track-devices-l', silent);
});
afterEach(async () => await server.close());

const faultOf = async (work: Promise<unknown>): Promise<Fault> => {
  const error: unknown = await work.catch((failure: unknown) => failure);
  if (!(error instanceof Fault)) throw new Error(`expected a fault, got ${String(error)}`);
  return error;
};

const hung = {
  code: 'DEVICE_UNAVAILABLE',
  reason: 'server_hung',
  retryable: true,
  message: expect.stringContaining('hangs'),
  nextStep: expect.stringContaining('adb kill-server'),
};

describe('a server that hangs', () => {
  it('is named within the time of the call, and the next listing does not wait for it again', async () => {
    const tracker = new DeviceTracker(new AdbServer({ address: server.address, clock: systemClock }));
    using op = Operation.start(1_500);
    expect(await faultOf(tracker.list(op))).toMatchObject(hung);
    expect(op.ended).toBe(false);
    const { connections } = server;
    using another = Operation.start(60_000);
    expect(await faultOf(tracker.list(another))).toMatchObject(hung);
    expect(server.connections).toBe(connections);
    await tracker.close();
  });

  it('is named after five seconds, however long the call may take', async () => {
    const clock = new ManualClock();
    const tracker = new DeviceTracker(new AdbServer({ address: server.address, clock }));
    using op = Operation.start(600_000, { clock });
    const listing = faultOf(tracker.list(op));
    await expect.poll(() => server.connections).toBe(1);
    await clock.advance(5_000);
    expect(await listing).toMatchObject(hung);
    await tracker.close();
  });

  it('costs a call that looks twice for its device no second wait', async () => {
    const source = new AndroidSource({ address: server.address, clock: systemClock });
    const pool = new SessionPool([source], systemClock);
    using op = Operation.start(2_000);
    const fault = await faultOf(pool.session(op, { deviceId: 'A' }));
    expect(fault.message).toContain('hangs');
    expect(fault.message.match(/hangs/g)).toHaveLength(1);
    expect(op.ended).toBe(false);
    expect(server.connections).toBe(1);
    await pool.close();
  });

  it('is asked again when it may have been restarted', async () => {
    const clock = new ManualClock();
    const tracker = new DeviceTracker(new AdbServer({ address: server.address, clock }));
    using op = Operation.start(600_000, { clock });
    const listing = faultOf(tracker.list(op));
    await expect.poll(() => server.connections).toBe(1);
    await clock.advance(5_000);
    await listing;
    server.overrides.clear();
    await clock.advance(3_000);
    expect(await tracker.list(op)).toEqual([]);
    await tracker.close();
  });

  it('too little time says nothing about it', async () => {
    const tracker = new DeviceTracker(new AdbServer({ address: server.address, clock: systemClock }));
    using op = Operation.start(100);
    expect(isFault(await faultOf(tracker.list(op)), 'TIMEOUT')).toBe(true);
    await tracker.close();
  });
});

describe('a start that does not end', () => {
  it('is named within the time of the call, and ends with us, with all that it started', async () => {
    const { port } = server;
    await server.close();
    const folder = mkdtempSync(join(tmpdir(), 'hung-start-'));
    const file = join(folder, 'pid');
    const adb = new AdbServer({
      address: { host: '127.0.0.1', port },
      clock: systemClock,
      async startServer(op) {
        const script = `sleep 600 & echo $! > '${file}'; wait`;
        await runProcess(op, { command: 'sh', args: ['-c', script], until: 'exit' });
      },
    });
    const tracker = new DeviceTracker(adb);
    using op = Operation.start(2_000);
    expect(await faultOf(tracker.list(op))).toMatchObject({
      code: 'DEVICE_UNAVAILABLE',
      reason: 'server_hung',
      message: expect.stringContaining('still being started'),
    });
    await expect.poll(() => Number(read(file)), { timeout: 10_000 }).toBeGreaterThan(0);
    const pid = Number(read(file));
    expect(alive(pid)).toBe(true);
    await tracker.close();
    await expect.poll(() => alive(pid), { timeout: 10_000 }).toBe(false);
    rmSync(folder, { recursive: true });
    server = await new ScriptedAdbServer().listen();
  });
});

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
