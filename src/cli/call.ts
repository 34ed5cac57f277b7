/** Calls one tool from the terminal and prints its answer; the exit code says whether it succeeded. */

import { asFault, Fault } from '@mobile-debug/core/fault.ts';
import type { Config } from '../config.ts';
import { answered, faultResult } from '../server/results.ts';
import { runTool } from '../server/run-tool.ts';
import { OfferedTools } from '../server/toolsets.ts';
import { tools } from '../tools/index.ts';
import { assemble } from './assemble.ts';

export async function call(config: Config): Promise<number> {
  const [name] = config.words;
  if (name === undefined) {
    throw new Fault('INVALID_ARGUMENT', 'Name a tool.', {
      nextStep: `mobile-debug-mcp call NAME --json '{...}'. Tools: ${tools.map((tool) => tool.name).join(', ')}.`,
    });
  }
  const args = parseJson(config.values.json ?? '{}');
  const { context, choice, close } = await assemble(config);
  try {
    const sets = new OfferedTools(tools, choice);
    const tool = sets.find(name);
    const progress = (message: string): void => void process.stderr.write(`${message}\n`);
    return print(
      await answered(tool, await runTool(tool, context, args, { sets, progress }), context.computer),
    );
  } catch (error) {
    return print(faultResult(asFault(error)));
  } finally {
    await close();
  }
}

function print({ content, isError }: ReturnType<typeof faultResult>): number {
  for (const block of content) {
    if (block.type === 'text') process.stdout.write(`${block.text}\n`);
    else if (block.type === 'image')
      process.stdout.write(`(image, ${block.mimeType}; use savePath to keep it)\n`);
  }
  return isError ? 1 : 0;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Fault('INVALID_ARGUMENT', `--json is not JSON: ${(error as Error).message}`, { cause: error });
  }
}
