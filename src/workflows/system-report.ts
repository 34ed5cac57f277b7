/** The report of get_system_status and `doctor`: tools, devices, Gradle, each probed separately within a limit. Never throws. */
import { defined } from '@mobile-debug/core/defined.ts';
import { foreseen, isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { DeviceInfo, Platform } from '../devices/port/device.ts';
import type { Computer, ToolReport } from '../host-port/computer.ts';
import { type GradleHealth, gradleHealth } from '../projects/gradle-java.ts';
import type { SessionPool } from '../session/session-pool.ts';
import { screenTiers } from './screen-tiers.ts';
import { summaryOf } from './system-summary.ts';
import { type Facts, issuesOf, type Listed } from './system-verdict.ts';

/** Each probe has its own limit, so the whole stays under two seconds even where everything hangs. */
const probeMs = 1_200;

export type SystemReport = Awaited<ReturnType<typeof systemReport>>;

export async function systemReport(op: Operation, computer: Computer, pool: SessionPool) {
  const { machine } = computer;
  const [tools, android, ios, gradle, installed] = await Promise.all([
    machine.probeTools(op, probeMs),
    listed(op, pool, 'android'),
    listed(op, pool, 'ios'),
    gradleOf(op, computer),
    targetInstalled(op, computer, pool),
  ]);
  const facts: Facts = { os: machine.os, tools, android, ios, gradle };
  const summary = summaryOf(facts);
  const issues = issuesOf(facts);
  const ready = summary.android.ready || summary.ios.ready;
  const status: 'ready' | 'degraded' | 'blocked' = ready
    ? issues.length === 0
      ? 'ready'
      : 'degraded'
    : 'blocked';
  return {
    success: true as const,
    status,
    ...flatFields(facts, installed),
    summary,
    issues,
    host: {
      os: machine.os,
      arch: machine.arch,
      node: machine.node,
      serverVersion: machine.serverVersion,
      tools: tools.map(withoutNulls),
    },
    ...nestedFields(facts, pool),
  };
}

function flatFields({ tools, android, ios, gradle }: Facts, installed: boolean | null) {
  const adb = tools.find(({ name }) => name === 'adb');
  return {
    // A server that answers is adb as well, wherever its program is.
    adbAvailable: (adb?.ok ?? false) || android.problem === null,
    adbVersion: adb?.version ?? null,
    devices: android.devices.length,
    deviceStates: Object.fromEntries(android.devices.map(({ id, state }) => [id, state])),
    logsAvailable: [...android.devices, ...ios.devices].some(({ state }) => state === 'ready'),
    envValid: tools.every(({ source, ok }) => ok || source === null || source === 'PATH'),
    ...(installed === null ? {} : { appInstalled: installed }),
    // As with adb: a ready device proves that the tools work.
    iosAvailable:
      tools.some(({ name, ok }) => name === 'xcrun' && ok) ||
      ios.devices.some(({ state }) => state === 'ready'),
    iosDevices: ios.devices.length,
    gradleJavaHome: gradle.javaHome,
    gradleValid: gradle.valid,
    gradleFilesChecked: gradle.filesChecked,
    gradleSuggestedFixes: gradle.fixes,
  };
}

function nestedFields({ tools, android, ios }: Facts, pool: SessionPool) {
  const ok = (name: string): boolean => tools.some((tool) => tool.name === name && tool.ok);
  const rows = (devices: readonly DeviceInfo[]) =>
    devices.map(({ id, state, model, osVersion, problem, fix }) => ({
      id,
      state,
      ...(model === null ? {} : { model }),
      ...(osVersion === null ? {} : { osVersion }),
      ...defined({ problem, fix }),
    }));
  return {
    android: {
      adb: ok('adb'),
      server: android.problem === null ? 'answers' : android.problem,
      devices: rows(android.devices),
      emulator: ok('emulator'),
      // How each screen is read, how long that takes, and what would make it faster.
      helper: screenTiers(pool, android.devices),
      // A device is not yet a debuggable process: only attaching shows it.
      debugger: 'Not checked here: it depends on the app. Ask get_debugger_capabilities while the app runs.',
    },
    ios: {
      xcode: ok('xcodebuild'),
      simctl: ok('xcrun'),
      companion: ok('idb_companion'),
      devices: rows(ios.devices),
      // As `helper` of Android.
      screens: screenTiers(pool, ios.devices),
    },
  };
}

async function listed(op: Operation, pool: SessionPool, platform: Platform): Promise<Listed> {
  try {
    using bounded = op.within(probeMs);
    return { devices: await bounded.race(pool.list(bounded, platform)), problem: null, fix: null };
  } catch (error) {
    const { code, message, nextStep } = foreseen(error);
    const words = code === 'TIMEOUT' ? `Its devices could not be listed within ${probeMs} ms.` : message;
    return { devices: [], problem: words, fix: nextStep };
  }
}

async function gradleOf(op: Operation, { projects }: Computer): Promise<GradleHealth> {
  try {
    using bounded = op.within(probeMs);
    return await bounded.race(gradleHealth(bounded, projects));
  } catch (error) {
    const { message, nextStep } = foreseen(error);
    return { javaHome: null, valid: false, filesChecked: [], problems: [message], fixes: [nextStep] };
  }
}

/** Null when the environment names no app, or no device could be queried. */
async function targetInstalled(
  op: Operation,
  { machine }: Computer,
  pool: SessionPool,
): Promise<boolean | null> {
  const appId = machine.environment['MCP_TARGET_PACKAGE'] || machine.environment['MCP_TARGET_APP_ID'];
  if (!appId) return null;
  try {
    using bounded = op.within(probeMs);
    const { device } = await bounded.race(pool.session(bounded, {}));
    return device.apps ? await bounded.race(device.apps.installed(bounded, appId)) : null;
  } catch (error) {
    if (isFault(error)) return null;
    throw error;
  }
}

function withoutNulls({ path, source, version, ...tool }: ToolReport) {
  return {
    ...tool,
    ...(path === null ? {} : { path }),
    ...(source === null ? {} : { source }),
    ...(version === null ? {} : { version }),
  };
}
