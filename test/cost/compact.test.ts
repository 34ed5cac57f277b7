/** Compact answers are cheaper than debug ones, of every tool that has both, by the first example of its page. */
import { expect, test } from 'vitest';
import { inputSchema } from '../../src/server/arguments.ts';
import type { Tool } from '../../src/tools/define-tool.ts';
import { tools } from '../../src/tools/index.ts';
import { bedFor, usedUp } from '../docs/example-bed.ts';

function hasBoth(tool: Tool): boolean {
  if (tool.examples.length === 0) return false;
  const mode = inputSchema(tool).shape['responseMode'];
  return mode?.safeParse('compact').success === true && mode.safeParse('debug').success;
}

async function characters(tool: Tool, responseMode: string): Promise<number> {
  const [example] = tool.examples;
  if (!example) throw new Error(`${tool.name} has no example`);
  const { app, input = {} } = example;
  const platform = 'platform' in input && input.platform === 'ios' ? 'ios' : 'android';
  const bed = await bedFor(platform, tools, app);
  const { texts } = await bed.call(tool.name, { ...input, responseMode });
  await usedUp(platform, tool);
  return texts.join('').length;
}

test.each((tools as readonly Tool[]).filter(hasBoth).map((tool) => [tool.name, tool] as const))(
  '%s: at least a tenth less than debug',
  async (_, tool) => {
    const [debug, compact] = [await characters(tool, 'debug'), await characters(tool, 'compact')];
    expect(compact, `debug ${debug}`).toBeLessThanOrEqual(0.9 * debug);
  },
);
