/** No line of a log is lost or told twice, whatever becomes of streams and readings. */
import fc from '@mobile-debug/core/testing/property.ts';
import { expect, it } from 'vitest';
import { Daemon, line } from '../testing/log-daemon.ts';
import { checkLife, lives } from '../testing/log-model.ts';

it('keeps equal lines of one millisecond, in the first reading and through the stream', async () => {
  const daemon = new Daemon();
  const json = ['{', ' "items": [', '  {', '   "a": 1', '  },', '  {', '   "a": 1', '  }', ' ]', '}'];
  daemon.append(...json.map((text) => line(1, text)));
  expect((await daemon.texts()).join('\n')).toBe(json.join('\n'));
  daemon.append(line(1, '}'), line(2, 'frame'), line(2, 'frame'), line(2, 'frame'));
  expect((await daemon.texts()).join('\n')).toBe([...json, '}', 'frame', 'frame', 'frame'].join('\n'));
});

it('gives the list, or the list with a marked gap, in any life of a log', async () => {
  await fc.assert(fc.asyncProperty(lives, checkLife), { numRuns: 150 });
}, 120_000);
