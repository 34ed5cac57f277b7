import { afterEach, expect, it } from 'vitest';
import { makeTestBed, type TestBed } from '../harness.ts';

let bed: TestBed | null = null;
afterEach(async () => {
  await bed?.close();
  bed = null;
});

const app = 'com.example.shop';

it('starts an android app held for its debugger, and anew', async () => {
  bed = await makeTestBed();
  bed.open(app);
  const { isError, data } = await bed.call('start_app', { appId: app, waitForDebugger: true });
  expect(isError).toBe(false);
  expect(data).toMatchObject({ details: { waits_for_debugger: true, launch_time_ms: null } });
  const commands = bed.wire
    .asked()
    .map(({ what }) => what)
    .join('\n');
  expect(commands).toContain(`am start -D -S -n ${app}`);
  expect(commands).not.toContain('am start -W');
});

it('starts an ios app held for its debugger, and anew', async () => {
  bed = await makeTestBed({ ios: {} });
  const { isError, data } = await bed.call('start_app', { appId: app, waitForDebugger: true });
  expect(isError).toBe(false);
  expect(data).toMatchObject({ details: { waits_for_debugger: true } });
  expect(
    bed.wire
      .asked()
      .map(({ what }) => what)
      .join('\n'),
  ).toMatch(/launch --terminate-running-process --wait-for-debugger \S+ com\.example\.shop/);
});
