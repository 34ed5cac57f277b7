import { expect, it } from 'vitest';
import { SeenKeys } from './log-memory.ts';

it('remembers the keys that were added last', () => {
  const seen = new SeenKeys(2);
  for (const key of ['a', 'b', 'a', 'c']) seen.add(key);
  expect(['a', 'b', 'c'].map((key) => seen.has(key))).toEqual([true, false, true]);
});
