/** The fixture flow on a phone a twentieth as slow as an emulator: what each way of going through it costs, by comparison. */
import { expect, test } from 'vitest';
import { flows } from '../bench/interaction-flows.ts';
import { makeTestBed } from '../harness.ts';

const costs = {
  jvmStartMs: 10,
  dumpIdleMs: 50,
  dumpIdleTimeoutMs: 5_000,
  dumpMs: 60,
  tapMs: 3,
  keyMs: 3,
  launchColdMs: 40,
  amMs: 2,
  dumpsysMs: 2,
};

test('a journey makes a third of the readings of separate calls, and takes less than half of their time', async () => {
  const bed = await makeTestBed({ costs });
  try {
    await flows.journeyLight.run(bed);
    const light = await flows.journeyLight.run(bed);
    const separate = await flows.separate.run(bed);
    // The launch, four inputs and six readings.
    expect(light.deviceCommands).toBe(11);
    expect(light.treeReads).toEqual({ resolution: 0, verification: 5, wait: 0, assertion: 1 });
    const reads = Object.values(separate.treeReads).reduce((a, b) => a + b, 0);
    expect(reads).toBeGreaterThanOrEqual(3 * 6);
    expect(light.parts['total'] ?? 0).toBeLessThan((separate.parts['total'] ?? 0) / 2);
  } finally {
    await bed.close();
  }
});

test('a phone whose every reading takes two seconds: a true state is proved by two readings', async () => {
  const bed = await makeTestBed({ costs: { dumpMs: 2_000 } });
  try {
    bed.open('com.example.shop');
    const { data } = await bed.call('expect_state', {
      selector: { resource_id: 'remember_me' },
      property: 'checked',
      expected: true,
    });
    expect(data).toMatchObject({ success: true, stable_observation_count: 2, stabilization_attempts: 2 });
    expect(Number(data['snapshot_freshness_ms'])).toBeLessThan(500);
  } finally {
    await bed.close();
  }
});
