/** What a flow of thirteen steps costs in characters, by mode of the answers, on every way to a screen. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AnswerMode,
  answerModes,
  type FlowCharacters,
  flowCharacters,
} from '../bench/flow-characters.ts';
import { makeTestBed } from '../harness.ts';

describe.each([
  ['android by dumps', 'light', {}],
  ['android by dumps', 'full', {}],
  ['android by the helper', 'light', { helper: true }],
  ['android by the helper', 'full', { helper: true }],
  ['an iPhone', 'light', { ios: {} }],
  ['an iPhone', 'full', { ios: {} }],
] as const)('%s with %s verification', (_name, verification, options) => {
  const costs = new Map<AnswerMode, FlowCharacters>();
  const of = (mode: AnswerMode): FlowCharacters => {
    const cost = costs.get(mode);
    if (!cost) throw new Error(`${mode} was not measured`);
    return cost;
  };

  beforeAll(async () => {
    const bed = await makeTestBed(options);
    for (const mode of answerModes) costs.set(mode, await flowCharacters(bed, mode, verification));
    await bed.close();
  });
  afterAll(() => costs.clear());

  test('separate calls as outlines take at most 4,500 characters, none more than 1,500', () => {
    const { separate, steps } = of('outline');
    expect(separate).toBeLessThanOrEqual(4_500);
    for (const step of steps) expect(step.characters, step.id).toBeLessThanOrEqual(1_500);
  });

  test('a journey that passed takes at most 1,500 characters as an outline and 3,500 in compact', () => {
    expect(of('outline').journey).toBeLessThanOrEqual(1_500);
    expect(of('compact').journey).toBeLessThanOrEqual(3_500);
  });

  test('compact separate calls take at most 9,000 characters and never more than debug ones', () => {
    expect(of('compact').separate).toBeLessThanOrEqual(9_000);
    for (const [at, step] of of('compact').steps.entries())
      expect(step.characters, step.id).toBeLessThanOrEqual(of('debug').steps[at]?.characters ?? 0);
  });
});
