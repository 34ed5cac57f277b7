/** The Java worker itself: what it makes of questions that are none, of endless lines, and of being left alone. */
import { spawn } from 'node:child_process';
import { Operation } from '@mobile-debug/core/operation.ts';
import { describe, expect, test } from 'vitest';
import { jdiWorkers } from '../../src/cli/jdi-choice.ts';
import type { WorkerChannel } from '../../src/debugger/jdi/worker-client.ts';
import { jdiEnvironment, processes, workersOf } from './jdi.ts';
import { hasJava } from './jvm.ts';

const there = hasJava();
if (!there) console.warn('the Java worker: skipped, java and javac are not installed');
const prepare = jdiWorkers(jdiEnvironment);
/** Of a port where nobody listens. */
const closedPort = { host: '127.0.0.1', port: 1 };

interface Heard {
  readonly channel: WorkerChannel;
  line(): Promise<unknown>;
}

async function started(op: Operation): Promise<Heard> {
  const start = await prepare(op);
  const channel = await start(op, { ...closedPort, adb: null, remove: async () => {} });
  const lines: string[] = [];
  let wake = (): void => {};
  channel.onLine((line) => {
    lines.push(line);
    wake();
  });
  return {
    channel,
    async line() {
      while (lines.length === 0) {
        await op.race(
          new Promise<void>((resolve) => {
            wake = resolve;
          }),
        );
      }
      return JSON.parse(lines.shift() ?? '');
    },
  };
}

describe.skipIf(!there)('the worker', () => {
  test('answers each question by its id: not attached, refused, and what it does not know', async () => {
    using op = Operation.start(40_000);
    const { channel, line } = await started(op);
    channel.write('{"id":1,"do":"threads"}\n');
    expect(await line()).toEqual({ id: 1, error: 112 });
    channel.write(`${JSON.stringify({ id: 2, do: 'attach', ...closedPort })}\n`);
    expect(await line()).toEqual({ id: 2, failed: 'refused' });
    channel.write('{"id":3,"do":"\\u00e4\\n"}\n');
    expect(await line()).toEqual({ id: 3, error: 112 });
    await channel.stop();
    expect(workersOf()).toEqual([]);
  });

  test.each([
    ['a line that is no question', 'nonsense\n'],
    ['a line that ends in the middle', '{"id":1,\n'],
    ['a line without end', 'x'.repeat((1 << 20) + 1)],
    ['lists in lists without end', `${'['.repeat(10_000)}\n`],
  ])('ends by %s, and says nothing of it', async (_, text) => {
    using op = Operation.start(40_000);
    const { channel } = await started(op);
    channel.write(text);
    const words = await op.race(channel.ended);
    expect(words.join('\n')).not.toContain('nonsense');
    await channel.stop();
    expect(workersOf()).toEqual([]);
  });

  test('ends when its parent is gone, although its input stays open', async () => {
    using op = Operation.start(40_000);
    const { channel } = await started(op);
    const [args = ''] = processes().filter((line) => line.includes(`mobiledebug.Worker ${process.pid}`));
    await channel.stop();
    const classes = /-cp (\S+)/.exec(args)?.[1] ?? '';
    const parent = spawn('sleep', ['60']);
    const worker = spawn('java', ['-cp', classes, 'mobiledebug.Worker', `${parent.pid}`]);
    const ended = new Promise<number | null>((resolve) => worker.once('exit', resolve));
    worker.stdin.write('{"id":1,"do":"threads"}\n');
    await op.race(new Promise((resolve) => worker.stdout.once('data', resolve)));
    parent.kill('SIGKILL');
    expect(await op.race(ended)).toBe(0);
  });
});
