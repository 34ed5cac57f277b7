/** `abb:` and `abb_exec:`: NUL-separated arguments straight to a system service; no shell, no fork, no quoting. */

import { programs } from '../programs/index.ts';
import type { Program, Session } from '../shell/program.ts';
import { ByteReader } from '../wire/byte-reader.ts';
import type { ServiceStream } from '../wire/service-stream.ts';
import { packetOutput, rawOutput } from './command-output.ts';
import { runCommand, type ServedService } from './shell-service.ts';

export async function serveAbb(
  served: ServedService,
  wire: 'v2' | 'raw',
  args: readonly string[],
  stream: ServiceStream,
): Promise<void> {
  const session: Session = { device: served.device, record: served.record, tty: null, programs };
  const [name = ''] = args;
  served.record.programs.push(name);
  const plain = wire === 'v2' ? packetOutput(stream) : rawOutput(stream);
  await runCommand(served, stream, plain, async (op, output) => {
    const cmd: Program | undefined = programs.get('cmd');
    if (!cmd) return 127;
    return await cmd.run(op, {
      name: 'cmd',
      args,
      stdin: wire === 'raw' ? stream.input : ByteReader.of(new Uint8Array()),
      stdout: { write: (bytes) => output.stdout(bytes), close() {} },
      stderr: { write: (bytes) => output.stderr(bytes), close() {} },
      cwd: '/',
      env: new Map(),
      pid: served.device.nextPid(),
      session,
    });
  });
}
