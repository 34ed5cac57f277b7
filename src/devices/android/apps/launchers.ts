/** Which activities of a package the home screen would start, and whether the package is there at all. Source: [A9]. */
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { AppOfUser } from '../../port/apps.ts';
import type { AdbDevice } from '../adb/adb-types.ts';
import { parseComponent } from '../screen/foreground.ts';
import { checkAppId } from './app-id.ts';
import { askManager, managerFault, questionFault } from './package-manager.ts';
import { userFlag } from './user-flag.ts';

export interface Launchers {
  readonly installed: boolean;
  /** `pkg/full.Activity`, in the order of the device. */
  readonly components: readonly string[];
}

const launcherIntent = '-a android.intent.action.MAIN -c android.intent.category.LAUNCHER';

/** One round trip. Faults: INVALID_ARGUMENT, DEVICE_UNAVAILABLE while the device starts or its package manager fails. */
export async function findLaunchers(
  op: Operation,
  adb: AdbDevice,
  { appId, user }: AppOfUser,
): Promise<Launchers> {
  checkAppId(appId);
  const flag = userFlag(user);
  const [all = '', one = '', path = ''] = await askManager(op, adb, [
    `cmd package query-activities --brief${flag} ${launcherIntent} ${appId}`,
    // The only one of the two that Android 7 knows.
    `cmd package resolve-activity --brief${flag} ${launcherIntent} ${appId}`,
    `pm path${flag} ${appId}`,
  ]);
  const installed = tellsInstalled(path);
  const listed = componentsOf(all, appId);
  const components = listed.length > 0 ? listed : componentsOf(one, appId);
  if (installed && components.length === 0) {
    const fault = managerFault(all) ?? managerFault(one);
    if (fault) throw fault;
  }
  return { installed, components };
}

/** `pm path` prints `package:/data/app/...` lines for what is installed, and nothing for the rest [A9]. */
export function isInstalled(pmPathOutput: string): boolean {
  return /^package:\//m.test(pmPathOutput);
}

/** As `isInstalled`, but a failure to tell is thrown. */
export function tellsInstalled(pmPathOutput: string): boolean {
  if (isInstalled(pmPathOutput)) return true;
  const fault = questionFault(pmPathOutput);
  if (fault) throw fault;
  return false;
}

/** Every component of `appId` in the text, once each; the resolver's own (`android/...ResolverActivity`) is not. */
export function componentsOf(text: string, appId: string): string[] {
  const found = new Set<string>();
  for (const word of text.split(/\s+/)) {
    const component = parseComponent(word);
    if (component?.appId === appId) found.add(`${appId}/${component.activity}`);
  }
  return [...found];
}
