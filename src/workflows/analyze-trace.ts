/** A trace file of this computer and one question to it. */
import type { Operation } from '@mobile-debug/core/operation.ts';
import { analyzeTrace, type TraceQuestion } from '../analysis/trace/analyze.ts';
import type { ProjectHost } from '../host-port/project-host.ts';
import { resolvePath } from '../projects/paths.ts';

/** INVALID_ARGUMENT for a file that may not be read, is not there, or is no trace. */
export async function analyzeTraceFile(
  op: Operation,
  host: ProjectHost,
  { path, ...asked }: TraceQuestion & { readonly path: string },
) {
  const local = resolvePath(host.workFolder, path);
  await host.assertReadable(op, local);
  const file = await host.open(op, local);
  return await analyzeTrace(() => checked(op, file.chunks()), asked);
}

/** Ends with the operation, between two chunks. */
async function* checked(op: Operation, chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  for await (const chunk of chunks) {
    op.check();
    yield chunk;
  }
}
