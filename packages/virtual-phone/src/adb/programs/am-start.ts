/** `am start`: which activity an intent means, what the phone made of it, and the report of the Android version. */
import type { Operation } from '@mobile-debug/core/operation.ts';
import { RESOLVER, RESOLVER_ACTIVITY } from '../../phone/link-chooser.ts';
import type { LaunchOutcome } from '../../phone/phone-types.ts';
import { costOf } from '../costs.ts';
import { type Call, err, faultOf, out, phoneOf, spend } from '../shell/program.ts';
import { parseComponent, shortComponent } from './component.ts';
import { type Intent, intentText, readIntent } from './intent.ts';
import { oneUser } from './user-option.ts';

const switches = new Set([
  '-W',
  '-S',
  '-D',
  '-N',
  '--stop',
  '--track-allocation',
  '--streaming',
  '--lock-task',
]);
/** From here on errors go to stderr; before, to stdout with "Error type 3". */
const stderrSdk = 30;
/** `LaunchState` is printed. */
const launchStateSdk = 29;
/** A failed start still exits 0 from Android 14 on, as before Android 11. */
const quietExitSdk = 34;
const launchTimeoutMs = 10_000;

export async function startActivity(op: Operation, call: Call, args: readonly string[]): Promise<number> {
  const { timing } = call.session.device;
  const { intent, switches: given, problem } = readIntent(args, switches);
  await spend(op, call, costOf(timing, 'am'));
  if (problem !== null) {
    await err(call, `Error: ${problem}\n`);
    return 1;
  }
  resolveOperand(call, intent);
  if (
    intent.component === null &&
    intent.action === null &&
    intent.uri === null &&
    intent.packageName === null
  ) {
    await err(
      call,
      `Error: Activity not started, unable to resolve ${intentText({ ...intent, flags: 0x10000000 })}\n`,
    );
    return 1;
  }
  const user = oneUser(args);
  if (given.has('-S')) await stopFirst(op, call, { intent, user });
  await out(
    call,
    `${given.has('-S') ? `Stopping: ${targetPackage(intent)}\n` : ''}Starting: ${intentText(intent)}\n`,
  );
  const outcome = launch(op, call, { intent, user });
  if (outcome === null) return await unresolved(call, intent);
  if (!outcome.ok) return await refused(call, intent, outcome.reason);
  return await report(op, call, outcome, given.has('-W'));
}

/** A word without an option is a URI, a component, or a package; the last gets the launcher's action and category. */
function resolveOperand(call: Call, intent: Intent): void {
  const { operand } = intent;
  if (operand === null) return;
  const component = parseComponent(operand);
  if (operand.includes('://')) intent.uri = operand;
  else if (component) intent.component = `${component.packageName}/${component.activity}`;
  else {
    intent.packageName = operand;
    const known = phoneOf(call).packages.get(operand);
    if (known && intent.action === null) {
      intent.action = 'android.intent.action.MAIN';
      intent.categories.push('android.intent.category.LAUNCHER');
    }
  }
}

function targetPackage(intent: Intent): string {
  return intent.component?.split('/')[0] ?? intent.packageName ?? '';
}

interface Request {
  readonly intent: Intent;
  readonly user: number;
}

async function stopFirst(op: Operation, call: Call, { intent, user }: Request): Promise<void> {
  await spend(op, call, costOf(call.session.device.timing, 'am.force-stop'));
  phoneOf(call).forceStop(targetPackage(intent), user);
}

/** Null when no activity answers the intent. */
function launch(op: Operation, call: Call, { intent, user }: Request): LaunchOutcome | null {
  const phone = phoneOf(call);
  op.check();
  const component = intent.component === null ? null : parseComponent(intent.component);
  if (component) return phone.start(component.packageName, component.activity, { user });
  if (intent.action === 'android.intent.action.VIEW') return view(call, { intent, user });
  if (intent.packageName === null || intent.action !== 'android.intent.action.MAIN') return null;
  const outcome = phone.start(intent.packageName, null, { user });
  return outcome.ok || outcome.reason === 'not_exported' ? outcome : null;
}

