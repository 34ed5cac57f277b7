/** What start_app and restart_app share: the launch itself and its part of `details`. */

import { allDone } from '@mobile-debug/core/all-done.ts';
import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import { foreseen } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Launched, StartOptions } from '../devices/port/apps.ts';
import type { DeviceWith } from '../devices/port/device.ts';
import type { Conclusion, Details } from '../session/action/action-types.ts';
import type { Observation } from '../session/observation.ts';
import { screenName } from '../wire/answers.ts';
import { toldUser, userOfApp } from './app-user.ts';

export interface LaunchOptions extends Omit<StartOptions, 'user'> {
  /** As the caller named it. */
  readonly user?: number | undefined;
}

export async function launchApp(
  dispatch: Dispatch,
  device: DeviceWith<'apps'>,
  appId: string,
  { user: asked, ...options }: LaunchOptions = {},
): Promise<Details> {
  const op = dispatch.unrecorded();
  const [user] = await allDone([
    userOfApp(op, device, { appId, user: asked, harmless: true }),
    looksUp(op, device, appId),
  ]);
  const launched = await device.apps.start(dispatch, appId, { ...options, user });
  return { ...launchDetails(device, appId, launched), ...toldUser(user) };
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
      ...(await launchApp(dispatch, device, appId, { waitForDebugger: true, user })),
      waits_for_debugger: true,
    }),
  };
}

/** The steps of an action that ends with a launch: `send` may do something before it. */
export function launchSteps(appId: string, send: (dispatch: Dispatch) => Promise<Details>) {
  let launched: Details | null = null;
  return {
    async send(dispatch: Dispatch): Promise<Details> {
      launched = await send(dispatch);
      return launched;
    },
    reached: inFront(appId),
    conclude: stillInFront(appId, () => launched),
  };
}

function launchDetails(device: DeviceWith<'apps'>, appId: string, launched: Launched): Details {
  const { launchTimeMs, launchState, otherLaunchers, foreground, pid } = launched;
  return {
    launch_time_ms: launchTimeMs,
    ...(launchState === null ? {} : { launch_state: launchState }),
    ...(otherLaunchers.length > 0 ? { other_launchers: otherLaunchers } : {}),
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
    if (front === appId) return seen ? { details: seen } : {};
    return {
      details: { ...seen, in_front_afterwards: { appId: front, screen: screenName(after.tree) } },
      missed: {
        code: 'VERIFICATION_FAILED',
        nextStep: `${front} is in front instead of ${appId}: check get_logs for a crash, or the screen for a dialog.`,
      },
    };
  };
}
