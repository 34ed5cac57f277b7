/** What start_app and restart_app share: the launch itself and what of it stands in `details`. */
import type { Operation } from '../core/operation.ts';
import type { DeviceWith, DispatchMark, Launched } from '../devices/device.ts';
import type { Conclusion, Details } from '../session/action/action-types.ts';
import type { Observation } from '../session/observation.ts';
import { screenName } from './answers.ts';

export async function launch(
  op: Operation,
  device: DeviceWith<'apps'>,
  appId: string,
  mark: DispatchMark,
): Promise<Details> {
  const launched = await device.apps.start(op, appId, mark);
  return launchDetails(device, appId, launched);
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
      screen: foreground?.focusedWindow ?? foreground?.activity ?? null,
      pid,
      matchedTarget: foreground ? foreground.appId === appId : null,
    },
  };
}

/** The app's own window is there to be read, not a splash of something else. */
export function inFront(appId: string): (observation: Observation) => boolean {
  return ({ tree }) =>
    tree.foreground?.appId === appId &&
    tree.quality.status === 'ok' &&
    tree.elements.some((element) => element.package === appId);
}

export function stillInFront(appId: string): (after: Observation | null) => Conclusion {
  return (after) => {
    const front = after?.tree.foreground?.appId;
    if (!after || front === undefined || front === null || front === appId) return {};
    return {
      details: { in_front_afterwards: { appId: front, screen: screenName(after.tree) } },
      missed: {
        code: 'VERIFICATION_FAILED',
        nextStep: `${front} is in front instead of ${appId}: look at get_logs for a crash, or at the screen for a dialog.`,
      },
    };
  };
}
