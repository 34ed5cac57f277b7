/** get_system_status and doctor on a simulated Mac: every row of Apple's tools, Xcode that is not in order, hanging tools. */

import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Operation, systemClock } from '@mobile-debug/core/operation.ts';
import { limitMs } from '@mobile-debug/core/testing/contention.ts';
import { createIphone } from '@mobile-debug/virtual-phone/apple/simulator.ts';
import {
  startVirtualAppleTools,
  type VirtualAppleTools,
} from '@mobile-debug/virtual-phone/apple/virtual-apple-tools.ts';
import type { Phone } from '@mobile-debug/virtual-phone/phone/phone-types.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeComputer } from '../../src/cli/computer.ts';
import { doctorText, screensText } from '../../src/cli/doctor.ts';
import { IosSource } from '../../src/devices/ios/ios-source.ts';
import { hostedPrograms } from '../../src/host/testing/hosted-programs.ts';
import { SessionPool } from '../../src/session/session-pool.ts';
import { systemReport } from '../../src/workflows/system-report.ts';

let appleTools: VirtualAppleTools;
let phones: readonly Phone[] = [];
let folder = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'status-'));
  phones = ['A-1', 'B-2'].map((serial) => createIphone({ serial, clock: systemClock }));
  appleTools = await startVirtualAppleTools({
    clock: systemClock,
    simulators: phones.map((phone, at) => ({
      udid: phone.serial,
      name: `iPhone ${at}`,
      phone,
      state: at === 0 ? ('Booted' as const) : ('Shutdown' as const),
    })),
  });
});

afterEach(() => appleTools.faults.clear());

