/** `dumpsys package`, `meminfo`, `gfxinfo`, `dropbox`: what the system knows of single apps. */
import type { InstalledPackage, Phone } from '../../phone/phone-types.ts';
import { type Call, phoneOf } from '../shell/program.ts';
import { shortComponent } from './component.ts';
import { formatTime } from './date.ts';
import { apkPath } from './pm.ts';

export function dumpPackage(call: Call, args: readonly string[]): string {
  const name = args.find((arg) => !arg.startsWith('-'));
  const packages = [...phoneOf(call).packages.values()].filter(
    (entry) => name === undefined || entry.name === name,
  );
  if (packages.length === 0) return `Dexopt state:\n  Unable to find package: ${name}\n`;
  return `${packages.map(activityTable).join('')}\nPackages:\n${packages.map(packageSection).join('')}`;
}

function activityTable(entry: InstalledPackage): string {
  const launchers = entry.activities.filter(({ launcher }) => launcher);
  const lines = launchers.map(
    ({ name }) =>
      `        1a2b3c4 ${shortComponent(`${entry.name}/${name}`)} filter 5d6e7f8\n          Action: "android.intent.action.MAIN"\n          Category: "android.intent.category.LAUNCHER"\n`,
  );
  return lines.length === 0
    ? ''
    : `Activity Resolver Table:\n  Non-Data Actions:\n      android.intent.action.MAIN:\n${lines.join('')}`;
}

function packageSection(entry: InstalledPackage): string {
  const flags = [
    'HAS_CODE',
    ...(entry.debuggable ? ['DEBUGGABLE'] : []),
    ...(entry.system ? ['SYSTEM'] : []),
    'ALLOW_CLEAR_USER_DATA',
  ];
  const permissions = Object.entries(entry.permissions);
  return [
    `  Package [${entry.name}] (1a2b3c4):`,
    `    userId=${entry.uid}`,
    `    codePath=${apkPath(entry).replace(/\/[^/]+$/, '')}`,
    `    versionCode=${entry.versionCode} minSdk=24 targetSdk=34`,
    `    versionName=${entry.versionName}`,
    `    pkgFlags=[ ${flags.join(' ')} ]`,
    `    firstInstallTime=2026-01-01 00:00:00`,
    `    lastUpdateTime=2026-01-01 00:00:00`,
    `    requested permissions:`,
    ...permissions.map(([permission]) => `      ${permission}`),
    `    User 0: ceDataInode=0 installed=true hidden=false suspended=false stopped=false notLaunched=false enabled=0`,
    `      runtime permissions:`,
    ...permissions.map(
      ([permission, granted]) =>
        `        ${permission}: granted=${granted}, flags=[ USER_SENSITIVE_WHEN_GRANTED]`,
    ),
    '',
  ].join('\n');
}

export function dumpMemory(call: Call, args: readonly string[]): string {
  const process = target(phoneOf(call), args);
  if (!process) return `No process found for: ${args.find((arg) => !arg.startsWith('-')) ?? ''}\n`;
  const row = (label: string, pss: number): string =>
    `${label.padStart(16)}${String(pss).padStart(9)}${String(pss - 200).padStart(9)}        0        0    ${pss + 900}\n`;
  return [
    `Applications Memory Usage (in Kilobytes):\nUptime: 600000 Realtime: 600000\n\n** MEMINFO in pid ${process.pid} [${process.name}] **\n`,
    '                   Pss  Private  Private  SwapPss      Rss\n                 Total    Dirty    Clean    Dirty    Total\n                ------   ------   ------   ------   ------\n',
    row('Native Heap', 12_480),
    row('Dalvik Heap', 6_340),
    row('Graphics', 8_200),
    row('TOTAL', 48_512),
    '\n App Summary\n                       Pss(KB)                        Rss(KB)\n                        ------                         ------\n           Java Heap:     6340                          14000\n         Native Heap:    12480                          13380\n                Code:     9000                          30000\n               Stack:      640                            650\n            Graphics:     8200                           8200\n       Private Other:     5000\n              System:     6852\n             Unknown:                                   10000\n\n           TOTAL PSS:    48512            TOTAL RSS:    76230       TOTAL SWAP PSS:        0\n',
    `\n Objects\n               Views:       42         ViewRootImpl:        1\n         AppContexts:        5           Activities:        1\n`,
  ].join('');
}

export function dumpGraphics(call: Call, args: readonly string[]): string {
  const process = target(phoneOf(call), args);
  const head = 'Applications Graphics Acceleration Info:\nUptime: 600000 Realtime: 600000\n\n';
  if (!process) return `${head}No process found for: ${args.find((arg) => !arg.startsWith('-')) ?? ''}\n`;
  return `${head}** Graphics info for pid ${process.pid} [${process.name}] **\n\nStats since: 1000000000ns\nTotal frames rendered: 120\nJanky frames: 3 (2.50%)\n50th percentile: 6ms\n90th percentile: 11ms\n95th percentile: 14ms\n99th percentile: 29ms\nNumber Missed Vsync: 1\nNumber Slow UI thread: 2\nNumber Frame deadline missed: 3\n`;
}

function target(phone: Phone, args: readonly string[]): Phone['processes'][number] | undefined {
  const name = args.find((arg) => !arg.startsWith('-') && arg !== 'reset' && arg !== 'framestats');
  return phone.processes.find((process) => process.name === name || String(process.pid) === name);
}

const dropTags = {
  CRASH: 'data_app_crash',
  CRASH_NATIVE: 'data_app_native_crash',
  ANR: 'data_app_anr',
} as const;

export function dumpDropBox(call: Call, args: readonly string[]): string {
  const phone = phoneOf(call);
  const tag = args.find((arg) => !arg.startsWith('-'));
  const print = args.includes('--print') || args.includes('-p');
  const entries = phone.exits.flatMap((exit) => {
    const entryTag =
      exit.reason === 'CRASH' || exit.reason === 'CRASH_NATIVE' || exit.reason === 'ANR'
        ? dropTags[exit.reason]
        : null;
    if (entryTag === null || (tag !== undefined && tag !== entryTag)) return [];
    const time = formatTime(exit.endedAtEpochMs, '%Y-%m-%d %H:%M:%S');
    const body = `Process: ${exit.packageName}\nPID: ${exit.pid}\nFlags: 0x0\nPackage: ${exit.packageName} v${phone.packages.get(exit.packageName)?.versionCode ?? 0}\nForeground: Yes\n\n${exit.description}\n`;
    const head = `${time} ${entryTag} (text, ${Buffer.byteLength(body)} bytes)\n`;
    return [
      print
        ? `========================================\n${head}${body}`
        : `${head}    Process: ${exit.packageName} ...\n`,
    ];
  });
  return `Drop box contents: ${entries.length} entries\nMax entries: 1000\n${tag === undefined ? '' : `Searching for: ${tag}\n`}\n${entries.length === 0 ? '(No entries found.)\n' : entries.join('\n')}`;
}
