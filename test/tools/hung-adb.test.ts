/** An adb server that hangs, through the tools: named once, with the fix, within the time of the call. */
import { afterEach, expect, test } from 'vitest';
import { makeTestBed, type TestBed } from '../harness.ts';

let bed: TestBed;
afterEach(async () => {
  expect(bed.bugs).toEqual([]);
  await bed.close();
});

const named = {
  error: {
    code: 'DEVICE_UNAVAILABLE',
    retryable: true,
    message: expect.stringContaining('hangs'),
    next_step: expect.stringContaining('adb kill-server'),
  },
};

test('before it ever answered, and after it is well again', async () => {
  bed = await makeTestBed({ speed: 4 });
  const hang = bed.adbServer.faults.add({ do: { kind: 'server_hang' } });
  for (const name of ['list_devices', 'get_current_screen']) {
    const { data, texts } = await bed.call(name);
    expect(data).toMatchObject(named);
    expect(texts.join().match(/hangs/g)).toHaveLength(1);
  }
  const asked = bed.adbServer.acceptedConnections;
  expect(asked).toBeLessThanOrEqual(2);
  hang.remove();
  await expect
    .poll(async () => (await bed.call('list_devices')).data, { timeout: 20_000 })
    .toMatchObject({
      devices: [{ state: 'ready' }],
    });
});

test('in the middle of a session: nothing is sent, and the list does not say ready', async () => {
  bed = await makeTestBed({ speed: 4 });
  bed.open('com.example.shop');
  expect((await bed.call('get_current_screen')).isError).toBe(false);
  const before = bed.received().length;
  const hang = bed.adbServer.faults.add({ do: { kind: 'server_hang' } });
  const tapped = await bed.call('tap', { x: 10, y: 10, verificationMode: 'none' });
  expect(JSON.stringify(tapped.data)).toMatch(/hangs/);
  expect(tapped.data).toMatchObject({ success: false, failure_code: 'DEVICE_UNAVAILABLE' });
  expect(bed.received()).toHaveLength(before);
  const { data } = await bed.call('list_devices');
  expect(data).toMatchObject({
    devices: [{ state: 'offline', problem: expect.stringMatching(/hangs|not answer/) }],
  });
  hang.remove();
  expect((await bed.call('list_devices')).data).toMatchObject({ devices: [{ state: 'ready' }] });
});
