#!/usr/bin/env node
/** Puts everything together: reads the configuration and hands over to one command. */
import './cli/quiet-stdout.ts';
import { asFault } from '@mobile-debug/core/fault.ts';
import { helpText, readConfig } from './config.ts';
import { version } from './version.ts';

async function main(): Promise<number> {
  const config = readConfig(process.argv.slice(2));
  if (config.flags.has('help')) return say(helpText(version));
  if (config.flags.has('version')) return say(`${version}\n`);
  switch (config.command) {
    case 'serve':
      return (await import('./cli/serve.ts')).serve(config);
    case 'setup':
      return await (await import('./cli/setup/setup.ts')).setup(config);
    case 'demo':
      return await (await import('./cli/demo.ts')).demo(config);
    case 'virtual-phone':
      return await (await import('./cli/virtual-phone.ts')).virtualPhone(config);
    case 'devices':
      return await (await import('./cli/devices.ts')).devices(config);
    case 'doctor':
      return await (await import('./cli/doctor.ts')).doctor(config);
    case 'helper':
      return await (await import('./cli/helper.ts')).helper(config);
    case 'call':
      return await (await import('./cli/call.ts')).call(config);
  }
}

function say(text: string): number {
  process.stdout.write(text);
  return 0;
}

// A reader such as `head` may leave early. The rest is for nobody, and the command still tidies up behind itself.
process.stdout.on('error', (error) => {
  if (!('code' in error) || error.code !== 'EPIPE') throw error;
});

main().then(
  // `serve` goes on until its client leaves; every other command is over here.
  (code) => {
    if (code >= 0) process.exitCode = code;
  },
  (error: unknown) => {
    const { code, message, nextStep } = asFault(error);
    process.stderr.write(`${code}: ${message}\n${nextStep}\n`);
    process.exitCode = 1;
  },
);
