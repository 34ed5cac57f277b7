/** `cmd uimode`, `locale`, `location`, `appops`, `dumpsys battery`, `reboot`: conditions of the device that tests change. Kept in its settings. */
import type { Operation } from '@mobile-debug/core/operation.ts';
import { type Call, err, out, type Program, phoneOf } from '../shell/program.ts';

/** Where the settings provider of this phone keeps what real phones keep in services of their own. */
const store = 'secure';

export async function runUiMode(
  op: Operation,
  call: Call,
  [verb, value]: readonly string[],
): Promise<number> {
  const { settings, version } = phoneOf(call);
  if (verb !== 'night' || version.sdk < 29) {
    await out(call, `Unknown command: ${verb ?? ''}\n`);
    return 255;
  }
  op.check();
  if (value === 'yes' || value === 'no' || value === 'auto') settings.put(store, 'ui_night_mode', value);
  else if (value !== undefined) {
    await err(call, 'Invalid mode type specified.\n');
    return 255;
  }
  await out(call, `Night mode: ${settings.get(store, 'ui_night_mode') ?? 'no'}\n`);
  return 0;
}

export async function runLocale(op: Operation, call: Call, args: readonly string[]): Promise<number> {
  const [verb, app = ''] = args;
  const { settings, packages } = phoneOf(call);
  if (!packages.has(app)) {
    await err(call, `java.lang.IllegalArgumentException: Unknown package: ${app} for user 0\n`);
    return 255;
  }
  op.check();
  const key = `app_locales_${app}`;
  if (verb === 'set-app-locales') settings.put(store, key, args[args.indexOf('--locales') + 1] ?? '');
  else if (verb === 'get-app-locales')
    await out(call, `Locales for ${app} for user 0 are [${settings.get(store, key) ?? ''}]\n`);
  else {
    await out(call, `Unknown command: ${verb ?? ''}\n`);
    return 255;
  }
  return 0;
}

export async function runLocation(op: Operation, call: Call, args: readonly string[]): Promise<number> {
  const [area, verb, provider = ''] = args;
  const { settings, version } = phoneOf(call);
  if (area !== 'providers' || version.sdk < 31) {
    await out(call, `Unknown command: ${area ?? ''}\n`);
    return 255;
  }
  op.check();
  const key = `test_location_${provider}`;
  const added = settings.get(store, key) !== null;
  if (verb === 'add-test-provider') settings.put(store, key, '');
  else if (!added) {
    await err(call, `java.lang.IllegalArgumentException: "${provider}" provider not a test provider\n`);
    return 255;
  } else if (verb === 'set-test-provider-location')
    settings.put(store, key, args[args.indexOf('--location') + 1] ?? '');
  else if (verb === 'remove-test-provider') settings.delete(store, key);
  return 0;
}

/** Whatever is set is taken: nothing here asks for it again. */
export async function runAppOps(op: Operation): Promise<number> {
  op.check();
  return 0;
}

export function batteryDump(call: Call, [verb, what, value]: readonly string[]): string {
  const { settings } = phoneOf(call);
  if (verb === 'set' && what === 'level') settings.put(store, 'battery_level', value ?? '');
  else if (verb === 'reset') settings.delete(store, 'battery_level');
  else if (verb === undefined) {
    const level = settings.get(store, 'battery_level') ?? '100';
    return `Current Battery Service state:\n  AC powered: true\n  status: 2\n  health: 2\n  present: true\n  level: ${level}\n  scale: 100\n`;
  }
  return '';
}

export const reboot: Program = {
  name: 'reboot',
  async run(op, call) {
    op.check();
    const { device } = call.session;
    // The answer leaves before the device does.
    device.later(1, () => (call.args.includes('-p') ? device.setState('gone') : device.reboot()));
    return 0;
  },
};
