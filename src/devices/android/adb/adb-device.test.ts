/** The adb client against a scripted server: what was delivered, cancellation, leaks. */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { eventsOf, startDispatch } from '@mobile-debug/core/testing/test-dispatch.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { adbClientBed, faultOf } from '../testing/adb-client-bed.ts';
import { fail, type ScriptedAdbServer, type ScriptedDevice } from '../testing/scripted-adb-server.ts';
import type { AdbDevice } from './adb-types.ts';

let server: ScriptedAdbServer;
let device: ScriptedDevice;
let op: Operation;
let opened: () => Promise<AdbDevice>;

beforeEach(async () => {
  ({ server, device, op, opened } = await adbClientBed());
});

describe('delivery', () => {
  it.each([
    ['device offline', 'DEVICE_UNAVAILABLE'],
    ['device unauthorized.\nThis adb server...', 'DEVICE_UNAUTHORIZED'],
    ["device 'phone (2)' not found", 'DEVICE_NOT_FOUND'],
    ['more than one device/emulator', 'DEVICE_AMBIGUOUS'],
    ['something new', 'UNKNOWN'],
  ])('maps "%s" to %s, not delivered', async (sentence, code) => {
    const adb = await opened();
    server.overrides.set('host:tport:serial:phone (2)', fail(sentence));
    using dispatch = startDispatch(5_000);
    const fault = await faultOf(adb.shell(dispatch, 'input tap 1 1'));
    expect([fault.code, fault.delivery, dispatch.sendings]).toEqual([code, 'not_delivered', 0]);
  });

  it('refuses a device that was reconnected in between', async () => {
    const adb = await opened();
    device.transportId = 8;
    using dispatch = startDispatch(5_000);
    const fault = await faultOf(adb.shell(dispatch, 'input tap 1 1'));
    expect([fault.code, dispatch.deliveryAfter(fault)]).toEqual(['DEVICE_UNAVAILABLE', 'not_delivered']);
    expect(server.services).toEqual([]);
  });

  it('tells a dispatch once and only when the command leaves', async () => {
    const adb = await opened();
    using dispatch = startDispatch(5_000);
    const atDevice: number[] = [];
    device.service = () => {
      atDevice.push(dispatch.sendings, dispatch.answers);
      return {};
    };
    await adb.shell(dispatch, 'true');
    expect(atDevice).toEqual([1, 0]);
    expect(eventsOf(dispatch)).toEqual(['sending', 'answered']);
  });

  it('takes a refused service as not delivered', async () => {
    const adb = await opened();
    device.service = (_service, socket) => {
      socket.end(fail('closed'));
      return null;
    };
    const fault = await faultOf(adb.open(op, 'localabstract:x'));
    expect([fault.code, fault.delivery]).toEqual(['DEVICE_UNAVAILABLE', 'not_delivered']);
  });
});

describe('cancellation', () => {
  it('answers only after the socket is closed, with the fault of the operation', async () => {
    const adb = await opened();
    let closed = false;
    device.service = (_service, socket) => {
      socket.write('OKAY');
      socket.on('close', () => {
        closed = true;
      });
      return null;
    };
    using short = op.within(50);
    const fault = await faultOf(adb.shell(short, 'sleep 100'));
    expect(fault.code).toBe('TIMEOUT');
    await expect.poll(() => closed).toBe(true);

    const abort = new AbortController();
    using withdrawn = startDispatch(5_000, { signal: abort.signal });
    const pending = faultOf(adb.shell(withdrawn, 'sleep 100'));
    await expect.poll(() => server.services.length).toBe(2);
    abort.abort();
    expect((await pending).code).toBe('CANCELLED');
    await expect.poll(() => server.sockets.size).toBe(0);
  });

  it('says not delivered when the time ends before the switch', async () => {
    const adb = await opened();
    server.overrides.set('host:tport:serial:phone (2)', () => {});
    using short = startDispatch(50);
    const fault = await faultOf(adb.shell(short, 'input tap 1 1'));
    expect([fault.code, short.deliveryAfter(fault)]).toEqual(['TIMEOUT', 'not_delivered']);
    expect(server.services).toEqual([]);
  });
});

it('leaks neither memory, listeners nor sockets in 3,000 commands', async () => {
  const adb = await opened();
  using long = startDispatch(30_000);
  let listeners = 0;
  const { signal } = long;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    listeners++;
    add(...args);
  };
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    listeners--;
    remove(...args);
  };
  device.service = () => ({ stdout: 'x'.repeat(1_000) });
  const run = async (count: number) => {
    for (let left = count; left > 0; left--) await adb.shell(long, 'true');
    server.services.length = 0;
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const before = await run(500);
  const after = await run(3_000);
  expect(listeners).toBe(0);
  await expect.poll(() => server.sockets.size).toBe(0);
  expect(process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length).toBeLessThan(5);
  // A leak of 13 KB a command, as seen elsewhere, would be 39 MB.
  expect(after - before).toBeLessThan(3_000_000);
}, 30_000);

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const gc: unknown = runInNewContext('gc');
  if (typeof gc === 'function') gc();
}