afterAll(async () => {
  expect(appleTools.defects).toEqual([]);
  await appleTools.close();
  for (const phone of phones) phone.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Mac {
  readonly pool: SessionPool;
  report(): Promise<Awaited<ReturnType<typeof systemReport>>>;
}

async function onMac(environment: Record<string, string>, work: (mac: Mac) => Promise<void>): Promise<void> {
  const programs = hostedPrograms(appleTools);
  const source = new IosSource({
    environment,
    clock: systemClock,
    driver: 'auto',
    platform: 'darwin',
    ...programs,
  });
  const pool = new SessionPool([source], systemClock);
  const computer = makeComputer({ folder, environment, platform: 'darwin', programs });
  try {
    await work({
      pool,
      async report() {
        using op = Operation.start(20_000);
        return await systemReport(op, computer, pool);
      },
    });
  } finally {
    await pool.close();
  }
}

const byName = (tools: readonly Record<string, unknown>[]) =>
  Object.fromEntries(tools.map((tool) => [String(tool['name']), tool]));

describe('get_system_status on a Mac', () => {
  it('shows every tool with path, source and version, and the simulators', async () => {
    await onMac(appleTools.environment(), async ({ report }) => {
      const { host, ios, issues, ...flat } = await report();
      const at = (tool: string) => join(appleTools.bin, tool);
      expect(byName(host.tools)).toMatchObject({
        xcrun: { path: at('xcrun'), source: 'XCRUN_PATH', version: '72', ok: true },
        xcodebuild: { path: at('xcodebuild'), source: 'XCODEBUILD_PATH', version: '26.3', ok: true },
        idb: { path: at('idb'), source: 'MCP_IDB_PATH', ok: true },
        idb_companion: { path: at('idb_companion'), source: 'IDB_COMPANION_PATH', ok: true },
        axe: { path: at('axe'), source: 'AXE_PATH', ok: true },
      });
      expect(flat).toMatchObject({
        iosAvailable: true,
        iosDevices: 2,
        logsAvailable: true,
        envValid: true,
        summary: { ios: { ready: true, blockers: [] }, overall: { ready: true } },
      });
      expect(ios).toMatchObject({
        xcode: true,
        simctl: true,
        companion: true,
        devices: [
          { id: 'A-1', state: 'ready', osVersion: '26.3.1' },
          { id: 'B-2', state: 'shutdown' },
        ],
        screens: [{ id: 'A-1', tier: null, note: expect.stringContaining('not been read yet') }],
      });
      // A simulator that is off is no trouble while another runs.
      expect(issues.filter(({ area }) => area === 'ios')).toEqual([]);
    });
  });

  it('tells by which way a screen is read, and how to get a faster one', async () => {
    const environment = appleTools.environment();
    delete environment['IDB_COMPANION_PATH'];
    await onMac({ ...environment, PATH: '/usr/bin:/bin' }, async ({ pool, report }) => {
      const { host, issues } = await report();
      expect(byName(host.tools)['idb_companion']).toMatchObject({
        ok: false,
        problem: expect.stringContaining('not found'),
        fix: expect.stringContaining('brew install facebook/fb/idb'),
      });
      expect(issues).toContainEqual(
        expect.objectContaining({ area: 'ios', problem: expect.stringContaining('idb_companion') }),
      );
      const text = await screensText(pool, [{ id: 'A-1', state: 'ready', platform: 'ios' }]);
      expect(text).toMatch(/A-1: idb-cli in [\d.]+ ms; .*companion.*brew install/);
      const { ios } = await report();
      expect(ios.screens).toMatchObject([
        { id: 'A-1', tier: 'idb-cli', advice: expect.stringContaining('brew install') },
      ]);
    });
  });

  it.each(['xcode_moved', 'no_tools'] as const)('names an Xcode that is not there: %s', async (kind) => {
    appleTools.faults.add({ do: { kind } });
    await onMac(appleTools.environment(), async ({ report }) => {
      const { xcrun } = byName((await report()).host.tools);
      expect(xcrun).toMatchObject({
        ok: false,
        problem: 'No Xcode is selected on this computer.',
        fix: expect.stringContaining('xcode-select -s'),
      });
    });
  });

  it.each([
    ['no_xcode', /Command Line Tools/, /DEVELOPER_DIR=/],
    ['licence', /Xcode licence has not been accepted/, /xcodebuild -license accept/],
  ] as const)('names an Xcode that is not in order, and the fix: %s', async (kind, problem, fix) => {
    appleTools.faults.add({ do: { kind } });
    await onMac(appleTools.environment(), async ({ report }) => {
      const found = await report();
      const { xcrun, xcodebuild } = byName(found.host.tools);
      for (const tool of [xcrun, xcodebuild])
        expect(tool).toMatchObject({
          ok: false,
          problem: expect.stringMatching(problem),
          fix: expect.stringMatching(fix),
        });
      expect(found).toMatchObject({
        status: 'blocked',
        iosAvailable: false,
        ios: { xcode: false, simctl: false, devices: [] },
        summary: {
          ios: { ready: false, suggestedFixes: expect.arrayContaining([expect.stringMatching(fix)]) },
        },
      });
      expect(doctorText(found)).toMatch(fix);
    });
  });

  it('is satisfied by DEVELOPER_DIR where only the Command Line Tools are selected', async () => {
    appleTools.faults.add({ do: { kind: 'no_xcode' } });
    const environment = {
      ...appleTools.environment(),
      DEVELOPER_DIR: '/Applications/Xcode.app/Contents/Developer',
    };
    await onMac(environment, async ({ report }) => {
      expect(await report()).toMatchObject({ iosAvailable: true, ios: { xcode: true, simctl: true } });
    });
  });

  it('says what to do when no simulator runs', async () => {
    const [first] = appleTools.simulators;
    if (!first) throw new Error('The Mac has no simulator.');
    first.state = 'Shutdown';
    await onMac(appleTools.environment(), async ({ report }) => {
      const { issues, summary } = await report();
      expect(issues.filter(({ area }) => area === 'ios')).toEqual([
        {
          area: 'ios',
          problem: 'No iOS simulator is running.',
          fix: expect.stringContaining('manage_emulator'),
        },
      ]);
      expect(summary.ios.ready).toBe(false);
    });
    first.state = 'Booted';
  });

  it('names the variable of a path that is wrong', async () => {
    await onMac({ ...appleTools.environment(), AXE_PATH: '/nowhere/axe' }, async ({ report }) => {
      const { host, envValid } = await report();
      expect(envValid).toBe(false);
      expect(byName(host.tools)['axe']).toMatchObject({
        ok: false,
        source: 'AXE_PATH',
        problem: expect.stringContaining('AXE_PATH leads to /nowhere/axe'),
      });
    });
  });

  it('answers within two seconds while every tool of Apple hangs', async () => {
    const bin = mkdtempSync(join(folder, 'bin-'));
    for (const name of ['xcrun', 'xcodebuild', 'idb', 'idb_companion', 'axe']) {
      writeFileSync(join(bin, name), '#!/bin/sh\nexec /bin/sleep 60\n');
      chmodSync(join(bin, name), 0o755);
    }
    const environment = {
      PATH: bin,
      HOME: folder,
      XCRUN_PATH: join(bin, 'xcrun'),
      XCODEBUILD_PATH: join(bin, 'xcodebuild'),
      IDB_PATH: join(bin, 'idb'),
      IDB_COMPANION_PATH: join(bin, 'idb_companion'),
      AXE_PATH: join(bin, 'axe'),
    };
    await onMac(environment, async ({ report }) => {
      const from = performance.now();
      const found = await report();
      const tookMs = performance.now() - from;
      expect(tookMs).toBeLessThan(limitMs(2_000, tookMs));
      const tools = byName(found.host.tools);
      for (const name of ['xcrun', 'xcodebuild', 'idb', 'idb_companion', 'axe'])
        expect(tools[name]).toMatchObject({ ok: false, problem: expect.stringContaining('did not answer') });
      expect(found).toMatchObject({ status: 'blocked', iosAvailable: false, iosDevices: 0 });
    });
  });
});
