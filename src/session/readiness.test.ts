/** Sampling readiness: when a screen counts as settled, and which readings prove no state. */

import { describe, expect, test } from 'vitest';
import { sampleReadiness } from './readiness.ts';
import { busy, empty, idle, page, type Read, run } from './testing/timed-wait.ts';

describe('readiness', () => {
  const ready = (at: (reading: number, atMs: number) => Read, timeoutMs = 3_000, readMs = 0) =>
    run({ readMs, at }, (op, session) => sampleReadiness(op, session, { timeoutMs, stabilityWindowMs: 300 }));

  test('settled as soon as equal readings span the window', async () => {
    expect(await ready(() => page('Home'))).toMatchObject({ tookMs: 300, seen: { settled: true } });
    expect(await ready(() => page('Home'), 10_000, 2_000)).toMatchObject({
      tookMs: 4_100,
      begun: [0, 2_100],
    });
  });

  test('a screen that keeps changing is transitioning until the time is over', async () => {
    const ran = await ready((reading) => page(`Frame ${reading} of film ${'x'.repeat(reading)}`), 1_000);
    expect(ran).toMatchObject({ tookMs: 900, seen: { settled: false, summary: { state: 'transitioning' } } });
  });

  test('a reading that the end of the wait cuts short takes nothing away from those before it', async () => {
    const ran = await ready(() => busy('Home'), 1_000, 400);
    expect(ran).toMatchObject({ begun: [0, 500], seen: { settled: false, summary: { state: 'loading' } } });
  });

  test('a reading far slower than those before tells that nothing is known any more', async () => {
    const hangs = (reading: number): number => (reading === 0 ? 0 : 60_000);
    const ran = await run({ readMs: hangs, at: () => busy('Home') }, (op, session) =>
      sampleReadiness(op, session, { timeoutMs: 1_000, stabilityWindowMs: 300 }),
    );
    expect(ran.seen).toMatchObject({ settled: false, summary: { state: 'unknown' } });
  });

  test.each([
    ['a reading that never ends', 60_000, () => page('Home')],
    ['readings that fail', 0, () => idle],
    ['readings without elements', 0, () => empty],
  ])('%s proves no state', async (_, readMs, at) => {
    const { seen } = await ready(at, 1_000, readMs);
    expect(seen).toMatchObject({ settled: false, summary: { state: 'unknown' } });
    expect(seen.summary.limitations).not.toEqual([]);
  });
});
