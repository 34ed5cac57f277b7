/** Crash reports of simulator apps: `.ips` files in the Mac user's DiagnosticReports, one JSON line before the body. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LogLine, Phone } from '../phone/phone-types.ts';
import { stampOf } from './log/log-event.ts';
import type { SimulatorApp, SimulatorApps } from './program.ts';
import { bundleIdOf, type Simulator } from './simulator.ts';

export function reportsFolder(home: string): string {
  return join(home, 'Library/Logs/DiagnosticReports');
}

/** Writes a report for each crash on the phone. The returned function ends it. */
export function reportCrashes(
  simulator: Simulator,
  at: { readonly apps: SimulatorApps; readonly home: string },
): () => void {
  const frames = new Map<number, string[]>();
  let reports = 0;
  return simulator.phone.log.subscribe((line) => {
    if (line.buffer === 'crash') remember(frames, line);
    if (line.tag !== 'am_crash') return;
    const [, pid, packageName = '', type = '', reason = ''] =
      /^\[(\d+),0,([\w.]+),\d+,([^,]*),(.*),[^,]*,[^,]*,\d+\]$/.exec(line.message) ?? [];
    const app = at.apps.find(simulator, bundleIdOf(packageName));
    if (!app || pid === undefined) return;
    const crash: Crash = {
      app,
      pid: Number(pid),
      exception: type,
      reason,
      epochMs: line.epochMs,
      frames: frames.get(Number(pid)) ?? [],
      number: ++reports,
    };
    write(at.home, crash, simulator.phone);
    frames.delete(Number(pid));
  });
}

interface Crash {
  readonly app: SimulatorApp;
  readonly pid: number;
  readonly exception: string;
  readonly reason: string;
  readonly epochMs: number;
  /** Innermost first: `com.example.Cart.total(Cart.kt:41)`. */
  readonly frames: readonly string[];
  readonly number: number;
}

function remember(frames: Map<number, string[]>, line: LogLine): void {
  const [, frame] = /^\s+at (.+)$/.exec(line.message) ?? [];
  if (frame === undefined) return;
  const known = frames.get(line.pid) ?? [];
  known.push(frame);
  frames.set(line.pid, known);
}

function write(home: string, crash: Crash, phone: Phone): void {
  const { app, epochMs, number } = crash;
  const folder = reportsFolder(home);
  mkdirSync(folder, { recursive: true });
  const moment = stampOf(epochMs);
  const digits = moment.slice(0, 19).replace(' ', '-').replaceAll(':', '');
  const name = `${app.executable}-${digits}${number === 1 ? '' : `-${number}`}.ips`;
  const incident = `5F1C0000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  const stamp = `${moment.slice(0, 22)} ${moment.slice(-5)}`;
  const header = {
    app_name: app.executable,
    timestamp: stamp,
    app_version: app.version,
    slice_uuid: incident.toLowerCase(),
    build_version: '1',
    platform: 7,
    bundleID: app.bundleId,
    share_with_app_devs: 0,
    is_first_party: 0,
    bug_type: '309',
    os_version: 'macOS 26.3 (25D125)',
    roots_installed: 0,
    name: app.executable,
    incident_id: incident,
  };
  const text = `${JSON.stringify(header)}\n${JSON.stringify(body(crash, { incident, stamp, phone }), null, 2)}\n`;
  writeFileSync(join(folder, name), text);
}

function body(
  crash: Crash,
  at: { readonly incident: string; readonly stamp: string; readonly phone: Phone },
): Record<string, unknown> {
  const { app, pid, exception } = crash;
  const native = exception === 'Native crash';
  return {
    uptime: Math.round(at.phone.clock.monotonicMs() / 1_000),
    procRole: 'Foreground',
    version: 2,
    userID: 501,
    modelCode: 'Mac16,10',
    osVersion: { train: 'macOS 26.3', build: '25D125', releaseType: 'User' },
    captureTime: at.stamp,
    incident: at.incident,
    pid,
    cpuType: 'ARM-64',
    procLaunch: at.stamp,
    procPath: pathOf(app),
    bundleInfo: {
      CFBundleShortVersionString: app.version,
      CFBundleVersion: '1',
      CFBundleIdentifier: app.bundleId,
    },
    procName: app.executable,
    parentProc: 'launchd_sim',
    parentPid: 401,
    coalitionName: 'com.apple.CoreSimulator.SimDevice',
    ...(native ? badAccess(pid) : abort(crash)),
    faultingThread: 0,
    threads: [
      { triggered: true, id: pid * 10, queue: 'com.apple.main-thread', frames: framesOf(crash, native) },
    ],
    usedImages: imagesOf(app),
  };
}

function pathOf({ bundlePath, executable }: SimulatorApp): string {
  return `${bundlePath}/${executable}`;
}

function badAccess(pid: number): Record<string, unknown> {
  return {
    exception: {
      codes: '0x1, 0x0',
      rawCodes: [1, 0],
      type: 'EXC_BAD_ACCESS',
      signal: 'SIGSEGV',
      subtype: 'KERN_INVALID_ADDRESS at 0x0',
    },
    termination: {
      flags: 0,
      code: 11,
      namespace: 'SIGNAL',
      indicator: 'Segmentation fault: 11',
      byProc: 'exc handler',
      byPid: pid,
    },
  };
}

function abort({ app, pid, exception, reason }: Crash): Record<string, unknown> {
  const why = `*** Terminating app due to uncaught exception '${exception}', reason: '${reason}'`;
  return {
    exception: { codes: '0x0, 0x0', rawCodes: [0, 0], type: 'EXC_CRASH', signal: 'SIGABRT' },
    termination: {
      flags: 0,
      code: 6,
      namespace: 'SIGNAL',
      indicator: 'Abort trap: 6',
      byProc: app.executable,
      byPid: pid,
    },
    asi: { CoreFoundation: [why], 'libsystem_c.dylib': ['abort() called'] },
  };
}

function imagesOf(app: SimulatorApp): readonly Record<string, unknown>[] {
  return [
    {
      source: 'P',
      arch: 'arm64',
      base: 4_306_501_632,
      size: 65_536,
      name: app.executable,
      path: pathOf(app),
      CFBundleIdentifier: app.bundleId,
    },
    {
      source: 'P',
      arch: 'arm64',
      base: 6_442_450_944,
      size: 524_288,
      name: 'CoreFoundation',
      path: '/System/Library/Frameworks/CoreFoundation.framework/CoreFoundation',
    },
  ];
}

function framesOf(crash: Crash, native: boolean): Record<string, unknown>[] {
  if (native) return [{ imageOffset: 4_852, symbol: 'render', symbolLocation: 20, imageIndex: 0 }];
  const own = crash.frames.filter((frame) => !/^(android|com\.android|java)\./.test(frame));
  return [
    { imageOffset: 1_183_120, symbol: '__exceptionPreprocess', symbolLocation: 164, imageIndex: 1 },
    ...own.map((frame, index) => {
      const [, symbol = frame, file, line] = /^(.+)\(([^:)]+)(?::(\d+))?\)$/.exec(frame) ?? [];
      const source = file === undefined ? {} : { sourceFile: file, sourceLine: Number(line ?? 0) };
      return { imageOffset: 4_640 + index * 16, symbol, symbolLocation: 40, ...source, imageIndex: 0 };
    }),
  ];
}
