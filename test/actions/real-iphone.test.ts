/** A real iPhone without WebDriverAgent: nothing can read its screen, and apps start all the same. Through a client. */
import { writeFileSync } from 'node:fs';
import { systemClock } from '@mobile-debug/core/operation.ts';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { IosSource } from '../../src/devices/ios/ios-source.ts';
import { scripted } from '../../src/devices/ios/testing/scripted-xcrun.ts';
import type { ProcessRequest } from '../../src/host/process.ts';
import { createServer } from '../../src/server/create-server.ts';
import { SessionPool } from '../../src/session/session-pool.ts';
import { tools } from '../../src/tools/index.ts';
import { codeOf, good } from '../contract/reading.ts';
import { type Answer, answer, makeTestBed, type TestBed } from '../harness.ts';
import { part } from './phone-side.ts';

const shop = 'com.example.Shop';
const bundle = 'file:///private/var/containers/Bundle/Application/A/Shop.app/';

/** As `devicectl` answers into its file [S6]. */
const answers: Readonly<Record<string, unknown>> = {
  'list devices': {
    devices: [
      {
        identifier: 'CORE',
        hardwareProperties: {
          udid: 'REAL',
          platform: 'iOS',
          reality: 'physical',
          marketingName: 'iPhone 13',
        },
        deviceProperties: { osVersionNumber: '18.1', developerModeStatus: 'enabled' },
        connectionProperties: { pairingState: 'paired', tunnelState: 'connected' },
      },
    ],
  },
  'device info apps': { apps: [{ bundleIdentifier: shop, name: 'Shop', url: bundle }] },
  'device info processes': { runningProcesses: [{ processIdentifier: 7, executable: `${bundle}Shop` }] },
  'device process launch': { process: { processIdentifier: 8 } },
  'device process terminate': {},
};

/** What the device was asked to do, in order. */
let received: string[];
let bed: TestBed;
let call: (name: string, args?: Record<string, unknown>) => Promise<Answer>;
let close: () => Promise<void>;

beforeEach(async () => {
  received = [];
  const { xcrun } = scripted((args) =>
    args[0] === 'simctl' ? { stdout: JSON.stringify({ devices: {}, runtimes: [] }) } : {},
  );
  const run = async (...[op, request]: Parameters<typeof xcrun.run>) => {
    answerInto(request);
    return await xcrun.run(op, request);
  };
  bed = await makeTestBed();
  const source = new IosSource({
    environment: { XCRUN_PATH: process.execPath },
    clock: systemClock,
    driver: 'auto',
    platform: 'darwin',
    run,
  });
  const pool = new SessionPool([source], systemClock);
  const server = createServer({
    version: '0.0.0-test',
    tools,
    choice: { exclude: [], readOnly: false },
    context: { ...bed.context, pool },
    onBug: (error) => received.push(String(error)),
    onBadMessage: (error) => received.push(String(error)),
  });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await server.connect(far);
  const client = new Client({ name: 'test', version: '0' });
  await client.connect(near);
  call = async (name, args = {}) =>
    answer(await client.callTool({ name, arguments: { platform: 'ios', ...args } }));
  close = async () => {
    await client.close();
    await server.close();
    await pool.close();
    await bed.close();
  };
});

afterEach(async () => await close());

function answerInto({ args }: ProcessRequest): void {
  if (args[0] !== 'devicectl') return;
  const words = args.slice(1).join(' ');
  const known = Object.entries(answers).find(([start]) => words.startsWith(start));
  const event = /^device process (\w+)/.exec(known?.[0] ?? '')?.[1];
  if (event) received.push(`${event} ${args.at(-1)}`);
  const file = args[args.indexOf('--json-output') + 1];
  if (file) writeFileSync(file, JSON.stringify({ info: { outcome: 'success' }, result: known?.[1] ?? {} }));
}

test.each(['full', 'light', 'none'] as const)(
  'start_app and restart_app launch, and say what was not seen, %s',
  async (verificationMode) => {
    const started = good(await call('start_app', { appId: shop, verificationMode }));
    expect(received).toEqual([`launch ${shop}`]);
    expect(started).toMatchObject({ success: true, delivery_status: 'delivered' });
    const verification = part(started, 'verification');
    if (verificationMode === 'none') expect(verification).toMatchObject({ status: 'not_requested' });
    else
      expect(verification).toMatchObject({
        status: 'unavailable',
        reason: expect.stringContaining('WebDriverAgent'),
      });
    if (verificationMode === 'full')
      expect(verification['look_before']).toMatchObject({ code: 'CAPABILITY_MISSING' });
    received = [];
    const restarted = good(await call('restart_app', { appId: shop, verificationMode }));
    expect(received).toEqual(['terminate 7', `launch ${shop}`]);
    expect(restarted).toMatchObject({ success: true, details: { terminated_before_restart: true } });
  },
);

test('what touches or reads its screen is refused before anything is sent, with what would make it work', async () => {
  for (const [tool, args] of [
    ['tap', { x: 10, y: 10 }],
    ['get_ui_tree', {}],
    ['focus_element', { selector: { text: 'Buy' } }],
  ] as const) {
    const refused = await call(tool, args);
    expect(codeOf(refused)).toBe('CAPABILITY_MISSING');
    expect(JSON.stringify(refused.data)).toContain('WebDriverAgent');
  }
  expect(received).toEqual([]);
});
