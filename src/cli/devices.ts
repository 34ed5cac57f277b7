/** Lists devices in the terminal, with what keeps each from being used. */
import type { Config } from '../config.ts';
import { Operation } from '../core/operation.ts';
import { assemble } from './assemble.ts';

export async function devices(config: Config): Promise<number> {
  const { place, close } = await assemble(config);
  using op = Operation.start(15_000);
  try {
    const found = await place.pool.list(op);
    if (found.length === 0) {
      process.stdout.write(
        'No device is connected. Try the virtual phone: mobile-debug-mcp devices --virtual\n',
      );
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
