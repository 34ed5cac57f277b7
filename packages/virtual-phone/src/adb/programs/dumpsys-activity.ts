/** `dumpsys activity`: the stack of activities, the view tree on top, and why processes ended. */
import type { Phone, PhoneWindow, ProcessExit, ViewNode } from '../../phone/phone-types.ts';
import { type Call, phoneOf } from '../shell/program.ts';
import { identityHash, shortComponent } from './component.ts';
import { formatTime } from './date.ts';
import { activityRecord } from './dumpsys-window.ts';

const exitInfoSdk = 30;
const reasons: Readonly<Record<ProcessExit['reason'], string>> = {
  SIGNALED: '2 (SIGNALED)',
  LOW_MEMORY: '3 (LOW_MEMORY)',
  CRASH: '4 (APP CRASH(EXCEPTION))',
  CRASH_NATIVE: '5 (APP CRASH(NATIVE))',
  ANR: '6 (ANR)',
  USER_REQUESTED: '10 (USER REQUESTED)',
};

export function dumpActivity(call: Call, args: readonly string[]): string {
  const phone = phoneOf(call);
  const [part, name] = args;
  switch (part) {
    case 'activities':
    case 'a':
      return activities(phone);
    case 'recents':
      return recents(phone);
    case 'top':
      return top(phone, () => true);
    case 'exit-info':
      return phone.version.sdk >= exitInfoSdk ? exitInfo(phone, name) : noMatch(part);
    case 'processes':
    case 'p':
      return processes(phone);
    case 'lastanr':
      return lastAnr(phone);
    case undefined:
      return `${activities(phone)}${processes(phone)}`;
    default:
      return top(phone, (window) => window.title.includes(part)) || noMatch(part);
  }
}

function noMatch(part: string): string {
  return `Bad activity command, or no activities match: ${part}\nUse -h for help.\n`;
}

function activities(phone: Phone): string {
  const { sdk } = phone.version;
  const resumed = phone.resumedActivity();
  const record = resumed ? activityRecord(resumed.activity, resumed, sdk) : null;
  const tasks = phone.tasks.toReversed().map((task) => {
    const hist = task.activities.toReversed().map((component, index) => {
      const place = `      * Hist #${task.activities.length - 1 - index}: ${activityRecord(component, { taskId: task.id, user: task.user }, sdk)}\n`;
      return `${place}        packageName=${component.split('/')[0]} processName=${component.split('/')[0]}\n`;
    });
    const head =
      sdk >= 31
        ? `  * Task{${identityHash(`task${task.id}`)} #${task.id} type=standard A=${task.packageName}}`
        : `    Task id #${task.id}`;
    const inner =
      record && task.id === resumed?.taskId
        ? `    ${sdk >= 31 ? 'mLastPausedActivity: null\n    ' : ''}${sdk >= 31 ? 'topResumedActivity' : 'mResumedActivity'}${sdk >= 31 ? '=' : ': '}${record}\n`
        : '';
    return `${head}\n${inner}${hist.join('')}`;
  });
  const closing =
    record === null
      ? ''
      : sdk >= 31
        ? `  ResumedActivity: ${record}\n`
        : sdk >= 29
          ? `  mResumedActivity: ${record}\n  ResumedActivity:${record}\n`
          : `  mResumedActivity: ${record}\n  mFocusedActivity: ${record}\n`;
  const opening = record !== null && sdk >= 29 ? `  topResumedActivity=${record}\n` : '';
  return `ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)\nDisplay #0 (activities from top to bottom):\n${opening}${tasks.join('\n')}\n${closing}\n`;
}

function recents(phone: Phone): string {
  const entries = phone.tasks
    .toReversed()
    .map(
      (task, index) =>
        `  * Recent #${index}: Task{${identityHash(`task${task.id}`)} #${task.id} A=${task.packageName}}\n`,
    );
  return `ACTIVITY MANAGER RECENT TASKS (dumpsys activity recents)\n${entries.join('')}`;
}

/** No texts, bounds relative to the parent: what the app's own thread prints of its views. */
function top(phone: Phone, wanted: (window: PhoneWindow) => boolean): string {
  const shown = phone
    .windows()
    .filter((window) => ['application', 'dialog'].includes(window.type) && wanted(window));
  const sections = shown.map((window) => {
    const pid = phone.processes.find((process) => process.packageName === window.packageName)?.pid ?? 0;
    const component = window.title.includes('/') ? shortComponent(window.title) : window.title;
    const hierarchy = viewLines(window.root, [window.bounds[0], window.bounds[1]], 6).join('\n');
    return `TASK ${window.packageName} id=${phone.resumedActivity()?.taskId ?? 0} userId=0\n  ACTIVITY ${component} ${window.token} pid=${pid}\n    Local Activity ${identityHash(component)} State:\n      mResumed=true mStopped=false mFinished=false\n    View Hierarchy:\n${hierarchy}\n`;
  });
  return sections.length === 0 ? '' : `${sections.join('\n')}\n`;
}

