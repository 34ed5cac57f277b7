/** get_system_status and doctor: on a bare computer, with everything hanging, with a broken explicit path, with a phone. */

import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Fault } from '@mobile-debug/core/fault.ts';
import { Operation, systemClock } from '@mobile-debug/core/operation.ts';
import { limitMs } from '@mobile-debug/core/testing/contention.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeComputer } from '../../src/cli/computer.ts';
import { doctorText } from '../../src/cli/doctor.ts';
import type { DeviceSource } from '../../src/devices/port/device.ts';
import { runningWith } from '../../src/host/testing/process-list.ts';
import { SessionPool } from '../../src/session/session-pool.ts';
import { systemReport } from '../../src/workflows/system-report.ts';
import { makeTestBed } from '../harness.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'status-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function standIn(name: string, script: string): void {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
}

const noDevices: Omit<DeviceSource, 'platform' | 'list'> = {
  open: async () => Promise.reject(new Fault('DEVICE_NOT_FOUND', 'No device.')),
  generation: () => null,
  presence: () => null,
  close: async () => {},
};

describe('get_system_status', () => {
  it('is ready with a phone, says what is missing and how to get it', async () => {
    const bed = await makeTestBed({ environment: { PATH: folder, MCP_TARGET_PACKAGE: 'com.example.shop' } });
    try {
      const { data, isError } = await bed.call('get_system_status');
      expect(isError).toBe(false);
      expect(data).toMatchObject({
        success: true,
        devices: 1,
        deviceStates: { 'virtual-android-1': 'ready' },
        logsAvailable: true,
        adbAvailable: true,
        appInstalled: true,
        iosAvailable: false,
        host: { node: process.versions.node },
        summary: { overall: { ready: true }, android: { ready: true } },
      });
      const { issues } = data as { issues: { problem: string; fix: string }[] };
      for (const { fix } of issues) expect(fix.length).toBeGreaterThan(10);
    } finally {
      await bed.close();
    }
  });

  it('is blocked, and true, on a computer where nothing is installed', async () => {
    const none: DeviceSource = {
      ...noDevices,
      platform: 'android',
      list: async () =>
        Promise.reject(new Fault('TOOL_NOT_FOUND', 'adb was not found.', { nextStep: 'Install adb.' })),
    };
    const pool = new SessionPool([none], systemClock);
    const computer = makeComputer({
      folder,
      environment: { PATH: folder, HOME: folder },
      platform: 'darwin',
    });
    using op = Operation.start(5_000);
    const report = await systemReport(op, computer, pool);
    expect(report).toMatchObject({
      status: 'blocked',
      adbAvailable: false,
      adbVersion: null,
      devices: 0,
      iosAvailable: false,
    });
    expect(report.host.tools).not.toHaveLength(0);
    const text = doctorText(report);
    expect(text).toContain('blocked');
    expect(text).toMatch(/\[android\] adb was not found[^\n]*\n\s+Fix: Install it with/);
  });

  it('answers within two seconds while every program and the device list hang, and leaves none behind', async () => {
    const mark = `9${process.pid}.5`;
    for (const name of [
      'adb',
      'emulator',
      'xcrun',
      'xcodebuild',
      'idb',
      'idb_companion',
      'bundletool',
      'jdk/bin/java',
    ])
      standIn(name, `PATH=/usr/bin:/bin; sleep ${mark} & wait`);
    const hanging: DeviceSource = {
      ...noDevices,
      platform: 'android',
      list: async () => await new Promise<never>(() => {}),
    };
    const pool = new SessionPool([hanging], systemClock);
    const environment = {
      PATH: folder,
      HOME: folder,
      JAVA_HOME: join(folder, 'jdk'),
      MCP_TARGET_PACKAGE: 'com.example.shop',
    };
    const computer = makeComputer({ folder, environment, platform: 'darwin' });
    using op = Operation.start(5_000);
    const from = performance.now();
    const report = await systemReport(op, computer, pool);
    const tookMs = performance.now() - from;
    expect(tookMs).toBeLessThan(limitMs(2_000, tookMs));
    expect(report.status).toBe('blocked');
    expect(report.host.tools.filter(({ ok }) => ok)).toEqual([]);
    expect(report.host.tools.map(({ problem }) => problem)).toEqual(
      expect.arrayContaining([expect.stringContaining('did not answer')]),
    );
    expect(runningWith(`sleep ${mark}`)).toEqual([]);
  });

  it('names the variable of an explicit path that is wrong', async () => {
    const bed = await makeTestBed({ environment: { ADB_PATH: '/nowhere/adb', JAVA_HOME: '/nowhere/jdk' } });
    try {
      const { data } = await bed.call('get_system_status');
      const text = JSON.stringify(data);
      expect(data['envValid']).toBe(false);
      expect(text).toContain('ADB_PATH leads to /nowhere/adb');
      expect(text).toContain('JAVA_HOME leads to /nowhere/jdk');
      expect(data['gradleValid']).toBe(false);
    } finally {
      await bed.close();
    }
  });

  it('checks the homes that gradle.properties files name', async () => {
    mkdirSync(join(folder, '.gradle'));
    writeFileSync(join(folder, '.gradle', 'gradle.properties'), 'org.gradle.java.home=/gone/jdk\n');
    const bed = await makeTestBed({ environment: { HOME: folder } });
    try {
      const { data } = await bed.call('get_system_status');
      expect(data['gradleFilesChecked']).toEqual([join(folder, '.gradle', 'gradle.properties')]);
      expect(data['gradleValid']).toBe(false);
      expect(JSON.stringify(data['gradleSuggestedFixes'])).toContain('org.gradle.java.home');
    } finally {
      await bed.close();
    }
  });
});
