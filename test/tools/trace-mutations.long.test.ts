/** Broken trace files: an answer or INVALID_ARGUMENT, never a bug, never without an end. */
import { Fault } from '@mobile-debug/core/fault.ts';
import { expect, test } from 'vitest';
import { analyzeTrace, questions } from '../../src/analysis/trace/analyze.ts';
import {
  bundle,
  clocks,
  frameEnd,
  frameStart,
  message,
  packedOf,
  packet,
  print,
  processTree,
  switched,
  waking,
} from '../trace-writer.ts';

const mutations = 20_000;
const app = 4000;
const whole = Buffer.concat([
  clocks(1000, { monotonicMs: 400, epochMs: 1_700_000_000_000 }),
  processTree(app, 'com.example.shop', [4007, 'pool-1']),
  bundle(0, switched(1090, [0, 0], app), print(1100, app, `B|${app}|work`), switched(1150, [app, 1], 0)),
  bundle(1, waking(1340, app), switched(1350, [0, 0], app), print(1400, app, `E|${app}`)),
  packet([
    1,
    message([1, 2], [4, message([1, packedOf(9e8, 20)], [2, packedOf(0, 1)], [3, packedOf(4007, 0)])]),
  ]),
  frameStart(500, { cookie: 1, token: 70, pid: app, jank: 64 }),
  frameEnd(560, 1),
]);

/** Numbers that look random and are the same in every run. */
function* numbers(seed: number): Generator<number, never> {
  let state = seed;
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state >>> 8;
  }
}

const random = numbers(16);
const upTo = (limit: number): number => random.next().value % limit;

function mutated(): Buffer {
  const bytes = Buffer.from(whole);
  for (let left = 1 + upTo(4); left > 0; left--) bytes[upTo(bytes.length)] = upTo(256);
  return upTo(3) === 0 ? bytes.subarray(0, upTo(bytes.length)) : bytes;
}

test(`${mutations} mutated files end as an answer or a refusal`, { timeout: 300_000 }, async () => {
  let answered = 0;
  for (let index = 0; index < mutations; index++) {
    const bytes = mutated();
    const question = questions[index % questions.length] ?? 'cpu';
    try {
      const answer = await analyzeTrace(
        async function* () {
          yield bytes;
        },
        { question, limit: 20 },
      );
      expect(JSON.stringify(answer).length).toBeLessThan(20_000);
      answered++;
    } catch (error) {
      expect(error).toBeInstanceOf(Fault);
      expect(error).toMatchObject({ code: 'INVALID_ARGUMENT' });
    }
  }
  expect(answered).toBeGreaterThan(mutations / 4);
});
