/** A cold server: the helper starts beside the launch, and is looked up once. By what the phone received. */
import { expect, test } from 'vitest';
import { fixtureSteps } from '../actions/phone-side.ts';
import { makeTestBed } from '../harness.ts';

test('the helper starts while the app does, and serves all six readings of the journey', async () => {
  const bed = await makeTestBed({ helper: true, costs: { launchColdMs: 600 } });
  try {
    const steps = fixtureSteps;
    const answer = await bed.call('run_journey', { steps, defaults: { verificationMode: 'light' } });
    expect(answer.data['success']).toBe(true);
    const all = bed.adbServer.commands();
    const start = all.find(({ service }) => service.includes('am instrument'));
    const launch = all.find(({ service }) => service.includes('am start'));
    if (!(start && launch)) throw new Error('neither started');
    expect(start.atMs).toBeLessThan(launch.atMs + launch.durationMs);
    expect(bed.helpers.map(({ starts }) => starts)).toEqual([1]);
    expect(all.filter(({ service }) => service.includes('uiautomator dump'))).toEqual([]);
    expect(bed.helpers[0]?.requests.filter((request) => request === 'GET /source')).toHaveLength(6);
    expect(all.filter(({ service }) => /list.packages/.test(service))).toHaveLength(1);
  } finally {
    await bed.close();
  }
});

test('asking for the log alone starts no helper', async () => {
  const bed = await makeTestBed({ helper: true });
  try {
    await bed.call('get_logs');
    expect(bed.helpers.map(({ starts }) => starts)).toEqual([0]);
  } finally {
    await bed.close();
  }
});
