/** `cmd`: a service's own shell command; the router that `abb` uses as well. */
import type { Operation } from '@mobile-debug/core/operation.ts';
import { type Call, err, faultOf, out, type Program, phoneOf } from '../shell/program.ts';
import { runActivityCommand } from './am.ts';
import { runAppOps, runLocale, runLocation, runUiMode } from './device-conditions.ts';
import { runImeCommand } from './ime.ts';
import { runInput, serverSdk } from './input.ts';
import { runPackageCommand } from './pm.ts';
import { runSettings } from './settings.ts';
import { runWindowCommand } from './wm.ts';

type ServiceCommand = (op: Operation, call: Call, args: readonly string[]) => Promise<number>;

const services: Readonly<Record<string, ServiceCommand>> = {
  activity: runActivityCommand,
  package: runPackageCommand,
  settings: runSettings,
  window: runWindowCommand,
  input_method: runImeCommand,
  clipboard: runClipboard,
  uimode: runUiMode,
  locale: runLocale,
  location: runLocation,
  appops: runAppOps,
};

/** Services that exist but take no shell commands here. */
const mute: ReadonlySet<string> = new Set([
  'alarm',
  'audio',
  'battery',
  'display',
  'power',
  'connectivity',
  'notification',
  'statusbar',
  'overlay',
  'user',
  'wifi',
  'SurfaceFlinger',
]);

export function knownServices(): readonly string[] {
  return [...Object.keys(services), 'input', ...mute].sort(byName);
}

export function byName(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

export const cmd: Program = {
  name: 'cmd',
  async run(op, call) {
    const [name, ...args] = call.args;
    if (name === undefined) {
      await err(call, 'cmd: No service specified; use -l to list all running services. See -h for help.\n');
      return 20;
    }
    if (name === '-l') {
      await out(
        call,
        `Currently running services:\n${knownServices()
          .map((service) => `  ${service}\n`)
          .join('')}`,
      );
      return 0;
    }
    const missing = faultOf(call, 'no_service')?.name === name;
    const run = name === 'input' && phoneOf(call).version.sdk >= serverSdk ? runInput : services[name];
    if (run && !missing) return await run(op, call, args);
    if (mute.has(name) && !missing) return await withoutCommands(call);
    await err(call, `cmd: Can't find service: ${name}\n`);
    return 20;
  },
};

async function withoutCommands(call: Call): Promise<number> {
  await err(call, 'No shell command implementation.\n');
  return 0;
}

/** On most builds the clipboard has no shell command. */
async function runClipboard(op: Operation, call: Call, args: readonly string[]): Promise<number> {
  if (!call.session.device.clipboardCommand) return await withoutCommands(call);
  const [verb, noun, ...words] = args.filter(
    (arg, index) => arg !== '--user' && args[index - 1] !== '--user',
  );
  op.check();
  if ((verb === 'get' && noun === 'text') || verb === 'get-text') {
    await out(call, `clipboard text: ${phoneOf(call).clipboard}\n`);
    return 0;
  }
  if (verb === 'set' && noun === 'text') phoneOf(call).clipboard = words.join(' ');
  else if (verb === 'set-text') phoneOf(call).clipboard = [noun ?? '', ...words].join(' ');
  else {
    await out(call, `Unknown command: ${verb ?? ''}\n`);
    return 255;
  }
  return 0;
}
