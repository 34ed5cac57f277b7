/** What scroll_to_element does to a phone whose lists are carried on by a swipe, and to the controls on the way. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeTestBed, type TestBed, type TestBedOptions } from '../harness.ts';

const gallery = 'com.example.gallery';
const quick = { verificationMode: 'none', actionTimeoutMs: 30_000 } as const;

const beds: readonly (readonly [string, TestBedOptions])[] = [
  ['dump', {}],
  ['helper', { helper: true }],
  ['iPhone', { ios: {} }],
];

describe.each(beds)('scroll_to_element, %s', (name, options) => {
  let bed: TestBed;
  beforeAll(async () => {
    bed = await makeTestBed(options);
  });
  afterAll(() => bed.close());

  async function scroll(activity: string, text: string, more: Record<string, unknown> = {}) {
    bed.phone.forceStop(gallery);
    bed.open(gallery, `${gallery}.${activity}`);
    const before = bed.phone.record.length;
    const { data } = await bed.call('scroll_to_element', { selector: { text }, ...quick, ...more });
    return { data, sent: bed.phone.record.slice(before) };
  }

  function texts(): readonly string[] {
    const found: string[] = [];
    const visit = (node: { text: string; children: readonly unknown[] }): void => {
      if (node.text) found.push(node.text);
      for (const child of node.children) visit(child as typeof node);
    };
    for (const window of bed.phone.windows()) visit(window.root);
    return found;
  }

  test.each([5, 8, 13, 22])('row %i of a list of tall rows is not passed over', async (row) => {
    const { data, sent } = await scroll('TallRowsActivity', `Row ${row}`, { maxScrolls: 40 });
    expect(data).toMatchObject({ success: true, details: { visible: true } });
    expect(texts()).toContain(`Row ${row}`);
    expect(texts()).toContain('Opened: none');
    expect(new Set(sent.map(({ kind }) => kind))).toEqual(new Set(['swipe']));
  });

  test('controls on the way keep their values and stay closed', async () => {
    const { data, sent } = await scroll('ControlsPageActivity', 'Line 30', { maxScrolls: 20 });
    expect(data).toMatchObject({ success: true });
    expect(sent.length).toBeGreaterThan(0);
    expect(texts()).toContain('plan Basic, country Spain, guests 2, budget 40');
    expect(bed.phone.windows().some(({ title }) => title.startsWith('PopupWindow'))).toBe(false);
  });

  // A list of an iPhone's elements does not tell which strip scrolls.
  test.skipIf(name === 'iPhone')(
    'cards of a strip are brought in sideways, and nothing is opened',
    async () => {
      const { data } = await scroll('NestedScrollActivity', 'Card 1-9', { direction: 'right' });
      expect(data).toMatchObject({ success: true });
      expect(texts()).toContain('Card 1-9');
      expect(texts()).toContain('Opened: none');
    },
  );
});

describe('what must not be swiped', () => {
  let bed: TestBed;
  beforeAll(async () => {
    bed = await makeTestBed();
  });
  afterAll(() => bed.close());

  test.each([
    ['FixedControlsActivity', 'down', 'controls that say they scroll'],
    ['TallRowsActivity', 'right', 'a list that scrolls lengthwise, sideways'],
  ])('%s %s: %s', async (activity, direction) => {
    bed.open(gallery, `${gallery}.${activity}`);
    const before = bed.phone.record.length;
    const { data } = await bed.call('scroll_to_element', {
      selector: { text: 'Nowhere' },
      direction,
      ...quick,
    });
    expect(data).toMatchObject({ failure_code: 'ELEMENT_NOT_FOUND', delivery_status: 'not_delivered' });
    expect(bed.phone.record.slice(before)).toEqual([]);
  });
});
