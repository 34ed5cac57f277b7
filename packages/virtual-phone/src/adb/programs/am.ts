/** `am` (and `cmd activity`): the commands on apps and activities. Starting one lives in am-start.ts. */
import type { Operation } from '@mobile-debug/core/operation.ts';
import { costOf } from '../costs.ts';
import { type Call, err, out, type Program, phoneOf, spend } from '../shell/program.ts';
import { startActivity } from './am-start.ts';
import { shortComponent } from './component.ts';
import { intentText, readIntent } from './intent.ts';
import { failInServer } from './java-failure.ts';
import { userOption } from './user-option.ts';

export const am: Program = {
  name: 'am',
  async run(op, call) {
    const { timing } = call.session.device;
    if (timing.jvmPerInput) await spend(op, call, timing.jvmStartMs);
    return await runActivityCommand(op, call, call.args);
  },
};

type ActivityCommand = (op: Operation, call: Call, args: readonly string[]) => Promise<number>;

const commands: Readonly<Record<string, ActivityCommand>> = {
  start: startActivity,
  'start-activity': startActivity,
  'force-stop': forceStop,
  kill: killBackground,
  crash,
  stack: listTasks,
  task: listTasks,
  tasks: listTasks,
  broadcast,
  instrument,
  'get-current-user': async (_op, call) => await printed(call, '0\n'),
  'set-debug-app': async () => 0,
  'clear-debug-app': async () => 0,
  dumpheap,
};

export async function runActivityCommand(
  op: Operation,
  call: Call,
  args: readonly string[],
): Promise<number> {
  const [command, ...rest] = args;
  const run = command === undefined ? undefined : commands[command];
  if (!run) {
    await spend(op, call, costOf(call.session.device.timing, 'am'));
    if (command === undefined || command === 'help')
      return await printed(call, 'Activity manager (activity) commands:\n  help\n');
    await out(call, `Unknown command: ${command}\n`);
    return 255;
  }
  return await run(op, call, rest);
}

async function printed(call: Call, text: string): Promise<number> {
  await out(call, text);
  return 0;
}

/** The package operand behind `--user N`; a missing one is the tool's own failure. */
async function packageOperand(
  call: Call,
  command: string,
  args: readonly string[],
): Promise<string | number> {
  const user = args.indexOf('--user');
  const name = args.find((arg, index) => !arg.startsWith('-') && (user < 0 || index !== user + 1));
  return (
    name ??
    (await failInServer(
      call,
      command,
      `java.lang.IllegalArgumentException: Argument expected after "${args.at(-1) ?? command}"`,
    ))
  );
}

async function forceStop(op: Operation, call: Call, args: readonly string[]): Promise<number> {
  const name = await packageOperand(call, 'force-stop', args);
  if (typeof name === 'number') return name;
  await spend(op, call, costOf(call.session.device.timing, 'am.force-stop'));
  phoneOf(call).forceStop(name, userOption(args, 'all'));
  return 0;
}

async function killBackground(op: Operation, call: Call, args: readonly string[]): Promise<number> {
  const name = await packageOperand(call, 'kill', args);
  if (typeof name === 'number') return name;
  await spend(op, call, costOf(call.session.device.timing, 'am'));
  // Only what is in the background dies of it.
  if (phoneOf(call).resumedActivity()?.packageName !== name) phoneOf(call).killProcess(name);
  return 0;
}

async function crash(op: Operation, call: Call, args: readonly string[]): Promise<number> {
  const name = await packageOperand(call, 'crash', args);
  if (typeof name === 'number') return name;
  await spend(op, call, costOf(call.session.device.timing, 'am'));
  const process = phoneOf(call).processes.find(({ pid }) => String(pid) === name);
  phoneOf(call).crash(process?.packageName ?? name, { message: 'shell-induced crash' });
  return 0;
}

async function listTasks(op: Operation, call: Call): Promise<number> {
  await spend(op, call, costOf(call.session.device.timing, 'am'));
  const phone = phoneOf(call);
  const front = phone.tasks.at(-1);
  const entries = phone.tasks.toReversed().map((task) => {
    const top = task.activities.at(-1) ?? '';
    const visible = task === front;
    const head = `RootTask id=${task.id} bounds=[0,0][${phone.displays[0]?.physical.width ?? 0},${phone.displays[0]?.physical.height ?? 0}] displayId=0 userId=0`;
    return `${head}\n  taskId=${task.id}: ${shortComponent(task.activities[0] ?? top)} bounds=[0,0][0,0] userId=0 visible=${visible} topActivity=ComponentInfo{${top}}\n\n`;
  });
  return await printed(call, entries.join(''));
}

/** No receiver of the model listens to broadcasts. */
async function broadcast(op: Operation, call: Call, args: readonly string[]): Promise<number> {
  const { intent, problem } = readIntent(
    args,
    new Set(['--receiver-permission', '--allow-background-activity-starts', '--async']),
  );
  if (problem !== null)
    return await failInServer(call, 'broadcast', `java.lang.IllegalArgumentException: ${problem}`);
  await spend(op, call, costOf(call.session.device.timing, 'am'));
  intent.flags = intent.flags === 0 ? 0x400000 : intent.flags;
  return await printed(call, `Broadcasting: ${intentText(intent)}\nBroadcast completed: result=0\n`);
}

async function instrument(op: Operation, call: Call, args: readonly string[]): Promise<number> {
  await spend(op, call, costOf(call.session.device.timing, 'am'));
  const component = args.at(-1) ?? '';
  const run = call.session.device.listeners.get(`instrument:${component}`);
  if (run) {
    // As long as this command's stream lives: the instrumentation watcher of `am` is what keeps it running.
    await run({ input: call.stdin, hangup: op.signal, write: (bytes) => call.stdout.write(bytes), end() {} });
    op.check();
    return 0;
  }
  await err(call, `android.util.AndroidException: INSTRUMENTATION_FAILED: ${component}\n`);
  await out(
    call,
    `INSTRUMENTATION_STATUS: Error=Unable to find instrumentation info for: ComponentInfo{${component}}\nINSTRUMENTATION_STATUS_CODE: -1\n`,
  );
  return 1;
}

async function dumpheap(op: Operation, call: Call, args: readonly string[]): Promise<number> {
  await spend(op, call, costOf(call.session.device.timing, 'am'));
  const target = args.find((arg) => !arg.startsWith('-')) ?? '';
  const process = phoneOf(call).processes.find(({ name, pid }) => name === target || String(pid) === target);
  const reason = process
    ? `java.lang.SecurityException: Process not debuggable: ProcessRecord{0 ${process.pid}:${process.name}/${process.uid}}`
    : `java.lang.IllegalArgumentException: Unknown process: ${target}`;
  return await failInServer(call, 'dumpheap', reason);
}
