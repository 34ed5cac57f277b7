/** The Android source by the virtual phone's own adb endpoint. */
import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import { isFault } from '@mobile-debug/core/fault.ts';
import { systemClock } from '@mobile-debug/core/operation.ts';
import { startDispatch } from '@mobile-debug/core/testing/test-dispatch.ts';
import { createPhone } from '@mobile-debug/virtual-phone/phone/phone.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Device } from '../../src/devices/port/device.ts';
import { type Bed, endpointBed, onVirtualPhone } from './phone-suite.ts';

for (const version of ['8', '11', '14', '16'] as const)
  onVirtualPhone('its own endpoint', endpointBed, version);

describe('when things go wrong', () => {
  let bed: Bed;
  let dispatch: Dispatch;
  let device: Device;

  beforeEach(async () => {
    bed = await endpointBed('14');
    dispatch = startDispatch(20_000);
    device = await bed.source.open(dispatch, bed.serial);
  });

  afterEach(async () => {
    dispatch[Symbol.dispose]();
    await bed.close();
  });

  const tap = async (each: Device, budgetMs = 20_000): Promise<string> => {
    using within = startDispatch(budgetMs);
    const error: unknown = await each.input?.tap(within, [540, 1_200]).catch((failure: unknown) => failure);
    return isFault(error) ? `${error.code} ${within.deliveryAfter(error)}` : 'done';
  };

  it.each([
    ['cut', { kind: 'cut', afterBytes: 0 }, 'DEVICE_UNAVAILABLE unknown'],
    ['refused', { kind: 'refuse' }, 'DEVICE_UNAVAILABLE not_delivered'],
    ['killed', { kind: 'kill' }, 'ACTION_REJECTED unknown'],
    ['away in the middle', { kind: 'state', state: 'offline', forMs: 50 }, 'DEVICE_UNAVAILABLE unknown'],
    [
      'garbled',
      { kind: 'replace', output: 'Error: Invalid arguments for command: tap' },
      'ACTION_REJECTED unknown',
    ],
  ] as const)('a %s tap has its typed answer and the next one works', async (_what, action, answer) => {
    bed.adbServer.faults.add({ when: { service: 'input tap', times: 1 }, do: action });
    expect(await tap(device)).toBe(answer);
    await expect.poll(() => bed.source.generation(bed.serial)).not.toBeNull();
    expect(await tap(await bed.source.open(dispatch, bed.serial))).toBe('done');
  });

  it('survives a server that goes and comes back: the old device is refused, the new one works', async () => {
    await bed.adbServer.stopServer();
    await expect.poll(() => bed.source.generation(bed.serial)).toBeNull();
    expect(await tap(device)).toBe('DEVICE_UNAVAILABLE not_delivered');
    await bed.adbServer.startServer();
    const again = await bed.source.open(dispatch, bed.serial);
    expect(bed.source.generation(bed.serial)).toBe(2);
    expect(await tap(again)).toBe('done');
    expect(bed.phone.record.filter(({ kind }) => kind === 'tap')).toHaveLength(1);
  });

  it('delivers nothing after a hung tap was given up', async () => {
    bed.adbServer.faults.add({ when: { service: 'input tap', times: 1 }, do: { kind: 'hang' } });
    expect(await tap(device, 150)).toBe('TIMEOUT unknown');
    await expect.poll(() => bed.adbServer.runningServices).toBe(0);
    expect(bed.phone.record.filter(({ kind }) => kind === 'tap')).toEqual([]);
    expect(await tap(device)).toBe('done');
  });

  it('says that it cannot type what needs a clipboard, and sends nothing', async () => {
    const before = bed.phone.record.length;
    await expect(device.input?.type(dispatch, 'ä')).rejects.toMatchObject({ code: 'CAPABILITY_MISSING' });
    expect(bed.phone.record.length).toBe(before);
  });

  it('stays whole beside a second, sick phone', async () => {
    await bed.adbServer.addPhone(createPhone({ clock: systemClock, serial: 'sick' }));
    bed.adbServer.faults.add({ when: { serial: 'sick' }, do: { kind: 'hang' } });
    await expect.poll(() => bed.source.generation('sick')).toBe(1);
    expect(await bed.source.list(dispatch)).toMatchObject([
      { state: 'ready' },
      { id: 'sick', state: 'offline' },
    ]);
  });
});
