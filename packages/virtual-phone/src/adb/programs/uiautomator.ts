/** `uiautomator dump`: a Java tool that registers as the one UiAutomation client, waits for quiet and prints the tree. */
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { AccessibilityEvent } from '../../phone/accessibility-event.ts';
import { costOf } from '../costs.ts';
import { openWriter, resolvePath } from '../shell/device-files.ts';
import { type Call, err, faultOf, out, type Program, phoneOf, spend } from '../shell/program.ts';
import { deviceEpochMs, formatTime } from './date.ts';
import { dumpActiveWindow, dumpAllWindows } from './dump-xml.ts';

const windowsSdk = 30;
/** How often the screen is looked at while waiting for it to be quiet. */
const pollMs = 50;
const killed = 137;
const usage = `Usage: uiautomator <subcommand> [options]

Available subcommands:

help: displays help message

runtest: executes UI automation tests
dump: creates an XML dump of current UI hierarchy
events: prints out accessibility events until terminated
`;

export const uiautomator: Program = {
  name: 'uiautomator',
  async run(op, call) {
    const { timing } = call.session.device;
    await spend(op, call, costOf(timing, 'uiautomator.jvm'));
    const [command, ...args] = call.args;
    if (command === 'dump') return await dump(op, call, args);
    if (command === 'events') return await events(op, call);
    if (command !== undefined && command !== 'help') await err(call, `Unsupported subcommand: ${command}\n`);
    await err(call, usage);
    return command === 'help' ? 0 : 1;
  },
};

async function dump(op: Operation, call: Call, args: readonly string[]): Promise<number> {
  const { device } = call.session;
  const phone = phoneOf(call);
  const compressed = args.includes('--compressed');
  const windows = args.includes('--windows') && phone.version.sdk >= windowsSdk;
  // Options that it does not know are passed over in silence.
  const path = args.find((arg) => !arg.startsWith('-')) ?? '/sdcard/window_dump.xml';
  const release = faultOf(call, 'already_registered') ? null : device.registerUiAutomation('uiautomator');
  if (!release) return await alreadyRegistered(call);
  try {
    if (faultOf(call, 'idle_error') || !(await becameIdle(op, call))) {
      await err(call, 'ERROR: could not get idle state.\n');
      return 0;
    }
    await spend(op, call, costOf(device.timing, 'uiautomator.dump'));
    const active = phone.windows().find((window) => window.active);
    if (faultOf(call, 'null_root') || (!active && !windows)) {
      await err(call, 'ERROR: null root node returned by UiTestAutomationBridge.\n');
      return 0;
    }
    const xml =
      windows || !active ? dumpAllWindows(phone, compressed) : dumpActiveWindow(phone, active, compressed);
    await writeDump(call, path, xml);
    await out(call, `UI hierchary dumped to: ${path}\n`);
    return 0;
  } finally {
    release();
  }
}

/** Prints what happens until its reader hangs up (EventsCommand, AccessibilityEvent#toString). */
async function events(op: Operation, call: Call): Promise<number> {
  const phone = phoneOf(call);
  const release = faultOf(call, 'already_registered')
    ? null
    : call.session.device.registerUiAutomation('uiautomator');
  if (!release) return await alreadyRegistered(call);
  const queue: AccessibilityEvent[] = [];
  let wake = (): void => {};
  const listener = (event: AccessibilityEvent): void => {
    queue.push(event);
    wake();
  };
  phone.accessibility.add(listener);
  try {
    for (;;) {
      for (const event of queue.splice(0)) await out(call, `${eventLine(event, deviceEpochMs(phone))}\n`);
      await op.race(
        new Promise<void>((resolve) => {
          wake = resolve;
        }),
      );
    }
  } finally {
    phone.accessibility.delete(listener);
    release();
  }
}

function eventLine(event: AccessibilityEvent, epochMs: number): string {
  const { type, contentChange, packageName, className, itemCount, currentItemIndex } = event;
  const time = formatTime(epochMs, '%m-%d %H:%M:%S');
  const record = `ClassName: ${className}; Text: []; ContentDescription: null; ItemCount: ${itemCount}; CurrentItemIndex: ${currentItemIndex}; Enabled: true; Password: false; Checked: false; FullScreen: false; Scrollable: false; BeforeText: null; FromIndex: -1; ToIndex: -1; ScrollX: 0; ScrollY: 0; MaxScrollX: 0; MaxScrollY: 0; AddedCount: -1; RemovedCount: -1; ParcelableData: null`;
  return `${time}.${String(epochMs % 1_000)
    .slice(0, 3)
    .padStart(
      3,
      '0',
    )} EventType: ${type}; EventTime: 1000; PackageName: ${packageName}; MovementGranularity: 0; Action: 0; ContentChangeTypes: [${contentChange ?? ''}]; WindowChangeTypes: [] [ ${record} ]; recordCount: 0`;
}

/** A file that can't be written is only logged; the sentence of success follows all the same. */
async function writeDump(call: Call, path: string, xml: string): Promise<void> {
  const opened = openWriter(call.session, resolvePath(call.cwd, path), false);
  if (opened.ok) {
    await opened.value.write(Buffer.from(xml, 'utf8'));
    opened.value.close();
    return;
  }
  phoneOf(call).log.append({
    uid: 2000,
    pid: call.pid,
    tid: call.pid,
    priority: 'E',
    tag: 'AccessibilityNodeInfoDumper',
    message: `failed to dump window to file\njava.io.FileNotFoundException: ${path}: open failed: ${opened.reason}`,
    buffer: 'main',
  });
}

/** True once nothing has moved for the asked time; the clock of that starts with the connection. */
async function becameIdle(op: Operation, call: Call): Promise<boolean> {
  const { dumpIdleMs, dumpIdleTimeoutMs } = call.session.device.timing;
  let waitedMs = 0;
  let quietMs = 0;
  while (quietMs < dumpIdleMs) {
    if (waitedMs >= dumpIdleTimeoutMs) return false;
    const stepMs = Math.min(pollMs, dumpIdleMs - quietMs);
    await spend(op, call, stepMs);
    waitedMs += stepMs;
    quietMs = phoneOf(call).isAnimating() ? 0 : quietMs + stepMs;
  }
  return true;
}

async function alreadyRegistered(call: Call): Promise<number> {
  const frames = [
    'android.os.Parcel.createExceptionOrNull(Parcel.java:3091)',
    'android.app.UiAutomationConnection.connect(UiAutomationConnection.java:121)',
    'com.android.commands.uiautomator.DumpCommand.run(DumpCommand.java:104)',
    'com.android.commands.uiautomator.Launcher.main(Launcher.java:83)',
  ];
  const service =
    'UiAutomationService android.accessibilityservice.IAccessibilityServiceClient$Stub$Proxy@1f3c2a6';
  await err(
    call,
    `java.lang.IllegalStateException: ${service}already registered!\n${frames.map((frame) => `\tat ${frame}\n`).join('')}Killed \n`,
  );
  return killed;
}
