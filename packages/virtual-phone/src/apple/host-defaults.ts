/** `defaults` of the Mac itself, as far as Simulator's own preferences: how the windows of simulators are turned. */
import type { Program } from './program.ts';
import type { Simulator } from './simulator.ts';

/** Degrees as Simulator writes them; quarter turns of the phone's display. */
const angles: readonly number[] = [0, 90, 180, -90];

export const defaultsProgram: Program = async ({ args, mac, stdout, stderr }) => {
  const [verb, domain, key, ...rest] = args;
  const known = domain === 'com.apple.iphonesimulator' && key === 'DevicePreferences';
  if (verb !== 'read' || !known || rest.length > 0) {
    stderr.write(`\nThe domain/default pair of (${domain ?? ''}, ${key ?? ''}) does not exist\n`);
    return await Promise.resolve(1);
  }
  stdout.write(`{\n${mac.simulators.map(entryOf).join('')}}\n`);
  return await Promise.resolve(0);
};

function entryOf({ udid, phone }: Simulator): string {
  const angle = angles[phone.displays[0]?.rotation ?? 0] ?? 0;
  const written = angle < 0 ? `"${angle}"` : String(angle);
  return `    "${udid}" =     {\n        ChromeTint = "";\n        SimulatorWindowRotationAngle = ${written};\n    };\n`;
}
