/** A trace written by Perfetto's own protobuf classes (PERFETTO_PYTHON names a Python that has them) is read as it was meant. */
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { analyzeTrace } from '../../src/analysis/trace/analyze.ts';

const { PERFETTO_PYTHON: python } = process.env;

test.skipIf(!python)('the classes of the PyPI package and our reader agree on every field', async () => {
  const bytes = execFileSync(python ?? '', ['test/tools/perfetto_writer.py']);
  async function* file(): AsyncIterable<Uint8Array> {
    yield bytes;
  }
  const answer = await analyzeTrace(file, { question: 'main_thread', appId: 'com.example.shop', limit: 20 });
  expect(answer).toMatchObject({
    trace: { started_at_ms: 1_700_000_000_000, android_sdk: 34, cpus: 1, duration_ms: 310 },
    lost_data: { ftrace_overrun: 7, packets_dropped: 1, chunks_overwritten: 5, writer_packet_loss: 2 },
    main_thread: {
      stalls: [
        {
          slice: 'work',
          process: 'com.example.shop',
          duration_ms: 200,
          states: { running_ms: 50, runnable_ms: 10, uninterruptible_ms: 140 },
        },
      ],
    },
  });
  const cpu = await analyzeTrace(file, { question: 'cpu', limit: 20 });
  expect(cpu.cpu?.threads).toContainEqual(
    expect.objectContaining({ tid: 4007, name: 'pool-1', running_ms: 150 }),
  );
});
