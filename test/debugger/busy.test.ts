/** How a process answers that another debugger holds, and what an attach makes of it. */
import { afterEach, expect, test } from 'vitest';
import { makeTestBed, type TestBed } from '../harness.ts';

const appId = 'com.example.shop';
let bed: TestBed;
afterEach(() => bed.close());

async function shop(speed: number): Promise<{ readonly serial: string; readonly service: string }> {
  bed = await makeTestBed({ speed });
  bed.open(appId);
  const pid = bed.phone.processes.find(({ packageName }) => packageName === appId)?.pid ?? 0;
  return { serial: bed.serials[0] ?? '', service: `jdwp:${pid}` };
}

test('accepted and dropped, as new releases of ART do', async () => {
  const { serial, service } = await shop(1);
  let connections = 0;
  bed.adbServer.listen(serial, service, async () => {
    connections++;
  });
  const { isError, texts } = await bed.call('attach_debugger', { appId });
  expect(isError).toBe(true);
  // A debugger that has just left looks the same for a moment.
  expect(connections).toBe(4);
  expect(texts[0]).toContain('DEBUGGER_BUSY');
  expect(texts[0]).toContain('Android Studio');
});

test('silent, as older releases do: bounded, and the next attach is free to try', async () => {
  const { serial, service } = await shop(20);
  const release = bed.adbServer.listen(serial, service, async (stream) => {
    await new Promise<void>((resolve) =>
      stream.hangup.addEventListener('abort', () => resolve(), { once: true }),
    );
  });
  expect((await bed.call('attach_debugger', { appId })).texts[0]).toContain('DEBUGGER_BUSY');
  release();
  bed.adbServer.listen(serial, service, async () => {});
  expect((await bed.call('attach_debugger', { appId })).texts[0]).toContain('closed');
});

test('a process without a debug port is told apart from a busy one', async () => {
  await shop(1);
  expect((await bed.call('attach_debugger', { appId })).texts[0]).toContain('PROCESS_NOT_FOUND');
  expect((await bed.call('attach_debugger', { appId: 'com.example.none' })).texts[0]).toContain(
    'APP_NOT_INSTALLED',
  );
  const foreign = await bed.call('attach_debugger', { appId, processId: '1' });
  expect(foreign.texts[0]).toContain('PROCESS_NOT_FOUND');
});
