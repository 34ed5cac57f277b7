/** A real iPhone of scripted answers, with the product as a client meets it. No expectations here. */
import { writeFileSync } from 'node:fs';
import { systemClock } from '@mobile-debug/core/operation.ts';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { IosSource } from '../../src/devices/ios/ios-source.ts';
import { scripted } from '../../src/devices/ios/testing/scripted-xcrun.ts';
import type { ProcessRequest } from '../../src/host/process.ts';
import { createServer } from '../../src/server/create-server.ts';
import { SessionPool } from '../../src/session/session-pool.ts';
import { tools } from '../../src/tools/index.ts';
import { type Answer, answer, makeTestBed } from '../harness.ts';

export const shop = 'com.example.Shop';
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

export interface RealIphone {
  /** What the device was asked to do by `devicectl`, in order. */
  readonly received: string[];
  call(name: string, args?: Record<string, unknown>): Promise<Answer>;
  close(): Promise<void>;
}

/** `wdaUrl`: of a WebDriverAgent that runs on it. */
export async function realIphone(wdaUrl?: string): Promise<RealIphone> {
  const received: string[] = [];
  const { xcrun } = scripted((args) =>
    args[0] === 'simctl' ? { stdout: JSON.stringify({ devices: {}, runtimes: [] }) } : {},
  );
  const run = async (...[op, request]: Parameters<typeof xcrun.run>) => {
    answerInto(request, received);
    return await xcrun.run(op, request);
  };
  const bed = await makeTestBed();
  const source = new IosSource({
    environment: { XCRUN_PATH: process.execPath },
    clock: systemClock,
    driver: 'auto',
    platform: 'darwin',
    run,
    ...(wdaUrl !== undefined && { wdaUrl }),
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
  return {
    received,
    call: async (name, args = {}) =>
      answer(await client.callTool({ name, arguments: { platform: 'ios', ...args } })),
    async close() {
      await client.close();
      await server.close();
      await pool.close();
      await bed.close();
    },
  };
}

function answerInto({ args }: ProcessRequest, received: string[]): void {
  if (args[0] !== 'devicectl') return;
  const words = args.slice(1).join(' ');
  const known = Object.entries(answers).find(([start]) => words.startsWith(start));
  const event = /^device process (\w+)/.exec(known?.[0] ?? '')?.[1];
  if (event) received.push(`${event} ${args.at(-1)}`);
  const file = args[args.indexOf('--json-output') + 1];
  if (file) writeFileSync(file, JSON.stringify({ info: { outcome: 'success' }, result: known?.[1] ?? {} }));
}
