/** Answers that are too long for a client: a file, a notice that stands first, and still an answer of that tool. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { actionTool, hostTool } from '../../src/tools/define-tool.ts';
import { oneBed } from '../contract/beds.ts';
import { good, works } from '../contract/reading.ts';
import { makeTestBed } from '../harness.ts';

const longest = 20_000;

describe('too long', () => {
  const made = oneBed();

  test('a tree of two thousand cells goes to a file', async () => {
    const bed = made();
    bed.open('com.example.stress', 'com.example.stress.WideTreeActivity');
    const answer = await bed.call('get_ui_tree');
    const notice = good(answer);
    expect(answer.texts[0]?.length).toBeLessThanOrEqual(longest);
    expect(answer.texts[0]).toMatch(/^\{"truncated":true,"full_answer":"/);
    const whole = JSON.parse(readFileSync(String(notice['full_answer']), 'utf8')) as { elements: unknown[] };
    expect(whole.elements.length).toBeGreaterThanOrEqual(2_000);
  });

  test('an action whose delta holds a whole screen stays an envelope', async () => {
    const bed = made();
    bed.open('com.example.notes');
    good(await bed.call('get_ui_tree', { responseMode: 'compact' }));
    const answer = await bed.call('start_app', { appId: 'com.example.stress', verificationMode: 'light' });
    expect(answer.texts[0]?.length).toBeLessThanOrEqual(longest);
    expect(good(answer)).toMatchObject({
      action_type: 'start_app',
      success: true,
      dispatch_started: true,
      verification: { status: 'observed' },
    });
    if (answer.data['truncated'] !== true) return;
    expect(JSON.parse(readFileSync(String(answer.data['full_answer']), 'utf8'))).toHaveProperty(
      'state_delta',
    );
  });

  test('a long failed action keeps its code', async () => {
    const bed = made();
    bed.open('com.example.gallery', 'com.example.gallery.EqualRowsActivity');
    const selector = { text: 'x'.repeat(30_000) };
    const answer = await bed.call('tap_element', { selector, waitFor: { timeoutMs: 100 } });
    expect(answer.isError).toBe(true);
    expect(answer.texts[0]?.length).toBeLessThanOrEqual(longest);
    expect(answer.data).toMatchObject({
      failure_code: 'ELEMENT_NOT_FOUND',
      delivery_status: 'not_delivered',
    });
    await works(bed);
  });
});

test('a data answer of any length has its text and its structured part the same', async () => {
  const wordy = hostTool({
    name: 'wordy',
    title: 'Wordy',
    description: 'Says much.',
    effect: 'read',
    toolset: 'core',
    budgetMs: () => 1_000,
    input: z.object({ count: z.int() }),
    output: z.object({ rows: z.array(z.object({ text: z.string() })), total: z.number() }).loose(),
    examples: [],
    run: async ({ input: { count } }) => ({
      rows: Array.from({ length: count }, (_, n) => ({ text: `row ${n} ${'z'.repeat(50)}` })),
      total: count,
    }),
  });
  const bed = await makeTestBed({ tools: [wordy] });
  try {
    for (const count of [1, 100, 5_000]) {
      const answer = await bed.call('wordy', { count });
      expect(JSON.parse(answer.texts[0] ?? '')).toEqual(good(answer));
      expect(answer.texts[0]?.length).toBeLessThanOrEqual(longest);
      expect(answer.data['total']).toBe(count);
      expect(answer.data['truncated']).toBe(count === 5_000 ? true : undefined);
      // It has no input that would make the answer shorter.
      if (count === 5_000) expect(answer.data['hint']).toMatch(/Read it in parts/);
    }
    const rows = Array.from({ length: 900 }, () => ({ text: 'z'.repeat(60) }));
    const filtered = hostTool({
      ...wordy,
      name: 'filtered',
      budgetMs: () => 1_000,
      input: z.object({ limit: z.int(), contains: z.string() }),
      examples: [],
      run: async () => ({ rows, total: 900 }),
    });
    const other = await makeTestBed({ tools: [filtered] });
    // What is left out is counted.
    const cutAnswer = await bed.call('wordy', { count: 5_000 });
    const { rows: kept } = cutAnswer.data as { rows: readonly unknown[] };
    expect(cutAnswer.data['left_out']).toEqual({ rows: 5_000 - kept.length });
    const { data } = await other.call('filtered', { limit: 1, contains: 'z' });
    expect(data['hint']).toMatch(/use a smaller limit, or a filter \(contains\)\.$/);
    expect(data['hint']).not.toContain('responseMode');
    await other.close();
  } finally {
    await bed.close();
  }
});

test('a bug in an action is answered as one, told to whoever keeps the log, and the next call works', async () => {
  const broken = actionTool({
    name: 'broken',
    title: 'Broken',
    description: 'Falls over.',
    effect: 'act',
    toolset: 'core',
    needs: ['input'],
    sourceModule: 'interact',
    actionTimeoutMs: 1_000,
    guarded: false,
    explainsNoChange: false,
    input: z.object({}),
    examples: [],
    prepare: () => Promise.reject(new TypeError('a mistake of ours')),
  });
  const fine = hostTool({
    name: 'fine',
    title: 'Fine',
    description: 'Works.',
    effect: 'read',
    toolset: 'core',
    budgetMs: () => 1_000,
    input: z.object({}),
    output: z.object({ ok: z.boolean() }).loose(),
    examples: [],
    run: async () => ({ ok: true }),
  });
  const bed = await makeTestBed({ tools: [broken, fine] });
  try {
    const answer = await bed.call('broken');
    expect(answer.isError).toBe(true);
    expect(answer.data).toMatchObject({ failure_code: 'INTERNAL_ERROR', delivery_status: 'not_delivered' });
    expect(bed.bugs).toEqual([expect.objectContaining({ message: 'a mistake of ours' })]);
    expect(good(await bed.call('fine'))).toEqual({ ok: true });
    expect(bed.phone.record).toEqual([]);
  } finally {
    await bed.close();
  }
});
