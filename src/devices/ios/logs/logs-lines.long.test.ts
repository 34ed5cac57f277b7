/** The property of logs-lines.test.ts on 20,000 logs. */
import fc from '@mobile-debug/core/testing/property.ts';
import { it } from 'vitest';
import { checkLife, lives } from '../testing/log-model.ts';

it('gives the list, or the list with a marked gap, in 20,000 lives of a log', async () => {
  await fc.assert(fc.asyncProperty(lives, checkLife), { numRuns: 20_000 });
});
