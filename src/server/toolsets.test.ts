import { expect, it } from 'vitest';
import { settings } from '../config.ts';
import { tools } from '../tools/index.ts';
import { assertAny, chosenTools, setsOf } from './toolsets.ts';

const all = { exclude: [], readOnly: false };

it('offers the sets that hold a tool, and the help names the same', () => {
  const sets = setsOf(tools);
  expect(settings.tools.help).toContain(`comma-separated: ${sets.join(', ')}.`);
  for (const set of sets) expect(chosenTools(tools, { ...all, sets: [set] })).not.toEqual([]);
});

it('refuses a choice that leaves no tool', () => {
  expect(() => assertAny(tools, all)).not.toThrow();
  const none = { ...all, exclude: tools.map(({ name }) => name) };
  expect(() => assertAny(tools, none)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
});
