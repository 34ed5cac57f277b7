/** `--user N|current|all` of `am` and `pm`, and what the package manager says of the users of the phone [A9], [A21]. */
import type { Phone } from '../../phone/phone-types.ts';

/** The model has one user at the screen: the owner. Profiles share it. */
const currentUser = 0;

/** What the option names, or `fallback`: commands differ in whom they mean without it. */
export function userOption<T extends number | 'all'>(
  args: readonly string[],
  fallback: T,
): number | T | 'all' {
  const at = args.indexOf('--user');
  const value = at < 0 ? undefined : args[at + 1];
  if (value === undefined) return fallback;
  if (value === 'all') return 'all';
  return value === 'current' || value === 'cur' ? currentUser : Number(value);
}

/** One user: the owner where all are meant. */
export function oneUser(args: readonly string[]): number {
  const user = userOption(args, currentUser);
  return user === 'all' ? currentUser : user;
}

/** The arguments without the option and its value. */
export function withoutUser(args: readonly string[]): readonly string[] {
  return args.filter((arg, at) => arg !== '--user' && args[at - 1] !== '--user');
}

export function listUsers(phone: Phone): string {
  const lines = phone.users.map(({ id, name, flags }) => `\tUserInfo{${id}:${name}:${flags}} running\n`);
  return `Users:\n${lines.join('')}`;
}
