/**
 * Starts an app and checks whether it came to the front: one round trip, more only while the screen is in transition.
 * Source: [A11].
 */
import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { insteadKind, insteadObstacle } from '../../../ui/instead.ts';
import { obstacleOf } from '../../../ui/obstacle.ts';
import type { Foreground } from '../../../ui/ui-tree.ts';
import type { Launched } from '../../port/apps.ts';
import type { AppUser } from '../../port/users.ts';
import type { AdbDevice } from '../adb/adb-types.ts';
import { runBatch } from '../adb/batch.ts';
import { quoteArg } from '../adb/quote.ts';
import { notReadyFault } from '../not-ready.ts';
import { parseForeground } from '../screen/foreground.ts';
import { withKeyguard } from '../screen/keyguard.ts';
import { foregroundCommand } from './front-command.ts';
import { type LaunchOutput, parseLaunchOutput } from './launch-output.ts';
import type { Launchers } from './launchers.ts';
import { parseUserProcesses, userProcesses } from './processes.ts';
import { userFlag } from './user-flag.ts';

export interface LaunchRequest {
  readonly adb: AdbDevice;
  readonly sdk: number;
  readonly appId: string;
  /** Whose app. */
  readonly user: AppUser;
  readonly launchers: Launchers;
  /** Waits for a debugger before its first line. */
  readonly held: boolean;
}

/** During a transition no window has the focus; it settles within this time [O1]. */
const settleMs = 1_500;
const lookAgainMs = 150;
/** The system's own dialogs over an app that has just started: the app is where it should be. */
const permissionDialogs = /^com\.(?:google\.)?android\.(?:permissioncontroller|packageinstaller)$/;

/**
 * `activity_missing` when the component asked for does not exist, which a remembered one may no longer do. LAUNCH_FAILED
 * with the device's words otherwise, or with what is in front instead.
 */
export async function launch(
  dispatch: Dispatch,
  request: LaunchRequest,
): Promise<Launched | 'activity_missing'> {
  const { adb, sdk, appId, launchers } = request;
  if (request.held) return await launchHeld(dispatch, request);
  const [component = '', ...otherLaunchers] = launchers.components;
  const [output = '', pidText = '', front = ''] = await runBatch(dispatch, adb, [
    `am start -W${userFlag(request.user)} -n ${quoteArg(component)}`,
    pidCommand(request),
    foregroundCommand(sdk),
  ]);
  const started = parseLaunchOutput(output);
  if (started.problem?.kind === 'activity_missing') return 'activity_missing';
  const fault = notReadyFault(output) ?? problemFault(appId, started, output);
  if (fault) throw fault;
  const settled = await settle(dispatch.unrecorded(), request, parseForeground(front));
  const foreground = await withKeyguard(dispatch.unrecorded(), adb, settled);
  const pid = pidIn(pidText, request);
  if (!isInFront(foreground, request)) throw notInFront(request, foreground, output);
  return {
    launchTimeMs: started.totalTimeMs,
    launchState: started.launchState,
    activity: component,
    otherLaunchers,
    pid,
    foreground,
    warning: started.warning,
    output: output.trim(),
  };
}

/**
 * `-D` holds the process until a debugger attaches, behind a dialog of the system; `-S` ends a running one first, which
 * would be past its start. Without `-W`, which waits for a first frame that does not come.
 */
async function launchHeld(
  dispatch: Dispatch,
  request: LaunchRequest,
): Promise<Launched | 'activity_missing'> {
  const { adb, appId, launchers } = request;
  const [component = '', ...otherLaunchers] = launchers.components;
  const pidof = pidCommand(request);
  const [output = '', first = ''] = await runBatch(dispatch, adb, [
    `am start -D -S${userFlag(request.user)} -n ${quoteArg(component)}`,
    pidof,
  ]);
  const started = parseLaunchOutput(output);
  if (started.problem?.kind === 'activity_missing') return 'activity_missing';
  const fault = notReadyFault(output) ?? problemFault(appId, started, output);
  if (fault) throw fault;
  const op = dispatch.unrecorded();
  const until = op.clock.monotonicMs() + settleMs;
  let pid = pidIn(first, request);
  while (pid === null && op.clock.monotonicMs() < until && op.remainingMs > lookAgainMs) {
    await op.sleep(lookAgainMs);
    const [text = ''] = await runBatch(op, adb, [pidof]);
    pid = pidIn(text, request);
  }
  return {
    launchTimeMs: null,
    launchState: null,
    activity: component,
    otherLaunchers,
    pid,
    foreground: null,
    warning: started.warning,
    output: output.trim(),
  };
}

/** Checks again while nothing or something else is in front. */
async function settle(op: Operation, request: LaunchRequest, first: Foreground): Promise<Foreground> {
  const until = op.clock.monotonicMs() + settleMs;
  let foreground = first;
  const waits = (): boolean =>
    !isInFront(foreground, request) &&
    // Behind a dark display nothing comes to the front.
    !foreground.displayOff &&
    op.clock.monotonicMs() < until &&
    op.remainingMs > lookAgainMs;
  while (waits()) {
    await op.sleep(lookAgainMs);
    const [front = ''] = await runBatch(op, request.adb, [foregroundCommand(request.sdk)]);
    foreground = parseForeground(front);
  }
  return foreground;
}

/** The same app of another user is another app. */
function isInFront(foreground: Foreground, { appId, user }: LaunchRequest): boolean {
  if (permissionDialogs.test(foreground.appId ?? '')) return true;
  return foreground.appId === appId && (user === null || user === (foreground.user ?? 0));
}

/** `pidof` knows no users. */
function pidCommand({ appId, sdk, user }: LaunchRequest): string {
  return user === null ? `pidof ${appId}` : userProcesses(sdk);
}

function pidIn(text: string, { appId, user }: LaunchRequest): number | null {
  const ofUser = parseUserProcesses(text).find((one) => one.user === user && one.name === appId)?.pid;
  const pid = user === null ? Number.parseInt(text, 10) : ofUser;
  return pid !== undefined && Number.isInteger(pid) ? pid : null;
}

function problemFault(appId: string, { problem }: LaunchOutput, output: string): Fault | null {
  if (!problem) return null;
  const details = { problem: problem.kind, output: output.slice(0, 2_000) };
  return new Fault('LAUNCH_FAILED', `${appId} could not be started. The device said: ${problem.words}`, {
    details,
  });
}

function notInFront({ appId }: LaunchRequest, foreground: Foreground, output: string): Fault {
  const front = foreground.appId ?? foreground.focusedWindow ?? 'nothing';
  const obstacle = obstacleOf({ foreground, windows: [] }) ?? insteadObstacle(insteadKind(foreground));
  const why = obstacle === null ? `${front} is in front` : obstacle.what;
  return new Fault('LAUNCH_FAILED', `${appId} was started, but ${why}.`, {
    nextStep:
      obstacle?.nextStep ??
      'Check get_logs for a crash at start; a locked screen or a dialog may be in the way.',
    details: { foreground, output: output.slice(0, 2_000) },
  });
}
