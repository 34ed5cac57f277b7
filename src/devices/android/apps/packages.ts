/**
 * What is installed, its permissions, and links that open it: by `pm` and `am`, told by their words.
 * Sources: [A9], [A11] and [A17].
 */
import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { firstLine } from '@mobile-debug/core/text.ts';
import type { AppOfUser } from '../../port/apps.ts';
import type { InstalledApp, PackagesFacet } from '../../port/packages.ts';
import type { AppUser } from '../../port/users.ts';
import type { AdbDevice } from '../adb/adb-types.ts';
import { quoteArg } from '../adb/quote.ts';
import { checkAppId, notInstalled } from './app-id.ts';
import { tellsInstalled } from './launchers.ts';
import { openUrl } from './links.ts';
import { askManager, managerFault, questionFault } from './package-manager.ts';
import { permissionNames } from './permission-names.ts';
import { userFlag } from './user-flag.ts';

export function androidPackages(adb: AdbDevice, sdk: number): PackagesFacet {
  return {
    list: (op, options) => list(op, adb, { ...options, sdk }),
    uninstall: (dispatch, app) => uninstall(dispatch, adb, app),
    setPermission: (dispatch, request) => setPermission(dispatch, { adb, sdk }, request),
    openUrl: (dispatch, link) => openUrl(dispatch, { adb, sdk }, link),
  };
}

async function list(
  op: Operation,
  adb: AdbDevice,
  { system, user, sdk }: { readonly system: boolean; readonly user?: AppUser; readonly sdk: number },
): Promise<readonly InstalledApp[]> {
  // Always of one user: without the option all users are asked, and one that the shell may not see refuses for all [A21].
  const version = `${sdk >= 26 ? ' --show-versioncode' : ''}${userFlag(user ?? 0)}`;
  const [own = '', all = ''] = await askManager(op, adb, [
    `pm list packages -3${version}`,
    system ? `pm list packages${version}` : 'true',
  ]);
  const fault = questionFault(own) ?? questionFault(all);
  if (fault) throw fault;
  const users = parsePackages(own);
  if (!system) return users.map((app) => ({ ...app, system: false }));
  const third = new Set(users.map(({ appId }) => appId));
  return parsePackages(all).map((app) => ({ ...app, system: !third.has(app.appId) }));
}

/** Lines `package:NAME versionCode:N`, in the order of their names [A9]. */
export function parsePackages(text: string): { appId: string; versionCode: string | null }[] {
  const found = [...text.matchAll(/^package:(?:.*=)?([\w.]+)(?: versionCode:(\d+))?/gm)];
  return found
    .map(([, appId = '', versionCode]) => ({ appId, versionCode: versionCode ?? null }))
    .sort((a, b) => (a.appId < b.appId ? -1 : 1));
}

async function uninstall(dispatch: Dispatch, adb: AdbDevice, { appId, user }: AppOfUser): Promise<void> {
  checkAppId(appId);
  const flag = userFlag(user);
  const commands = [`pm path${flag} ${appId}`, `pm uninstall${flag} ${appId}`];
  const [path = '', words = ''] = await askManager(dispatch, adb, commands);
  const code = uninstallFailure(words);
  if (code === null) return;
  const fault = managerFault(words);
  if (fault) throw fault;
  if (!tellsInstalled(path)) throw notInstalled(appId);
  throw new Fault('ACTION_REJECTED', `The device did not uninstall ${appId}: ${code}.`, {
    nextStep: code.includes('DEVICE_POLICY')
      ? 'Remove it as device administrator in the settings of the device first.'
      : 'System apps cannot be uninstalled; reset_app_data clears their data.',
    details: { failure_code: code },
  });
}

/** From lines `package:NAME uid:N` of `pm list packages -U`, which takes a name for the beginning of one too [A9]. */
export function uidOf(text: string, appId: string): number | null {
  const lines = text.matchAll(/^package:(\S+) uid:(\d+)/gm);
  const found = [...lines].find(([, name]) => name === appId)?.[2];
  return found === undefined ? null : Number(found);
}

/** `DELETE_FAILED_...`, or the first line of other words; null when `pm uninstall` succeeded [A9]. */
export function uninstallFailure(words: string): string | null {
  if (/^Success\b/m.test(words) && !/Failure/.test(words)) return null;
  return /Failure \[([^\]]+)\]/.exec(words)?.[1] ?? (firstLine(words) || 'it said nothing');
}

interface Reach {
  readonly adb: AdbDevice;
  readonly sdk: number;
}

async function setPermission(
  op: Operation,
  { adb, sdk }: Reach,
  { appId, user, permission, state }: Parameters<PackagesFacet['setPermission']>[1],
): Promise<readonly string[]> {
  checkAppId(appId);
  const names = permissionNames(permission, sdk);
  const commands = names.map((name) =>
    permissionCommand(`${userFlag(user)} ${appId}`, quoteArg(name), { state, sdk }),
  );
  const [path = '', ...answers] = await askManager(op, adb, [
    `pm path${userFlag(user)} ${appId}`,
    ...commands,
  ]);
  if (!tellsInstalled(path)) throw notInstalled(appId);
  const fault = answers.map(managerFault).find((each) => each !== null);
  if (fault) throw fault;
  // A common name covers several permissions, of which an app requests only some [A17].
  const done = names.filter(
    (_, at) => !/Exception|Error|not (?:requested|a changeable)/.test(answers[at] ?? ''),
  );
  if (done.length > 0) return done;
  // As the package manager refuses permissions [A17].
  const words =
    /(?:Exception|Error): ?(.+)/.exec(answers.join('\n'))?.[1] ??
    (firstLine(answers.join('\n')) || 'it said nothing');
  // As the package manager refuses permissions [A17].
  throw new Fault('ACTION_REJECTED', `The device did not ${state} ${permission} for ${appId}: ${words}`, {
    nextStep: /has not requested/.test(words)
      ? 'The manifest of the app must request the permission; choose one that it requests.'
      : 'Only runtime permissions can be changed.',
  });
}

function permissionCommand(
  app: string,
  name: string,
  { state, sdk }: { readonly state: 'grant' | 'revoke' | 'reset'; readonly sdk: number },
): string {
  if (state === 'grant') return `pm grant${app} ${name}`;
  const revoke = `pm revoke${app} ${name}`;
  // Without its flags the app may ask again, as after installing.
  const flags = `pm clear-permission-flags${app} ${name} user-set user-fixed >/dev/null 2>&1`;
  return state === 'reset' && sdk >= 29 ? `{ ${revoke}; ${flags}; }` : revoke;
}
