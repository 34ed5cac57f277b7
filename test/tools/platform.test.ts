import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTestBed, type TestBed } from '../harness.ts';

let bed: TestBed;
beforeAll(async () => {
  bed = await makeTestBed();
});
afterAll(() => bed.close());

test.each(['list_devices', 'get_ui_tree'])(
  'a platform that nobody serves is said to be none, not to have no devices: %s',
  async (tool) => {
    const answer = await bed.call(tool, { platform: 'ios' });
    expect(answer.isError).toBe(true);
    expect(answer.data['error']).toMatchObject({ code: 'PLATFORM_NOT_SUPPORTED', next_step: 'Use android.' });
    expect(bed.received()).toEqual([]);
  },
);
