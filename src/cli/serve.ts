/** Serves MCP on standard input and output until the client leaves. */
import { tmpdir } from 'node:os';
import { type Config, listOf } from '../config.ts';
import { removeStaleFolders } from '../host/artifact-folders.ts';
import { serveOverStdio } from '../server/stdio.ts';
import { assertExcludable } from '../server/toolsets.ts';
import { tools } from '../tools/index.ts';
import { version } from '../version.ts';
import { artifactStem, assemble } from './assemble.ts';
import { endLeftovers, ownRegister } from './leftovers.ts';

/** Negative: goes on after it returns. */
export async function serve(config: Config): Promise<number> {
  assertExcludable(listOf(config.values.exclude) ?? [], tools);
  const { context, choice, close } = await assemble(config);
  serveOverStdio({ version, tools, choice, context, onBug, onBadMessage }, process, close);
  void endLeft(config);
  context.clock.after(tidyAfterMs, () => void tidy());
  return -1;
}

/** Once clients have their first answers. */
const tidyAfterMs = 5_000;

/** Beside the first calls, which need none of it. */
async function endLeft({ environment }: Config): Promise<void> {
  const ended = await endLeftovers(ownRegister(environment));
  if (ended !== null) process.stderr.write(`[left over] of a server that was killed, ended: ${ended}\n`);
}

async function tidy(): Promise<void> {
  const count = await removeStaleFolders(tmpdir(), artifactStem, Date.now());
  if (count > 0)
    process.stderr.write(`[files] removed ${count} artifact folders that were unused for a week\n`);
}

function onBug(error: unknown, where: string): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`[bug] ${where}: ${text}\n`);
}

/** The client's mistake: one line, no stack of ours. A schema's complaint is JSON over many lines. */
function onBadMessage(error: Error): void {
  const line = error.message.replace(/\s+/g, ' ').slice(0, 300);
  process.stderr.write(`[client] not understood: ${line}\n`);
}
