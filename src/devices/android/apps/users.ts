/**
 * Whose app a command means, where a phone has a work profile, a clone or a second user. The commands themselves differ in
 * whom they mean without `--user`: `pm clear` and `pm grant` the owner, `am force-stop`, `pm install` and `pm uninstall`
 * everybody, `am start` the current user [A9], [A21]. So a user is always named where there are several.
 */
import { Fault, failedBecause } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { AppUser, UsersFacet } from '../../port/users.ts';
import type { AdbDevice } from '../adb/adb-types.ts';
import { runBatch } from '../adb/batch.ts';
import { foregroundLines, parseForeground } from '../screen/foreground.ts';
import { checkAppId, notInstalled } from './app-id.ts';
import { isInstalled } from './launchers.ts';
import { askManager, managerFault, questionFault } from './package-manager.ts';
import { parseUserProcesses, userProcesses } from './processes.ts';
import { userFlag } from './user-flag.ts';

interface DeviceUser {
  readonly id: number;
  readonly name: string;
}

/** A profile is made by hand, in minutes; each launch that asked would wait for an answer that is always the same [O1]. */
const recentMs = 60_000;

export function androidUsers(adb: AdbDevice, sdk: number): UsersFacet {
  /** The only user, and when the device told so; null where it told of several, or nothing yet. */
  let only: { readonly user: AppUser; readonly atMs: number } | null = null;
  const readAll = async (op: Operation): Promise<readonly DeviceUser[]> => {
    const atMs = op.clock.monotonicMs();
    const users = await readUsers(op, adb);
    const [first, another] = users;
    only = first && !another ? { user: alone(first), atMs } : null;
    return users;
  };
  return {
    async ofApp(op, { appId, user, harmless = false }) {
      checkAppId(appId);
      const recent = only && op.clock.monotonicMs() - only.atMs < recentMs;
      if (harmless && recent && only && user === undefined) return only.user;
      const users = await readAll(op);
      if (user !== undefined) return known(user, users);
      return only ? only.user : await meantFor(op, { adb, sdk, appId, users });
    },
    async inFront(op, user) {
      const users = await readAll(op);
      if (user !== undefined) return known(user, users);
      if (only) return only.user;
      const [front = ''] = await runBatch(op, adb, [foregroundCommand(sdk)]);
      return parseForeground(front).user ?? 0;
    },
  };
}

/** Lines `UserInfo{10:Work profile:1030} running` [A9]; the name is anything. */
export function parseUsers(text: string): DeviceUser[] {
  return [...text.matchAll(/\bUserInfo\{(\d+):(.*):[0-9a-fA-F]+\}/g)].map(([, id = '', name = '']) => ({
    id: Number(id),
    name,
  }));
}

async function readUsers(op: Operation, adb: AdbDevice): Promise<readonly DeviceUser[]> {
  const [text = ''] = await askManager(op, adb, ['pm list users']);
  const users = parseUsers(text);
  if (users.length > 0) return users;
  throw (
    managerFault(text) ??
    new Fault(
      'ACTION_REJECTED',
      'The device does not tell which users it has, so the app of another could be meant.',
      {
        nextStep: 'Try again, and check "adb shell pm list users".',
        retryable: true,
        details: { output: text.slice(0, 500) },
      },
    )
  );
}

function alone({ id }: DeviceUser): AppUser {
  return id === 0 ? null : id;
}

function known(user: number, users: readonly DeviceUser[]): number {
  if (users.some(({ id }) => id === user)) return user;
  throw new Fault(
    'INVALID_ARGUMENT',
    `user: there is no user ${user} on this device. Users: ${named(users)}.`,
  );
}

interface Question {
  readonly adb: AdbDevice;
  readonly sdk: number;
  readonly appId: string;
  readonly users: readonly DeviceUser[];
}

async function meantFor(op: Operation, { adb, sdk, appId, users }: Question): Promise<number> {
  const [front = '', running = '', ...paths] = await askManager(op, adb, [
    foregroundCommand(sdk),
    userProcesses(sdk),
    ...users.map(({ id }) => `pm path${userFlag(id)} ${appId}`),
  ]);
  const owners = users.filter((_, at) => isInstalled(paths[at] ?? ''));
  const [only, another] = owners;
  const foreground = parseForeground(front);
  const inFront = foreground.user ?? 0;
  // Whom the shell may not see cannot be meant, unless it is in front or nobody else has the app.
  const refused = paths.map(questionFault);
  const missing = refused.find(
    (fault, at) => fault && (!only || users[at]?.id === inFront || !failedBecause(fault, 'user_refused')),
  );
  if (missing) throw missing;
  if (!only) throw notInstalled(appId);
  if (!another) return only.id;
  const runs =
    foreground.appId === appId ||
    parseUserProcesses(running).some(({ user, name }) => user === inFront && isOf(appId, name));
  if (foreground.appId !== null && runs && owners.some(({ id }) => id === inFront)) return inFront;
  throw new Fault(
    'USER_AMBIGUOUS',
    `${owners.length} users of this device have ${appId}, and it does not run for the user in front: ${named(owners)}.`,
    {
      nextStep: `Pass user: ${owners.map(({ id }) => id).join(' or ')}.`,
      details: { users: owners.map(({ id, name }) => ({ user: id, name })) },
    },
  );
}

function isOf(appId: string, process: string): boolean {
  return process === appId || process.startsWith(`${appId}:`);
}

function foregroundCommand(sdk: number): string {
  const source = sdk >= 29 ? 'dumpsys window displays' : 'dumpsys activity activities';
  return `${source} | grep -E '${foregroundLines}'`;
}

function named(users: readonly DeviceUser[]): string {
  return users.map(({ id, name }) => `${id} (${name})`).join(', ');
}
