/** Whose app a call means: asked right before the input, so that what is in front is what it was decided by. */
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Device } from '../devices/port/device.ts';
import type { AppUser, AskedApp } from '../devices/port/users.ts';

/** Faults as `UsersFacet.ofApp`; INVALID_ARGUMENT where a user is named on a device that has only one. */
export async function userOfApp(op: Operation, device: Device, app: AskedApp): Promise<AppUser> {
  if (device.users) return await device.users.ofApp(op, app);
  return oneUser(device, app.user);
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
