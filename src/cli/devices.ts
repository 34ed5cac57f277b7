/** Lists devices in the terminal, with what keeps each from being used. */

import { Fault, isFault } from '@mobile-debug/core/fault.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import type { Config } from '../config.ts';
import { assemble } from './assemble.ts';

const hint = 'Try the virtual phone: mobile-debug-mcp devices --virtual';

/** Without the tools of any platform there is still the virtual phone to be had. */
function withHint(error: unknown): never {
  if (!isFault(error, 'TOOL_NOT_FOUND')) throw error;
  throw new Fault(error.code, error.message, { nextStep: `${error.nextStep}\n${hint}`, cause: error });
}

export async function devices(config: Config): Promise<number> {
  const { context, close } = await assemble(config);
  using op = Operation.start(15_000);
  try {
    const { devices: found, unlisted } = await context.pool.survey(op).catch(withHint);
    for (const { platform, fault } of unlisted) {
      // Whoever has devices of one platform and no tools of the other need not hear of the other.
      if (found.length > 0 && fault.code === 'TOOL_NOT_FOUND' && fault.reason === undefined) continue;
      process.stderr.write(`${platform} could not be listed: ${fault.message} ${fault.nextStep}\n`);
    }
    if (found.length === 0) {
      process.stdout.write(`No device is connected. ${hint}\n`);
      return 1;
    }
    for (const { id, platform, osVersion, model, state, virtual, problem, fix } of found) {
      const what = [platform, osVersion, model, virtual ? 'virtual' : null].filter((part) => part !== null);
      process.stdout.write(`${id}\t${state}\t${what.join(' ')}\n`);
      if (problem !== undefined) process.stdout.write(`\t${problem} ${fix ?? ''}\n`);
    }
    return 0;
  } finally {
    await close();
  }
}
