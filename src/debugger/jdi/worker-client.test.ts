/** The client against a scripted worker: late, refusing, ending, and talking nonsense. */
import { Fault } from '@mobile-debug/core/fault.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import fc from '@mobile-debug/core/testing/property.ts';
import { expect, test } from 'vitest';
import { JdwpRefusal } from '../jdwp/jdwp-error.ts';
import { jdiMachine } from './jdi-machine.ts';
import { type WorkerChannel, WorkerClient } from './worker-client.ts';

/** Answers each question by the lines that `answer` gives for it. */
class ScriptedWorker implements WorkerChannel {
  readonly asked: Record<string, unknown>[] = [];
  stops = 0;
  tell: (line: string) => void = () => {};
  end: (words: readonly string[]) => void = () => {};
  readonly ended = new Promise<readonly string[]>((resolve) => {
    this.end = resolve;
  });
  readonly #answer: (question: Record<string, unknown>) => readonly string[];

  constructor(answer: (question: Record<string, unknown>) => readonly string[] = () => []) {
    this.#answer = answer;
  }

  write(line: string): void {
    const question = JSON.parse(line) as Record<string, unknown>;
    this.asked.push(question);
    for (const each of this.#answer(question)) this.tell(each);
  }

  onLine(take: (line: string) => void): void {
    this.tell = take;
  }

  async stop(): Promise<void> {
    this.stops += 1;
    await Promise.resolve();
  }
}

function opened(worker: ScriptedWorker) {
  const heard: string[] = [];
  const client = new WorkerClient(worker, {
    event: () => heard.push('event'),
    closed: (cause, message) => heard.push(`${cause}: ${message}`),
  });
  return { client, heard, machine: jdiMachine(client, { name: 'OpenJDK', version: '17' }) };
}

const ok = (question: Record<string, unknown>, answer: unknown): readonly string[] => [
  JSON.stringify({ id: question['id'], ok: answer }),
];

test('a question is one line with an id, and its answer finds it', async () => {
  using op = Operation.start(1_000);
  const worker = new ScriptedWorker((question) => ok(question, { count: 3 }));
  const { machine } = opened(worker);
  expect(await machine.threads.frameCount(op, 12n)).toBe(3);
  expect(worker.asked).toEqual([{ id: 1, do: 'frame_count', thread: '12' }]);
});

test('refusals have the numbers of JDWP; absent information is an answer', async () => {
  using op = Operation.start(1_000);
  const worker = new ScriptedWorker(({ id }) => [JSON.stringify({ id, error: 101 })]);
  const { machine } = opened(worker);
  await expect(machine.threads.frameCount(op, 1n)).rejects.toThrow(new JdwpRefusal(101, 'frame_count'));
  expect(await machine.classes.lineTable(op, 1n, 1n)).toEqual([]);
});

test('conditions of a request in the words of the worker', async () => {
  using op = Operation.start(1_000);
  const worker = new ScriptedWorker((question) => ok(question, { request: 7 }));
  const { machine } = opened(worker);
  const step = [
    { kind: 'step', threadId: 5n, depth: 0 },
    { kind: 'class_exclude', pattern: 'java.*' },
    { kind: 'class_exclude', pattern: 'kotlin.*' },
    { kind: 'count', count: 1 },
  ] as const;
  expect(await machine.threads.setRequest(op, 1, 2, step)).toBe(7);
  const excluded = ['java.*', 'kotlin.*'];
  const asked = {
    id: 1,
    do: 'set_request',
    kind: 'step',
    policy: 2,
    thread: '5',
    depth: 0,
    count: 1,
    excluded,
  };
  expect(worker.asked).toEqual([asked]);
});

test('a long string comes in parts', async () => {
  using op = Operation.start(1_000);
  const text = `${'ä'.repeat(150_000)}\ud800`;
  const worker = new ScriptedWorker((question) => {
    const from = Number(question['from']);
    const part = text.slice(from, from + Number(question['count']));
    return ok(question, { length: text.length, part });
  });
  const { machine } = opened(worker);
  expect(await machine.objects.string(op, 9n)).toBe(text);
  expect(worker.asked).toHaveLength(2);
});

test('a worker that never answers costs the call its budget and nothing else', async () => {
  const clock = new ManualClock();
  using op = Operation.start(100, { clock });
  const worker = new ScriptedWorker();
  const { machine, client } = opened(worker);
  const asked = machine.threads.frameCount(op, 1n);
  await clock.advance(101);
  await expect(asked).rejects.toMatchObject({ code: 'TIMEOUT' });
  worker.tell(JSON.stringify({ id: 1, ok: { count: 1 } }));
  using next = Operation.start(1_000);
  const later = client.ask(next, 'threads');
  worker.tell(JSON.stringify({ id: 2, ok: ['4'] }));
  expect((await later).ids()).toEqual([4n]);
});

test('the end of the worker fails all that wait, and all that comes', async () => {
  using op = Operation.start(1_000);
  const worker = new ScriptedWorker();
  const { machine, heard } = opened(worker);
  const waiting = machine.threads.frameCount(op, 1n);
  worker.end(['secret']);
  await expect(waiting).rejects.toMatchObject({ code: 'DEBUGGER_WORKER_FAILED' });
  await expect(machine.threads.resume(op)).rejects.toMatchObject({ code: 'DEBUGGER_WORKER_FAILED' });
  expect(heard).toEqual(['worker: The Java worker has ended.']);
});

test('the end of the process is told once; one that was asked for is no loss', async () => {
  using op = Operation.start(1_000);
  const lost = new ScriptedWorker();
  const first = opened(lost);
  lost.tell('{"closed":true}');
  lost.tell('{"closed":true}');
  expect(first.heard).toEqual(['lost: The process closed the connection.']);
  await expect(first.machine.threads.resume(op)).rejects.toMatchObject({ code: 'DEBUGGER_DISCONNECTED' });
  const left = new ScriptedWorker((question) => [...ok(question, {}), '{"closed":true}']);
  const second = opened(left);
  await second.machine.threads.dispose(op);
  expect(second.heard).toEqual(['lost: The debugger has detached.']);
});

test('whatever a worker writes: a typed end or an answer, and none of its words', async () => {
  const line = fc.oneof(
    fc.string(),
    fc.json().map(String),
    fc.record({ id: fc.constantFrom(1, 2, 99), ok: fc.jsonValue() }).map((value) => JSON.stringify(value)),
    fc.record({ event: fc.jsonValue() }).map((value) => JSON.stringify(value)),
    fc.record({ id: fc.constant(1), failed: fc.string() }).map((value) => JSON.stringify(value)),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 6 }), async (lines) => {
      using op = Operation.start(5_000);
      const worker = new ScriptedWorker(() => lines.map((each) => each.replaceAll('\n', ' ')));
      const { machine } = opened(worker);
      const asked = [
        machine.threads.frames(op, 1n, 0, 2),
        machine.classes.fields(op, 1n),
        machine.objects.fieldValues(op, 1n, [65_537n]),
      ];
      worker.end([]);
      for (const outcome of await Promise.allSettled(asked)) {
        if (outcome.status === 'fulfilled') continue;
        const { reason } = outcome as { reason: unknown };
        expect(reason instanceof Fault || reason instanceof JdwpRefusal).toBe(true);
        for (const each of lines) if (each.length > 8) expect(String(reason)).not.toContain(each);
      }
    }),
    { numRuns: 500 },
  );
});
