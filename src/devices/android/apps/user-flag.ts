/** The option by which `am` and `pm` are told whose app is meant [A21]. */
import type { AppUser } from '../../port/users.ts';

/** ` --user N`, or nothing where there is only one. */
export function userFlag(user: AppUser | undefined): string {
  return typeof user === 'number' ? ` --user ${user}` : '';
}
