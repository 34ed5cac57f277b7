import { expect, it } from 'vitest';
import { parseProperties } from './properties.ts';

it('reads values over several lines, with brackets, and past chatter', () => {
  const text = 'WARNING: linker: x\n[a]: [1]\n[multi]: [first\nsecond]\n[odd]: [x]: [y]]\n[empty]: []\n';
  expect([...parseProperties(text)]).toEqual([
    ['a', '1'],
    ['multi', 'first\nsecond'],
    ['odd', 'x]: [y]'],
    ['empty', ''],
  ]);
});
