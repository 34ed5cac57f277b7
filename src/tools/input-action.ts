/** What the tools that send one touch, key or text have in common. */
import type { Operation } from '@mobile-debug/core/operation.ts';
import * as z from 'zod';
import type { InputFacet } from '../devices/port/input.ts';

export const inputAction = {
  effect: 'act',
  toolset: 'core',
  needs: ['screen', 'input'],
  sourceModule: 'interact',
  actionTimeoutMs: 5_000,
  guarded: true,
  explainsNoChange: true,
} as const;

/** Of tools that take points: facts about the orientation when it is not known. */
export const pointDetails = z.looseObject({
  orientation_unknown: z.string().optional().meta({
    doc: 'Why it is not known how the screen is turned, so that the touch may have landed elsewhere; absent when it is known',
  }),
});

/** To be asked before points are sent: they depend on how the screen is turned, where nothing has told it yet. */
export async function orientationFacts(op: Operation, input: InputFacet) {
  const unknown = (await input.orient?.(op)) ?? null;
  return unknown === null ? undefined : { orientation_unknown: unknown };
}
