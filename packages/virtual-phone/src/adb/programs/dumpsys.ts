/** `dumpsys`: routes to the services that print something; the sections live in the dumpsys-*.ts files. */
import { costOf } from '../costs.ts';
import { type Call, err, faultOf, out, type Program, spend } from '../shell/program.ts';
import { byName, knownServices } from './cmd.ts';
import { batteryDump } from './device-conditions.ts';
import { dumpActivity } from './dumpsys-activity.ts';
import { dumpDropBox, dumpGraphics, dumpMemory, dumpPackage } from './dumpsys-apps.ts';
import { dumpDisplay, dumpInput, dumpInputMethod, dumpPower, dumpSurfaceFlinger } from './dumpsys-device.ts';
import { dumpWindow } from './dumpsys-window.ts';

/** What a service prints for its arguments. */
export type Section = (call: Call, args: readonly string[]) => string;

const sections: Readonly<Record<string, Section>> = {
  activity: dumpActivity,
  battery: batteryDump,
  display: dumpDisplay,
  dropbox: dumpDropBox,
  gfxinfo: dumpGraphics,
  input: dumpInput,
  input_method: dumpInputMethod,
  meminfo: dumpMemory,
  package: dumpPackage,
  power: dumpPower,
  SurfaceFlinger: dumpSurfaceFlinger,
  window: dumpWindow,
};

export const dumpsys: Program = {
  name: 'dumpsys',
  async run(op, call) {
    const timeout = call.args.indexOf('-t');
    const args = timeout === 0 ? call.args.slice(2) : call.args;
    const [name, ...rest] = args;
    await spend(op, call, costOf(call.session.device.timing, 'dumpsys'));
    if (name === '-l' || name === undefined) {
      const names = [...new Set([...Object.keys(sections), ...knownServices()])].sort(byName);
      await out(call, `Currently running services:\n${names.map((service) => `  ${service}\n`).join('')}`);
      return 0;
    }
    const section = sections[name];
    if (section && faultOf(call, 'no_service')?.name !== name) {
      await out(call, section(call, rest));
      return 0;
    }
    if (knownServices().includes(name)) return 0;
    await err(call, `Can't find service: ${name}\n`);
    return 1;
  },
};
