/** The README of the recorded files names each of them, and nothing else. */
import { expect, it } from 'vitest';
import { allRecorded, recorded } from './recorded.ts';

/** `folder/file` by the headings and the first column of the tables. */
function indexed(): readonly string[] {
  let folder = '';
  const found: string[] = [];
  for (const line of recorded('README.md').split('\n')) {
    folder = /^## `([\w-]+)\/`/.exec(line)?.[1] ?? folder;
    const row = /^\| `([^`]+)` \| (.+) \| (.+) \|$/.exec(line);
    if (row) found.push(`${folder}/${row[1]}`);
  }
  return found;
}

it('every recorded file has a row with its source and what it must parse to', () => {
  const rows = indexed();
  expect(new Set(rows)).toEqual(new Set(allRecorded()));
  expect(rows.length).toBe(new Set(rows).size);
});
