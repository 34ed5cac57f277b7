/** The focus moved by a remote control, and touches on a device that takes none; proved by what the phone received. */
import { seen } from '@mobile-debug/virtual-phone/testing/probe.ts';
import { describe, expect, test } from 'vitest';
import { oneBed } from '../contract/beds.ts';
import { codeOf, good } from '../contract/reading.ts';
import type { TestBed } from '../harness.ts';

const shop = 'com.example.shop';
const gallery = 'com.example.gallery';
const none = { verificationMode: 'none' } as const;

/** Resource ids of what has the focus on the phone itself. */
function focusedOn({ phone }: TestBed): string[] {
  return seen(phone)
    .filter(({ node }) => node.focused)
    .map(({ node }) => node.resourceId.replace(/.*\//, ''));
}

const keysOf = ({ phone }: TestBed): unknown[] =>
  phone.record.filter(({ kind }) => kind === 'key').map(({ detail }) => detail['code']);

describe.each([
  ['dumps', {}],
  ['the resident helper', { helper: true }],
] as const)('a television read by %s', (_, options) => {
  const bed = oneBed({ television: true, ...options });

  test('the focus goes to the element, one key and one reading after another', async () => {
    bed().phone.clearData(shop);
    bed().open(shop);
    const before = keysOf(bed()).length;
    const data = good(await bed().call('focus_element', { selector: { text: 'Remember me' }, ...none }));
    expect(data).toMatchObject({ success: true, details: { focused: true } });
    expect(focusedOn(bed())).toEqual(['remember_me']);
    const { keys, presses } = data['details'] as { keys: string[]; presses: number };
    expect(keysOf(bed()).slice(before)).toEqual(
      keys.map((key) => ({ up: 19, down: 20, left: 21, right: 22 })[key]),
    );
    expect(presses).toBe(keys.length);
    // And the centre key acts on it.
    good(await bed().call('press_key', { key: 'center', ...none }));
    expect(keysOf(bed()).at(-1)).toBe(23);
  });

  test('what has the focus already costs no key', async () => {
    bed().phone.clearData(shop);
    bed().open(shop);
    good(await bed().call('focus_element', { selector: { text: 'Remember me' }, ...none }));
    const before = keysOf(bed()).length;
    const again = good(await bed().call('focus_element', { selector: { text: 'Remember me' }, ...none }));
    expect(again['details']).toMatchObject({ focused: true, presses: 0 });
    expect(keysOf(bed())).toHaveLength(before);
  });

  test('every element of a screen that can have the focus gets it', async () => {
    bed().open(gallery, `${gallery}.CalculatorActivity`);
    const { data } = await bed().call('get_ui_tree', {});
    const wanted = (
      data['elements'] as { elementId: string; clickable?: boolean; visible?: boolean; enabled?: boolean }[]
    ).filter(({ clickable, visible, enabled }) => clickable && visible !== false && enabled !== false);
    expect(wanted.length).toBeGreaterThan(3);
    for (const { elementId } of wanted) {
      const moved = good(await bed().call('focus_element', { elementId, ...none }));
      expect(moved['details']).toMatchObject({ focused: true, focus: { elementId } });
      expect(focusedOn(bed())).toHaveLength(1);
    }
  });

  test('where it does not get, it says where it stopped; keys were delivered', async () => {
    bed().phone.clearData(shop);
    bed().open(shop);
    const answer = await bed().call('focus_element', {
      selector: { text: 'Remember me' },
      maxPresses: 1,
      ...none,
    });
    expect(codeOf(answer)).toBe('CONTROL_CONVERGENCE_FAILED');
    expect(answer.data).toMatchObject({
      success: false,
      delivery_status: 'delivered',
      details: { focused: false, presses: 1 },
    });
    expect(JSON.stringify(answer.data)).toContain('1 keys were pressed');
  });

  test('what cannot have the focus is refused before any key', async () => {
    bed().open(shop);
    const before = keysOf(bed()).length;
    const answer = await bed().call('focus_element', { selector: { text: 'Welcome back' }, ...none });
    expect(codeOf(answer)).toBe('ELEMENT_NOT_INTERACTABLE');
    expect(answer.data).toMatchObject({ delivery_status: 'not_delivered' });
    expect(keysOf(bed())).toHaveLength(before);
  });

  test('a list leaves the focus to its rows: refused before any key', async () => {
    bed().open(gallery, `${gallery}.GalleryActivity`);
    const before = keysOf(bed()).length;
    const answer = await bed().call('focus_element', { selector: { resource_id: 'gallery_menu' }, ...none });
    expect(codeOf(answer)).toBe('ELEMENT_NOT_INTERACTABLE');
    expect(JSON.stringify(answer.data)).toContain('leaves it to what is in it');
    expect(keysOf(bed())).toHaveLength(before);
  });

  test.each([
    ['tap', { x: 900, y: 900 }],
    ['tap_element', { selector: { text: 'Remember me' } }],
    ['long_press', { selector: { text: 'Remember me' } }],
    ['swipe', { x1: 900, y1: 900, x2: 900, y2: 500, duration: 100 }],
  ])(
    '%s is sent, and every form of the answer says that nothing takes touches there',
    async (tool, input) => {
      bed().phone.clearData(shop);
      bed().open(shop);
      for (const responseMode of ['debug', 'compact', 'outline']) {
        const { texts, isError } = await bed().call(tool, { ...input, ...none, responseMode });
        expect(isError).toBe(false);
        expect(texts.join('')).toMatch(/no touch screen.*focus_element/);
      }
    },
  );
});

describe('on a phone', () => {
  const bed = oneBed({});

  test('touches say nothing of it, and arrow keys move the focus too', async () => {
    bed().phone.clearData(shop);
    bed().open(shop);
    good(await bed().call('focus_element', { selector: { resource_id: 'password' }, ...none }));
    expect(focusedOn(bed())).toEqual(['password']);
    const { texts } = await bed().call('tap_element', { selector: { text: 'Remember me' }, ...none });
    expect(texts.join('')).not.toContain('touch screen');
  });
});

describe('on an iPhone', () => {
  const bed = oneBed({ ios: {} });

  test('arrow keys move no focus: refused before anything is read or sent', async () => {
    bed().open(shop);
    const answer = await bed().call('focus_element', { selector: { text: 'Remember me' }, ...none });
    expect(codeOf(answer)).toBe('CAPABILITY_MISSING');
    expect(answer.data).toMatchObject({ delivery_status: 'not_delivered' });
  });
});
