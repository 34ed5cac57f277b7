/**
 * A server over a long life: calls on eight phones at once, with restarts of adb and devices that come and go. Memory, handles and
 * files must stay flat. Only by its own command, `npm run soak`, since it takes many minutes.
 */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@mobile-debug/core/operation.ts';
import { startVirtualAdbServer } from '@mobile-debug/virtual-phone/adb/virtual-adb-server.ts';
import { createPhone } from '@mobile-debug/virtual-phone/phone/phone.ts';
import { timingProfiles } from '@mobile-debug/virtual-phone/phone/timing.ts';
import { androidVersions } from '@mobile-debug/virtual-phone/phone/versions.ts';
import { expect, test } from 'vitest';
import { residentMb, startStdioServer } from './stdio-server.ts';

const calls = Number(process.env['SOAK_CALLS'] ?? 0);
const devices = 8;
const samples = 20;
const shop = 'com.example.shop';

const kinds: readonly (readonly [name: string, args: Readonly<Record<string, unknown>>])[] = [
  ['get_ui_tree', { responseMode: 'outline' }],
  ['tap', { x: 540, y: 900, verificationMode: 'none' }],
  ['get_current_screen', {}],
  ['tap_element', { selector: { text: 'Remember me' }, verificationMode: 'light' }],
  ['get_logs', { limit: 20 }],
  ['get_ui_tree', {}],
  ['expect_element_visible', { selector: { text: 'Remember me' }, timeout_ms: 500 }],
  ['get_screen_fingerprint', {}],
];

interface Sample {
  readonly calls: number;
  readonly failed: number;
  readonly rssMb: number;
  readonly handles: number;
  readonly files: number;
}

test.runIf(calls > 0)('memory, handles and files stay flat', { timeout: 4 * 3_600_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'soak-'));
  const phones = Array.from({ length: devices }, (_, at) =>
    createPhone({
      serial: `soak-${at}`,
      version: androidVersions['14'],
      timing: timingProfiles.instant,
      clock: systemClock,
    }),
  );
  for (const phone of phones) phone.start(shop, null);
  const adb = await startVirtualAdbServer({ phones });
  const server = await startStdioServer(['--adb-server', `tcp:${adb.host}:${adb.port}`], { TMPDIR: folder });
  const taken: Sample[] = [];
  let [begun, done, failed, restarts, reconnects] = [0, 0, 0, 0, 0];

  const sample = (): void => {
    taken.push({
      calls: done,
      failed,
      rssMb: Math.round(residentMb(server.pid)),
      handles: readdirSync(`/proc/${server.pid}/fd`).length,
      files: readdirSync(folder, { recursive: true }).length,
    });
  };
  const disturb = async (at: number): Promise<void> => {
    if (at % 5_000 === 0) {
      restarts++;
      await adb.stopServer();
      await adb.startServer();
    } else if (at % 1_000 === 0) {
      reconnects++;
      const { serial } = phones[(at / 1_000) % devices] ?? { serial: '' };
      adb.setState(serial, 'gone');
      adb.setState(serial, 'device');
    }
  };
  const worker = async (at: number): Promise<void> => {
    while (begun < calls) {
      const [name, args] = kinds[begun++ % kinds.length] ?? ['ping', {}];
      const { isError } = await server.call(name, { platform: 'android', deviceId: `soak-${at}`, ...args });
      // What is done once for a number is done by the worker whose call had it.
      const count = ++done;
      if (isError) failed++;
      if (count % Math.ceil(calls / samples) === 0) sample();
      if (count % 1_000 === 0) for (const phone of phones) phone.start(shop, null);
      await disturb(count);
    }
  };
  const from = performance.now();
  await Promise.all(phones.map((_, at) => worker(at)));
  const tookS = (performance.now() - from) / 1_000;
  await server.close();
  await adb.close();
  for (const phone of phones) phone.close();
  rmSync(folder, { recursive: true, force: true });

  writeReport(taken, { tookS, restarts, reconnects });
  // From the second quarter on: before that caches fill and the engine compiles.
  const [early, late] = [taken.slice(samples / 4, samples / 2), taken.slice(-samples / 4)];
  const highest = (list: readonly Sample[], of: (each: Sample) => number): number =>
    Math.max(...list.map(of));
  expect(highest(late, ({ rssMb }) => rssMb)).toBeLessThan(1.3 * highest(early, ({ rssMb }) => rssMb) + 20);
  expect(highest(late, ({ handles }) => handles)).toBeLessThan(highest(early, ({ handles }) => handles) + 20);
  // Long answers become files, of which the artifact folder keeps a bounded amount.
  expect(failed).toBeLessThan(calls / 100);
});

function writeReport(
  taken: readonly Sample[],
  { tookS, restarts, reconnects }: Readonly<Record<'tookS' | 'restarts' | 'reconnects', number>>,
): void {
  const rows = taken.map(
    ({ calls: at, failed, rssMb, handles, files }) =>
      `| ${at} | ${failed} | ${rssMb} | ${handles} | ${files} |`,
  );
  writeFileSync(
    'docs/benchmarks/soak.md',
    `# A long life

Written by \`npm run soak\`: ${calls} calls on ${devices} virtual phones at once, ${restarts} restarts of the adb server, ${reconnects} devices that
left and came back; ${Math.round(tookS)} s on ${cpus().length} cores, Node ${process.versions.node}. Failed are the calls that met a restart or a reconnect. Handles
and memory are those of the server; files are all below its temporary folder.

| calls | failed | memory, MB | handles | files |
| ---: | ---: | ---: | ---: | ---: |
${rows.join('\n')}
`,
  );
}
