/** Which processes a call on iOS starts: none on the way by the companion, and one for what only `simctl` can do. */
import { expect, test } from 'vitest';
import { oneBed } from './beds.ts';
import { good } from './reading.ts';

const shop = 'com.example.shop';
const quick = { verificationMode: 'none' } as const;
const bed = oneBed({ ios: {} });

/** Programs that were started since, but for the log stream, which stays. */
function started(): readonly string[] {
  return (bed().apple?.commands() ?? []).map(({ tool, args }) => [tool, ...args].join(' '));
}

async function startedBy(name: string, args: Record<string, unknown> = {}): Promise<readonly string[]> {
  bed().wire.clear();
  good(await bed().call(name, args));
  return started();
}

const remoteCalls = (): readonly string[] =>
  bed()
    .wire.asked()
    .map(({ what }) => what);

test('the first start of an app looks whether it is there and turns accessibility on, the next ones only launch', async () => {
  const id = bed().serials[0];
  await startedBy('start_app', { appId: shop, ...quick });
  // The companion starts beside the first launch, and may come up after its answer.
  good(await bed().call('get_ui_tree'));
  expect(await startedBy('start_app', { appId: shop, ...quick })).toEqual([
    `xcrun simctl launch ${id} ${shop}`,
  ]);
  expect(await startedBy('start_app', { appId: 'com.example.latency', ...quick })).toEqual([
    `xcrun simctl get_app_container ${id} com.example.latency app`,
    `xcrun simctl launch ${id} com.example.latency`,
  ]);
});

test('a restart ends and launches', async () => {
  const id = bed().serials[0];
  await startedBy('start_app', { appId: shop, ...quick });
  expect(await startedBy('restart_app', { appId: shop, ...quick })).toEqual([
    `xcrun simctl terminate ${id} ${shop}`,
    `xcrun simctl launch ${id} ${shop}`,
  ]);
});

test('reading and touching start no program', async () => {
  good(await bed().call('get_ui_tree'));
  for (const [name, args] of [
    ['get_ui_tree', {}],
    ['get_current_screen', {}],
    ['tap', { ...bed().traits.at(0.5, 0.79), ...quick }],
    ['tap_element', { selector: { text: 'Remember me' } }],
    ['get_screen_fingerprint', {}],
  ] as const)
    expect([name, await startedBy(name, args)]).toEqual([name, []]);
});

test('logs come from the stream, and the processes of the app from the companion', async () => {
  good(await bed().call('start_app', { appId: shop, ...quick }));
  good(await bed().call('get_logs', { appId: shop }));
  expect(await startedBy('get_logs', { appId: shop, limit: 5 })).toEqual([]);
  expect(remoteCalls()).toEqual(['list_apps']);
  good(await bed().call('start_log_stream', { packageName: shop }));
  expect(await startedBy('read_log_stream', {})).toEqual([]);
});
