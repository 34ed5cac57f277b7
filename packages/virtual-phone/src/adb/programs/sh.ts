/** `sh`: a script argument, or commands read line by line from the input (the resident shell of fast clients). */
import type { Operation } from '@mobile-debug/core/operation.ts';
import { readFile, resolvePath } from '../shell/device-files.ts';
import { parseScript } from '../shell/parser.ts';
import { print } from '../shell/pipes.ts';
import type { Program } from '../shell/program.ts';
import { Shell, ShellExit, type Streams } from '../shell/shell.ts';
import { ShellSyntaxError } from '../shell/syntax.ts';

export const sh: Program = {
  name: 'sh',
  async run(op, call) {
    const shell = new Shell(call.session);
    shell.cwd = call.cwd;
    const [first, script] = call.args;
    if (first === '-c' && script !== undefined) return await shell.run(op, script, call);
    if (first === undefined || first.startsWith('-')) return await readScript(op, shell, call);
    const file = readFile(call.session, resolvePath(call.cwd, first));
    if (file.ok) return await shell.run(op, Buffer.from(file.value).toString('utf8'), call);
    await print(call.stderr, `sh: ${first}: ${file.reason}\n`);
    return 127;
  },
};

/** Runs each command as soon as it is complete; the commands share the input with the shell. */
export async function readScript(op: Operation, shell: Shell, streams: Streams): Promise<number> {
  try {
    let pending = '';
    for (;;) {
      const line = await op.race(streams.stdin.readLine());
      if (line === null) break;
      pending += `${line.toString('utf8')}\n`;
      if (isIncomplete(pending)) continue;
      const source = pending;
      pending = '';
      await shell.runText(op, source, streams);
    }
    if (pending !== '') await shell.runText(op, pending, streams);
  } catch (error) {
    if (error instanceof ShellExit) return error.code;
    throw error;
  }
  await shell.waitForBackground();
  return shell.lastStatus;
}

function isIncomplete(source: string): boolean {
  try {
    parseScript(source);
    return false;
  } catch (error) {
    return error instanceof ShellSyntaxError && error.incomplete;
  }
}
