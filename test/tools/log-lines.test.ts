/** No line is lost on the virtual phone, with equal lines in one millisecond, while its adb cuts, stalls and reconnects. */
import { expect, it } from 'vitest';
import { makeTestBed } from '../harness.ts';
import { checkLogsUnderFaults, say, told } from './log-lines.ts';

it('keeps a printed object whole', async () => {
  const bed = await makeTestBed({ speed: 20 });
  const json = JSON.stringify({ items: [{ a: 1 }, { a: 1 }, { a: 1 }] }, null, 1).split('\n');
  for (const line of json) say(bed, 'Json', line);
  expect(await told(bed, 'Json')).toEqual({ lines: json, gaps: undefined });
  await bed.close();
});

it('gives all lines whatever breaks meanwhile', async () => {
  await checkLogsUnderFaults(25, 5);
});
