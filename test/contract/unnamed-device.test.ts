/** Calls without deviceId: the device that the first of them meant stays meant, and is never exchanged for another. */
import { afterEach, describe, expect, test } from 'vitest';
import { makeTestBed, type TestBed, type TestBedOptions } from '../harness.ts';

let bed: TestBed | null = null;
afterEach(async () => {
  await bed?.close();
  bed = null;
});

const kinds: readonly (readonly [string, TestBedOptions])[] = [
  ['android', { serials: ['phone-a', 'phone-b'] }],
  ['ios', { ios: {}, serials: ['a', 'b'] }],
];

/** Takes a phone away or brings it back, as a cable or a shutdown does. */
function setHere(on: TestBed, index: number, here: boolean): void {
  const simulator = on.apple?.simulators[index];
  if (simulator) simulator.state = here ? 'Booted' : 'Shutdown';
  else on.adbServer.setState(on.serials[index] ?? '', here ? 'device' : 'offline');
}

async function until(done: () => Promise<boolean>): Promise<void> {
  while (!(await done())) await new Promise((resolve) => setImmediate(resolve));
}

/** Waits until the product's own list shows the device as it is. */
async function seen(on: TestBed, index: number, state: string): Promise<void> {
  const id = on.serials[index];
  await until(async () => {
    const devices = (await on.call('list_devices')).data['devices'] as { id: string; state: string }[];
    return devices.find((one) => one.id === id)?.state === state;
  });
}

function fault(answer: { data: Record<string, unknown> }) {
  return answer.data['error'] as { code: string; message: string; next_step: string; details: unknown };
}

describe.each(kinds)('an unnamed device on %s', (platform, options) => {
  const home = async (on: TestBed, more: Record<string, unknown> = {}) =>
    await on.call('press_key', { key: 'home', ...more });
  const received = (on: TestBed) =>
    on.phones.map((phone) => phone.record.filter(({ kind }) => kind === 'key').length);
  const away = platform === 'ios' ? 'shutdown' : 'offline';

  test('is not exchanged for another when it goes away, and is meant again when it is back', async () => {
    const on = await makeTestBed(options);
    bed = on;
    const [first = '', second = ''] = on.serials;
    setHere(on, 1, false);
    await seen(on, 1, away);
    expect((await home(on)).isError).toBe(false);

    setHere(on, 1, true);
    setHere(on, 0, false);
    await seen(on, 0, away);
    await seen(on, 1, 'ready');
    for (const more of [{}, { platform }]) {
      const lost = await home(on, more);
      expect(lost.isError).toBe(true);
      expect(['DEVICE_UNAVAILABLE', 'DEVICE_NOT_FOUND']).toContain(fault(lost).code);
      expect(fault(lost).message).toContain(first);
      expect(fault(lost).next_step).toContain(second);
    }
    expect(received(on)[1]).toBe(0);

    expect((await home(on, { platform, deviceId: second })).isError).toBe(false);
    expect(received(on)[1]).toBe(1);
    expect((await home(on)).isError).toBe(true);

    setHere(on, 0, true);
    await seen(on, 0, 'ready');
    expect((await home(on)).isError).toBe(false);
    expect(received(on)).toEqual([2, 1]);
  });

  test('stays the one that is meant when another one comes', async () => {
    const on = await makeTestBed(options);
    bed = on;
    setHere(on, 1, false);
    await seen(on, 1, away);
    await home(on);
    setHere(on, 1, true);
    await seen(on, 1, 'ready');
    expect((await home(on)).isError).toBe(false);
    expect(received(on)).toEqual([2, 0]);
  });

  test('is not chosen by a call that failed to reach one', async () => {
    const on = await makeTestBed(options);
    bed = on;
    const both = await home(on);
    expect(fault(both).code).toBe('DEVICE_AMBIGUOUS');
    setHere(on, 0, false);
    await seen(on, 0, away);
    expect((await home(on)).isError).toBe(false);
    expect(received(on)).toEqual([0, 1]);
  });
});
