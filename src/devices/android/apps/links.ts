/** Opens links by `am start`, and looks what came of it: a page before the content may come after the command has ended. */
import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { firstLine } from '@mobile-debug/core/text.ts';
import type { Foreground } from '../../../ui/ui-tree.ts';
import type { Link, OpenedLink } from '../../port/packages.ts';
import type { AdbDevice } from '../adb/adb-types.ts';
import { runBatch } from '../adb/batch.ts';
import { notReadyFault } from '../not-ready.ts';
import { parseForeground } from '../screen/foreground.ts';
import { withKeyguard } from '../screen/keyguard.ts';
import { checkAppId } from './app-id.ts';
import { foregroundCommand } from './front-command.ts';
import { parseLaunchOutput } from './launch-output.ts';

interface Reach {
  readonly adb: AdbDevice;
  readonly sdk: number;
}

/** A browser shows its first-run page some hundred milliseconds after the activity that took the link [O1]. */
const settleMs = 1_500;
const lookAgainMs = 300;

export async function openUrl(
  dispatch: Dispatch,
  { adb, sdk }: Reach,
  { url, appId, user = null }: Link,
): Promise<OpenedLink> {
  if (appId !== undefined) checkAppId(appId);
  const args = [
    ...['am', 'start', '-W', ...(user === null ? [] : ['--user', String(user)])],
    ...['-a', 'android.intent.action.VIEW', '-d', url],
    ...(appId === undefined ? [] : ['-p', appId]),
  ];
  const { stdout, stderr } = await adb.command(dispatch, args);
  const words = `${stdout.toString('utf8')}\n${stderr.toString('utf8')}`;
  const fault = notReadyFault(words);
  if (fault) throw fault;
  // As am prints it [A11].
  if (/^Error|Exception/m.test(words)) {
    const why = /^(?:Error: .*|.*Exception.*)$/m.exec(words)?.[0] ?? (firstLine(words) || 'it said nothing');
    throw new Fault('LAUNCH_FAILED', `Nothing opened the link. The device said: ${why.trim()}`, {
      nextStep:
        'Check the intent filters of the app (scheme, host, android:exported), or install an app that opens it.',
    });
  }
  const named = /^\s*Activity: (\S+)/m.exec(words)?.[1]; // As am prints it [A11].
  const { warning } = parseLaunchOutput(words);
  const front = await settled(dispatch.unrecorded(), { adb, sdk });
  const inFront = front?.appId && front.activity ? `${front.appId}/${front.activity}` : null;
  return {
    took: [...(named === undefined ? [] : [named]), ...(inFront === null ? [] : [inFront])],
    front,
    ...(warning === null ? {} : { warning }),
  };
}

/** What is in front once two looks in a row agree. */
async function settled(op: Operation, { adb, sdk }: Reach): Promise<Foreground | null> {
  const until = op.clock.monotonicMs() + settleMs;
  const look = async (): Promise<Foreground> => {
    const [front = ''] = await runBatch(op, adb, [foregroundCommand(sdk)]);
    return parseForeground(front);
  };
  let front = await look();
  while (op.clock.monotonicMs() < until && op.remainingMs > 2 * lookAgainMs) {
    await op.sleep(lookAgainMs);
    const next = await look();
    const same = next.appId === front.appId && next.activity === front.activity;
    front = next;
    if (same && next.appId !== null) break;
  }
  if (front.appId === null && front.focusedWindow === null) return null;
  return await withKeyguard(op, adb, front);
}
