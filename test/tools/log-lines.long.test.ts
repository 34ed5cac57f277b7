/** The property of log-lines.test.ts on 20,000 logs. */
import { it } from 'vitest';
import { checkLogsUnderFaults } from './log-lines.ts';

it('gives all lines of 20,000 logs whatever breaks meanwhile', async () => {
  await checkLogsUnderFaults(20_000, 2);
}, 900_000);
