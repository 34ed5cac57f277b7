/** No line of a simulator's log is lost or told twice, whatever becomes of its streams. */
import fc from '@mobile-debug/core/testing/property.ts';
import { it } from 'vitest';
import { checkLife, lives } from '../testing/log-model.ts';

it('gives the list, or the list with a marked gap, in any life of a log', async () => {
  await fc.assert(fc.asyncProperty(lives, checkLife), { numRuns: 150 });
}, 120_000);
