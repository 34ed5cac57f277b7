/** An input that its condition blocked, on a screen with an open keyboard: what the evidence costs, and what it still says. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, makeTestBed, type TestBed } from '../harness.ts';

const shop = 'com.example.shop';
type Wire = Record<string, unknown>;

describe.each([
  ['android', {}],
  ['android by the helper', { helper: true }],
  ['ios', { ios: {} }],
] as const)('%s', (_name, options) => {
  let bed: TestBed;
  beforeAll(async () => {
    bed = await makeTestBed(options);
    bed.open(shop);
    await bed.call('tap_element', { selector: { resource_id: 'email' } });
  });
  afterAll(async () => await bed.close());

  /** A tap on a screen that has changed since it was decided on. */
  async function blocked(responseMode: string): Promise<Answer> {
    const { data } = await bed.call('get_ui_tree', { responseMode: 'compact' });
    bed.phone.typeText('x');
    const inputs = bed.phone.record.length;
    const answer = await bed.call('tap_element', {
      platform: bed.traits.platform,
      deviceId: bed.serials[0],
      selector: { text: 'Remember me' },
      expectedState: {
        snapshotSessionId: data['snapshot_session_id'],
        snapshotRevision: data['snapshot_revision'],
      },
      responseMode,
    });
    expect(answer.texts.join('')).toContain('PRECONDITION_FAILED');
    expect(bed.phone.record.length).toBe(inputs);
    return answer;
  }

  const treeOf = ({ data }: Answer): Wire => (data['condition'] as Wire)['observed'] as Wire;
  const labels = (tree: Wire): readonly unknown[] =>
    (tree['elements'] as Wire[]).map(
      ({ text, contentDescription, label }) => text ?? contentDescription ?? label,
    );

  const countOf = (tree: Wire): number =>
    (tree['elements'] as Wire[]).length + Number(tree['elements_omitted'] ?? 0);

  test('compact: at most 7,000 characters, with whatever can be used on the screen', async () => {
    const answer = await blocked('compact');
    expect(answer.texts.join('').length).toBeLessThanOrEqual(7_000);
    const tree = treeOf(answer);
    expect(labels(tree)).toEqual(expect.arrayContaining(['Remember me', 'Sign in']));
    for (const element of tree['elements'] as Wire[]) expect(element).toHaveProperty('bounds');
    const { data } = await bed.call('get_ui_tree');
    expect(countOf(tree)).toBe(countOf(data));
  });

  test('debug: an answer that is too long keeps what can be used, in whole elements', async () => {
    const answer = await blocked('debug');
    expect(answer.texts.join('').length).toBeLessThanOrEqual(20_000);
    expect(labels(treeOf(answer))).toEqual(expect.arrayContaining(['Remember me', 'Sign in']));
  });

  test('outline: at most 1,000 characters, no line for a key of the keyboard', async () => {
    const text = (await blocked('outline')).texts.join('\n');
    expect(text.length).toBeLessThanOrEqual(1_000);
    expect(text).toContain('keyboard shown');
    expect(text).not.toMatch(/button "q"/);
  });
});
