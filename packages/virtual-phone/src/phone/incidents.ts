/** What goes wrong inside apps, as the system logs it: Java and native crashes, apps that do not answer. */
import type { Thrown } from './app-types.ts';
import { type DeviceState, SYSTEM_UID } from './device-state.ts';
import type { PhoneProcess } from './phone-types.ts';
import type { Processes } from './processes.ts';
import type { RunningApp } from './running-app.ts';

const platformFrames = [
  'android.os.Handler.handleCallback(Handler.java:958)',
  'android.os.Handler.dispatchMessage(Handler.java:99)',
  'android.os.Looper.loopOnce(Looper.java:205)',
  'android.os.Looper.loop(Looper.java:294)',
  'android.app.ActivityThread.main(ActivityThread.java:8177)',
  'java.lang.reflect.Method.invoke(Native Method)',
  'com.android.internal.os.RuntimeInit$MethodAndArgsCaller.run(RuntimeInit.java:552)',
  'com.android.internal.os.ZygoteInit.main(ZygoteInit.java:971)',
];

/** Logs the crash and ends the process; the caller removes what the app showed. */
export function javaCrash(
  state: DeviceState,
  processes: Processes,
  at: { app: RunningApp; thrown: Thrown; component: string },
): void {
  const { app, thrown, component } = at;
  const { process } = app;
  if (!process) return;
  const { packageName } = app.definition;
  const lines = [
    'FATAL EXCEPTION: main',
    `Process: ${packageName}, PID: ${process.pid}`,
    ...trace(thrown, platformFrames),
  ];
  const write = { uid: process.uid, pid: process.pid, tid: process.pid };
  state.log.append({
    ...write,
    priority: 'E',
    tag: 'AndroidRuntime',
    message: lines.join('\n'),
    buffer: 'crash',
  });
  const top = thrown.frames[0] ?? platformFrames[0] ?? '';
  const [, file = '', line = ''] = /\(([^:)]*):?(\d*)\)/.exec(top) ?? [];
  const event = `[${process.pid},0,${packageName},550026822,${thrown.type},${thrown.message},${file},${line},0]`;
  state.systemLog({ priority: 'I', tag: 'am_crash', message: event, buffer: 'events' });
  forceFinish(state, component);
  state.log.append({
    ...write,
    priority: 'I',
    tag: 'Process',
    message: `Sending signal. PID: ${process.pid} SIG: 9`,
    buffer: 'main',
  });
  processes.end(app, { reason: 'CRASH', description: 'crash' });
}

export function nativeCrash(
  state: DeviceState,
  processes: Processes,
  at: { app: RunningApp; message: string; component: string },
): void {
  const { app, message, component } = at;
  const { process } = app;
  if (!process) return;
  const { packageName } = app.definition;
  const { pid } = process;
  const fatal = `Fatal signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0 in tid ${pid} (${packageName.slice(-15)}), pid ${pid} (${packageName.slice(-15)})`;
  state.log.append({
    uid: process.uid,
    pid,
    tid: pid,
    priority: 'F',
    tag: 'libc',
    message: fatal,
    buffer: 'crash',
  });
  const dumper = pid + 9;
  state.log.append({
    uid: SYSTEM_UID,
    pid: dumper,
    tid: dumper,
    priority: 'F',
    tag: 'DEBUG',
    message: tombstone(state, process, message),
    buffer: 'crash',
  });
  const event = `[${pid},0,${packageName},550026822,Native crash,Segmentation fault,unknown,0,0]`;
  state.systemLog({ priority: 'I', tag: 'am_crash', message: event, buffer: 'events' });
  forceFinish(state, component);
  processes.end(app, { reason: 'CRASH_NATIVE', description: 'crash' });
}

export function logUnresponsive(state: DeviceState, app: RunningApp, component: string): void {
  const { process } = app;
  if (!process) return;
  const { packageName } = app.definition;
  const reason = `Input dispatching timed out (${component} is not responding. Waited 5001ms for MotionEvent).`;
  const lines = [
    `ANR in ${packageName} (${component})`,
    `PID: ${process.pid}`,
    `Reason: ${reason}`,
    `Parent: ${component}`,
    'Frozen: false',
    'Load: 1.21 / 0.84 / 0.51',
    'CPU usage from 0ms to 5012ms later:',
    `  98% ${process.pid}/${packageName}: 97% user + 1% kernel / faults: 214 minor`,
  ];
  state.systemLog({ priority: 'E', tag: 'ActivityManager', message: lines.join('\n') });
  const event = `[0,${process.pid},${packageName},550026822,${reason}]`;
  state.systemLog({ priority: 'I', tag: 'am_anr', message: event, buffer: 'events' });
}

function forceFinish(state: DeviceState, component: string): void {
  const tag = state.version.sdk >= 29 ? 'ActivityTaskManager' : 'ActivityManager';
  state.systemLog({ priority: 'W', tag, message: `  Force finishing activity ${component}` });
}

function trace(thrown: Thrown, rest: readonly string[]): string[] {
  const head = thrown.message ? `${thrown.type}: ${thrown.message}` : thrown.type;
  const own = [head, ...[...thrown.frames, ...rest].map((frame) => `\tat ${frame}`)];
  if (!thrown.cause) return own;
  const [first = '', ...others] = trace(thrown.cause, []);
  return [...own, `Caused by: ${first}`, ...others, `\t... ${rest.length} more`];
}

function tombstone(state: DeviceState, process: PhoneProcess, message: string): string {
  const { release, properties } = state.version;
  const fingerprint = Object.entries(properties).find(([name]) => name === 'ro.build.fingerprint')?.[1];
  return [
    '*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***',
    `Build fingerprint: '${fingerprint ?? release}'`,
    "Revision: '0'",
    "ABI: 'x86_64'",
    `pid: ${process.pid}, tid: ${process.pid}, name: ${process.packageName.slice(-15)}  >>> ${process.packageName} <<<`,
    `uid: ${process.uid}`,
    'signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0000000000000000',
    ...(message ? [`Abort message: '${message}'`] : ['Cause: null pointer dereference']),
    'backtrace:',
    `      #00 pc 00000000000012f4  /data/app/${process.packageName}/lib/x86_64/libnative-lib.so (render+20)`,
    `      #01 pc 0000000000001360  /data/app/${process.packageName}/lib/x86_64/libnative-lib.so (Java_Native_render+48)`,
    '      #02 pc 000000000037a26b  /apex/com.android.art/lib64/libart.so (art_quick_generic_jni_trampoline+219)',
  ].join('\n');
}