/**
 * An app takes links whose scheme is the last word of its name (`shop://cart`); there is no browser. Where the phone has a
 * resolver, it asks which app shall open one.
 */
function view(call: Call, { intent: { uri, packageName }, user }: Request): LaunchOutcome | null {
  const phone = phoneOf(call);
  const scheme = /^([\w+.-]+):/.exec(uri ?? '')?.[1];
  const taker = [...phone.packagesOf(user).keys()].find((name) => name.split('.').at(-1) === scheme);
  if (taker === undefined || (packageName !== null && packageName !== taker)) return null;
  const extras = { uri: uri ?? '', taker };
  if (packageName === null && phone.packages.has(RESOLVER))
    return phone.start(RESOLVER, RESOLVER_ACTIVITY, { extras });
  return phone.start(taker, null, { extras, user });
}

async function unresolved(call: Call, intent: Intent): Promise<number> {
  await err(
    call,
    `Error: Activity not started, unable to resolve ${intentText({ ...intent, flags: intent.flags | 0x10000000 })}\n`,
  );
  return exitOf(call);
}

async function refused(call: Call, intent: Intent, reason: string): Promise<number> {
  const component = intent.component ?? '';
  if (reason === 'not_exported') {
    const shown = intentText({ ...intent, flags: 0x10000000 });
    const text = `Permission Denial: starting ${shown} from null (pid=${call.pid}, uid=2000) not exported from uid ${phoneOf(call).packages.get(targetPackage(intent))?.uid ?? 0}`;
    await err(
      call,
      `\nException occurred while executing 'start':\njava.lang.SecurityException: ${text}\n\tat com.android.server.wm.ActivityTaskSupervisor.checkStartAnyActivityPermission(ActivityTaskSupervisor.java:1156)\n`,
    );
    return 255;
  }
  const sentence = `Error: Activity class {${component}} does not exist.\n`;
  if (phoneOf(call).version.sdk >= stderrSdk) await err(call, `Error type 3\n${sentence}`);
  else await out(call, `Error type 3\n${sentence}`);
  return exitOf(call);
}

function exitOf(call: Call): number {
  const { sdk } = phoneOf(call).version;
  return sdk >= stderrSdk && sdk < quietExitSdk ? 1 : 0;
}

async function report(
  op: Operation,
  call: Call,
  outcome: Extract<LaunchOutcome, { ok: true }>,
  wait: boolean,
): Promise<number> {
  const { sdk } = phoneOf(call).version;
  const front = 'Warning: Activity not started, its current task has been brought to the front\n';
  const top =
    'Warning: Activity not started, intent has been delivered to currently running top-most instance.\n';
  const note = outcome.deliveredToTop ? top : outcome.broughtToFront ? front : '';
  if (sdk >= stderrSdk) await err(call, note);
  else await out(call, note);
  if (!wait) return 0;
  const timedOut = faultOf(call, 'launch_timeout') !== null;
  await spend(op, call, timedOut ? launchTimeoutMs : outcome.totalTimeMs);
  const totalMs = Math.round(outcome.totalTimeMs);
  const started = !outcome.deliveredToTop;
  const lines = [
    `Status: ${timedOut ? 'timeout' : 'ok'}`,
    ...(sdk >= launchStateSdk
      ? [`LaunchState: ${timedOut || !started ? 'UNKNOWN (0)' : outcome.launchState}`]
      : []),
    `Activity: ${shortComponent(outcome.component)}`,
    ...(sdk < launchStateSdk && started ? [`ThisTime: ${totalMs}`] : []),
    ...(timedOut ? [] : [`TotalTime: ${started ? totalMs : 0}`]),
    `WaitTime: ${timedOut ? launchTimeoutMs : started ? totalMs + 4 : 2}`,
    'Complete',
  ];
  await out(call, `${lines.join('\n')}\n`);
  return 0;
}
