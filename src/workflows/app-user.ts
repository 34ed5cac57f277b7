/** Whose app a call means: asked right before the input, so that what is in front is what it was decided by. */
import { Fault, isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Device } from '../devices/port/device.ts';
import type { AppUser, AskedApp } from '../devices/port/users.ts';

/** Faults as `UsersFacet.ofApp`; INVALID_ARGUMENT where a user is named on a device that has only one. */
export async function userOfApp(op: Operation, device: Device, app: AskedApp): Promise<AppUser> {
  if (device.users) return await device.users.ofApp(op, app);
  return oneUser(device, app.user);
}

/**
 * Whose app is read of, which harms nobody: null for that of every user, where it is not clear which is meant. Whether there is
 * such an app at all, the reading finds out.
 */
export async function userOfReading(
  op: Operation,
  device: Device,
  { appId, user }: { readonly appId?: string | undefined; readonly user?: number | undefined },
): Promise<AppUser> {
  if (appId === undefined) {
    if (user === undefined) return null;
    throw new Fault('INVALID_ARGUMENT', 'user: it says whose app is meant, so it needs appId.');
  }
  try {
    return await userOfApp(op, device, { appId, user, harmless: true });
  } catch (error) {
    if (user === undefined && isFault(error, 'USER_AMBIGUOUS', 'APP_NOT_INSTALLED')) return null;
    throw error;
  }
}

/** Whose process a debugger means: a process that is named needs no user. */
export async function userOfProcess(
  op: Operation,
  device: Device,
  asked: {
    readonly appId: string;
    readonly user?: number | undefined;
    readonly processId?: number | undefined;
  },
): Promise<AppUser> {
  if (asked.processId !== undefined && asked.user === undefined) return null;
  return await userOfReading(op, device, asked);
}

/** As `UsersFacet.inFront`. */
export async function userInFront(op: Operation, device: Device, user?: number): Promise<AppUser> {
  if (device.users) return await device.users.inFront(op, user);
  return oneUser(device, user);
}

/** Part of an answer: whose app it was, where the device has several users. */
export function toldUser(user: AppUser): { readonly user?: number } {
  return user === null ? {} : { user };
}

function oneUser({ info }: Device, user: number | undefined): AppUser {
  if (user === undefined) return null;
  throw new Fault('INVALID_ARGUMENT', `user: ${info.id} has no users to choose from.`, {
    nextStep: 'Leave out user: only android devices have several.',
  });
}
