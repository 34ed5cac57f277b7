/** What a flow of thirteen steps costs in characters, by mode of the answers. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fixtureSteps, latency } from '../actions/phone-side.ts';
import { callFor } from '../bench/interaction-flows.ts';
import { makeTestBed, type TestBed } from '../harness.ts';

type Mode = 'outline' | 'compact' | 'debug';

let bed: TestBed;

/** Characters of each answer, one call a step. */
async function separately(responseMode: Mode, verificationMode: string): Promise<readonly number[]> {
  bed.phone.clearData(latency);
  const sizes: number[] = [];
  for (const step of fixtureSteps) {
    const { tool, args } = callFor(step, { verificationMode });
    const { isError, texts } = await bed.call(tool, { ...args, responseMode });
    expect(isError, step.id).toBe(false);
    sizes.push(texts.join('').length);
  }
  return sizes;
}

async function journey(responseMode: Mode, verificationMode: string): Promise<number> {
  bed.phone.clearData(latency);
  const steps = fixtureSteps;
  const answer = await bed.call('run_journey', { steps, responseMode, defaults: { verificationMode } });
  expect(answer.texts.join('')).toMatch(/^PASSED|"success":true/);
  return answer.texts.join('').length;
}

const sum = (sizes: readonly number[]): number => sizes.reduce((a, b) => a + b, 0);

describe.each([
  ['light', { helper: false }],
  ['full', { helper: false }],
  ['light', { helper: true }],
] as const)('with %s verification and %j', (verification, options) => {
  beforeAll(async () => {
    bed = await makeTestBed(options);
  });
  afterAll(async () => await bed.close());

  test('separate calls as outlines take at most 4,500 characters, none more than 1,500', async () => {
    const sizes = await separately('outline', verification);
    expect(sum(sizes)).toBeLessThanOrEqual(4_500);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(1_500);
  });

  test('a journey that passed takes at most 1,500 characters as an outline and 3,500 in compact', async () => {
    expect(await journey('outline', verification)).toBeLessThanOrEqual(1_500);
    expect(await journey('compact', verification)).toBeLessThanOrEqual(3_500);
  });

  test('compact separate calls take at most 9,000 characters and never more than debug ones', async () => {
    const compact = await separately('compact', verification);
    const debug = await separately('debug', verification);
    expect(sum(compact)).toBeLessThanOrEqual(9_000);
    for (const [at, size] of compact.entries()) expect(size).toBeLessThanOrEqual(debug[at] ?? 0);
  });
});