function viewLines(node: ViewNode, origin: readonly [number, number], indent: number): string[] {
  const [left, topEdge, right, bottom] = node.bounds;
  const flags = [
    node.visibleToUser ? 'V' : 'I',
    node.focusable ? 'F' : '.',
    node.enabled ? 'E' : '.',
    '.',
    node.scrollable ? 'V' : '.',
    node.clickable ? 'C' : '.',
    node.longClickable ? 'L' : '.',
    '.',
  ].join('');
  const state = [node.focused ? 'F' : '.', node.selected ? 'S' : '.', '......'].join('');
  const id = /^(.+):id\/(.+)$/.exec(node.resourceId);
  const named = id ? ` #${identityHash(node.resourceId).padStart(8, '7f0')} app:id/${id[2]}` : '';
  const box = `${left - origin[0]},${topEdge - origin[1]}-${right - origin[0]},${bottom - origin[1]}`;
  const line = `${' '.repeat(indent)}${node.className}{${identityHash(`${node.className}${box}${indent}`)} ${flags} ${state} ${box}${named}}`;
  return [line, ...node.children.flatMap((child) => viewLines(child, [left, topEdge], indent + 2))];
}

function exitInfo(phone: Phone, name: string | undefined): string {
  const wanted = phone.exits.filter((exit) => name === undefined || exit.packageName === name);
  const packages = [...new Set(wanted.map((exit) => exit.packageName))];
  const sections = packages.map((packageName) => {
    const exits = wanted.filter((exit) => exit.packageName === packageName).toReversed();
    return `package: ${packageName}\n  Historical Process Exit for uid=${exits[0]?.uid ?? 0}\n${exits.map(exitRecord).join('')}`;
  });
  const now = phone.clock.epochMs() + phone.clockOffsetMs;
  return `ACTIVITY MANAGER PROCESS EXIT INFO (dumpsys activity exit-info)\nLast Timestamp of Persistence Into Persistent Storage: ${formatTime(now, '%Y-%m-%d %H:%M:%S')}.000\n${sections.join('')}`;
}

function exitRecord(exit: ProcessExit, index: number): string {
  const time = `${formatTime(exit.endedAtEpochMs, '%Y-%m-%d %H:%M:%S')}.${String(Math.floor(exit.endedAtEpochMs % 1000)).padStart(3, '0')}`;
  const subreason = exit.reason === 'USER_REQUESTED' ? '21 (FORCE STOP)' : '0 (UNKNOWN)';
  const status =
    exit.reason === 'CRASH_NATIVE' ? 11 : exit.reason === 'SIGNALED' || exit.reason === 'LOW_MEMORY' ? 9 : 0;
  return [
    `        ApplicationExitInfo #${index}:`,
    `          timestamp=${time} pid=${exit.pid} realUid=${exit.uid} packageUid=${exit.uid} definingUid=${exit.uid} user=0`,
    `          process=${exit.packageName} reason=${reasons[exit.reason]} subreason=${subreason} status=${status}`,
    `          importance=100 pss=0.00 rss=112MB description=${exit.description} state=empty trace=null`,
    '',
  ].join('\n');
}

function processes(phone: Phone): string {
  const lines = phone.processes.map(
    (process) =>
      `  *APP* UID ${process.uid} ProcessRecord{${identityHash(String(process.pid))} ${process.pid}:${process.name}/u0a${process.uid % 10_000}}\n    pid=${process.pid}\n`,
  );
  return `ACTIVITY MANAGER RUNNING PROCESSES (dumpsys activity processes)\n  All known processes:\n${lines.join('')}`;
}

function lastAnr(phone: Phone): string {
  const anr = phone.exits.findLast((exit) => exit.reason === 'ANR');
  return `ACTIVITY MANAGER LAST ANR (dumpsys activity lastanr)\n${anr ? `  ANR time: ${formatTime(anr.endedAtEpochMs, '%b %e, %Y %H:%M:%S')}\n  ${anr.description}\n` : '  <no ANR has occurred since boot>\n'}`;
}
