/** A shell command over the old protocol, which mixes both outputs and has no exit code. */
import { Fault } from '@mobile-debug/core/fault.ts';
import { randomId } from '@mobile-debug/core/ids.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { ShellOptions, ShellResult } from './adb-types.ts';
import type { ServiceChannel } from './service-channel.ts';
import { collect, lost } from './shell-command.ts';

/** For devices without shell v2: stdout and stderr come merged and, before Android 7, through a terminal. */
export async function shellV1(
  op: Operation,
  channel: ServiceChannel,
  command: string,
  options: ShellOptions = {},
): Promise<ShellResult> {
  if (options.stdin) {
    throw new Fault(
      'CAPABILITY_MISSING',
      `${channel.serial} has no shell that takes input (shell_v2 is missing).`,
    );
  }
  const marker = randomId('exit');
  const service = `shell:${command}\necho ${marker}=$?`;
  const bytes = await channel.run(op, service, (wire) => collect(wire, options.maxBytes));
  const text = bytes.toString('latin1').replaceAll('\r\n', '\n');
  const at = text.lastIndexOf(`${marker}=`);
  if (at < 0) throw lost(channel.serial, false);
  return {
    stdout: Buffer.from(text.slice(0, at), 'latin1'),
    stderr: Buffer.alloc(0),
    exitCode: Number.parseInt(text.slice(at + marker.length + 1), 10) || 0,
  };
}
