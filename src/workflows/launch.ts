/** What start_app and restart_app share: the launch itself and its part of `details`. */

import { allDone } from '@mobile-debug/core/all-done.ts';
import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import { foreseen } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Launched, StartOptions } from '../devices/port/apps.ts';
import type { DeviceWith } from '../devices/port/device.ts';
import type { Conclusion, Details } from '../session/action/action-types.ts';
import type { Observation } from '../session/observation.ts';
import { insteadIn, insteadKind, insteadObstacle } from '../ui/instead.ts';
import { inTheWayOf, type Obstacle, obstacleOf } from '../ui/obstacle.ts';
import type { Foreground } from '../ui/ui-tree.ts';
import { screenName } from '../wire/answers.ts';
import { toldUser, userOfApp } from './app-user.ts';

export interface LaunchOptions extends Omit<StartOptions, 'user'> {
  /** As the caller named it. */
  readonly user?: number | undefined;
}

/** `front`: what was in front right after it, where the platform tells. */
export interface LaunchedApp {
  readonly details: Details;
  readonly front: Foreground | null;
}

export async function launchApp(
  dispatch: Dispatch,
  device: DeviceWith<'apps'>,
  appId: string,
  { user: asked, ...options }: LaunchOptions = {},
): Promise<LaunchedApp> {
  const op = dispatch.unrecorded();
  const [user] = await allDone([
    userOfApp(op, device, { appId, user: asked, harmless: true }),
    looksUp(op, device, appId),
  ]);
  const launched = await device.apps.start(dispatch, appId, { ...options, user });
  const details = { ...launchDetails(device, appId, launched), ...toldUser(user) };
  return { details, front: launched.foreground };
}

/** Beside the question for the user. The start meets again what fails here. */
async function looksUp(op: Operation, { apps }: DeviceWith<'apps'>, appId: string): Promise<void> {
  try {
    await apps.lookUp?.(op, appId);
  } catch (error) {
    op.check();
    foreseen(error);
  }
}

/** The steps of a launch that stops before the app's first line: it has no screen yet. */
export function heldLaunchSteps(device: DeviceWith<'apps'>, appId: string, user?: number) {
  return {
    send: async (dispatch: Dispatch): Promise<Details> => ({
      ...(await launchApp(dispatch, device, appId, { waitForDebugger: true, user })).details,
      waits_for_debugger: true,
    }),
  };
}

/** The steps of an action that ends with a launch: `send` may do something before it. */
export function launchSteps(appId: string, send: (dispatch: Dispatch) => Promise<LaunchedApp>) {
  let launched: LaunchedApp | null = null;
  return {
    async send(dispatch: Dispatch): Promise<Details> {
      launched = await send(dispatch);
      return launched.details;
    },
    reached: inFront(appId),
    inTheWay: (after: Observation | null) => obstacleAfter(after, launched?.front ?? null),
    conclude: stillInFront(appId, () => launched?.details ?? null),
  };
}

function launchDetails(device: DeviceWith<'apps'>, appId: string, launched: Launched): Details {
  const { launchTimeMs, launchState, otherLaunchers, foreground, pid, warning } = launched;
  return {
    launch_time_ms: launchTimeMs,
    ...(launchState === null ? {} : { launch_state: launchState }),
    ...(otherLaunchers.length > 0 ? { other_launchers: otherLaunchers } : {}),
    ...(warning === null ? {} : { warning }),
    device_id: device.info.id,
    observed_app: {
      appId: foreground?.appId ?? null,
      package: foreground?.appId ?? null,
      activity: foreground?.activity ?? launched.activity,
      ...(foreground?.user === undefined ? {} : { user: foreground.user }),
      screen: foreground?.focusedWindow ?? foreground?.activity ?? null,
      pid,
      matchedTarget: foreground ? foreground.appId === appId : null,
    },
  };
}

/** Lock screen, display off, a dialog: what keeps the user from what was started. */
function obstacleAfter(after: Observation | null, front: Foreground | null): Obstacle | null {
  if (after) return inTheWayOf(after.tree) ?? insteadObstacle(insteadIn(after.tree));
  if (!front) return null;
  return obstacleOf({ foreground: front, windows: [] }) ?? insteadObstacle(insteadKind(front));
}

function seenInFront(appId: string, launched: Details | null, { tree }: Observation): Details | null {
  const observed = launched?.['observed_app'] as { readonly appId: string | null } | undefined;
  if (!observed || observed.appId !== null || !tree.foreground) return null;
  const { appId: front, activity, focusedWindow } = tree.foreground;
  return {
    observed_app: {
      ...observed,
      appId: front,
      package: front,
      activity,
      screen: focusedWindow ?? activity,
      matchedTarget: front === appId,
    },
  };
}

/** The app's own window can be read, not a splash screen. */
function inFront(appId: string): (observation: Observation) => boolean {
  return ({ tree }) =>
    tree.foreground?.appId === appId &&
    tree.quality.status === 'ok' &&
    tree.elements.some((element) => element.package === appId);
}

/** `launched`: the details of the launch, completed by the read afterwards, which shows what is in front. */
function stillInFront(
  appId: string,
  launched: () => Details | null,
): (after: Observation | null) => Conclusion {
  return (after) => {
    const front = after?.tree.foreground?.appId;
    if (!after || front === undefined || front === null) return {};
    const seen = seenInFront(appId, launched(), after);
    const obstacle = obstacleAfter(after, null);
    const isReached = front === appId && (obstacle === null || obstacle.kind === 'first_run');
    if (isReached) return seen ? { details: seen } : {};
    return {
      details: {
        ...seen,
        ...(front === appId ? {} : { in_front_afterwards: { appId: front, screen: screenName(after.tree) } }),
      },
      missed: {
        code: 'VERIFICATION_FAILED',
        nextStep:
          obstacle?.nextStep ??
          `${front} is in front instead of ${appId}: check get_logs for a crash, or the screen for a dialog.`,
      },
    };
  };
}
