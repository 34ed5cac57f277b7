/** CONTRIBUTING shows a tool that compiles and works. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makeTestBed } from '../harness.ts';
import { getActivity } from './sample-tool.ts';

test('the tool in CONTRIBUTING is the one that is compiled here', () => {
  const [, shown = ''] =
    /```ts\n([\s\S]*?)\n```/.exec(unindented(readFileSync('CONTRIBUTING.md', 'utf8'))) ?? [];
  const source = readFileSync('test/docs/sample-tool.ts', 'utf8');
  expect(shown.trim()).toBe(source.slice(source.indexOf('export const')).trim());
});

test('and its example works', async () => {
  const bed = await makeTestBed({ tools: [getActivity] });
  try {
    bed.open('com.example.shop');
    const { texts, isError } = await bed.call('get_activity');
    expect(isError).toBe(false);
    expect(JSON.parse(texts[0] ?? '')).toMatchObject({
      activity: expect.stringContaining('com.example.shop'),
    });
  } finally {
    await bed.close();
  }
});

function unindented(text: string): string {
  return text.replaceAll(/^ {3}/gm, '');
}
