/** One test for each rule that field reports ask for, on the screen of the gallery that was built for it, through every wire. */
import { describe, expect, test } from 'vitest';
import { oneBed } from '../contract/beds.ts';
import { good, refusal, sentDuring, textOn, viewOf } from '../contract/reading.ts';
import {
  element,
  elementsOf,
  gallery,
  openGallery,
  part,
  reads,
  touch,
  type Wire,
  wholeTree,
} from './screens.ts';

const bed = oneBed();
const tree = () => wholeTree(bed());
const outline = async () => (await bed().call('get_ui_tree', { responseMode: 'outline' })).texts[0] ?? '';
const tap = async (selector: Wire, more: Wire = {}) =>
  bed().call('tap_element', { selector, verificationMode: 'none', responseMode: 'compact', ...more });
const shown = (id: string) => textOn(bed(), id);

describe('rows and labels', () => {
  test('a row without text is named from its descendants; a tap on its label goes to the row', async () => {
    openGallery(bed(), 'Countries');
    expect(await outline()).toMatch(/tappable "\+34 Spain"/);
    const sent = await sentDuring(bed(), async () => good(await tap({ text: '+33 France' })));
    expect(sent.map(({ kind }) => kind)).toEqual(['tap']);
    expect(shown('picked')).toBe('Picked: +33 France');
    good(await tap({ text: 'Movie Title (Release Year)' }));
    expect(shown('picked')).toBe('Picked: Movie Title (Release Year)'); // SEL-01: literal
  });

  test('equal rows are ambiguous for a tap, with at most five candidates; an index chooses', async () => {
    openGallery(bed(), 'EqualRows');
    const fault = await tap({ text: 'Choose' });
    expect(fault).toMatchObject({ isError: true, data: { failure_code: 'AMBIGUOUS_TARGET' } });
    good(await tap({ text: 'Choose' }, { waitFor: { match: { index: 2 } } }));
    expect(shown('chosen')).toBe('Chosen row: 3');
  });

  test('a handle of a recycled row is refused, one of a row that moved is followed', async () => {
    openGallery(bed(), 'Insert');
    const row = part(good(await bed().call('find_element', { query: 'Lunch on Friday?' })), 'element');
    touch(bed(), 'insert');
    good(await bed().call('tap_element', { elementId: row['elementId'], verificationMode: 'none' }));
    expect(shown('opened')).toBe('Opened: Lunch on Friday?');
    openGallery(bed(), 'EqualRows');
    const equal = await bed().call('wait_for_ui', { selector: { text: 'Choose' }, match: { index: 0 } });
    const handle = part(equal.data, 'element')['elementId'];
    bed().phone.swipe(540, 1_800, 540, 1_500, 300);
    const moved = await bed().call('tap_element', { elementId: handle, verificationMode: 'none' });
    expect(moved.data).toMatchObject({
      success: false,
      failure_code: 'STALE_REFERENCE',
      dispatch_started: false,
    });
  });
});

describe('what can be seen', () => {
  test('without area is not visible, and a tap goes to the control around it (PARSE-05)', async () => {
    openGallery(bed(), 'Tabs');
    const answer = await tree();
    expect(element(answer, 'tab_game_label')).toMatchObject({ visible: false });
    const sent = await sentDuring(bed(), async () => good(await tap({ resource_id: 'tab_game_label' })));
    const [one] = sent;
    expect(one).toMatchObject({ kind: 'tap' });
    expect(Number(one?.detail['y'])).toBeGreaterThan(2_000); // in the bar, never at 0,0
  });

  test('cut by its scroller it is tapped on what can be seen of it (PARSE-04)', async () => {
    openGallery(bed(), 'Clipped');
    expect(await outline()).toContain('#cut_button cut');
    good(await tap({ resource_id: 'cut_button' }));
    expect(shown('pressed')).toBe('Pressed: 1');
  });

  test('two labels that differ in case only are two candidates, unless one is spelled so (SEL-12)', async () => {
    openGallery(bed(), 'Tabs');
    touch(bed(), 'tab_saved');
    const data = good(await bed().call('wait_for_ui', { selector: { text: 'saved homes' } }));
    expect(data['matched']).toBe(2);
    expect(await tap({ text: 'saved HOMES' })).toMatchObject({ data: { failure_code: 'AMBIGUOUS_TARGET' } });
    expect((await tap({ text: 'Saved homes' })).data['failure_code']).not.toBe('AMBIGUOUS_TARGET');
  });

  test('a marker is tapped at its own centre, not at that of the map (SEL-13)', async () => {
    openGallery(bed(), 'Map');
    const twice = await tap({ accessibility_id: 'For sale Home Map Marker, $450000' });
    expect(twice).toMatchObject({ data: { failure_code: 'AMBIGUOUS_TARGET' } });
    const answer = await tree();
    const marker = element(answer, 'For sale Home Map Marker, $815000');
    const sent = await sentDuring(bed(), async () =>
      good(await tap({ accessibility_id: 'For sale Home Map Marker, $815000' })),
    );
    expect(sent[0]?.detail).toMatchObject({
      x: (marker['center'] as number[])[0],
      y: (marker['center'] as number[])[1],
    });
  });

  test('keys that only look alike are suggested, never taken (SEL-16)', async () => {
    openGallery(bed(), 'Calculator');
    const data = good(await bed().call('wait_for_ui', { selector: { text: '-' }, timeout_ms: 0 }));
    expect(data).toMatchObject({ status: 'timeout', observed: { near: [{ label: '\u2212' }] } });
    good(await tap({ text: '7' }));
    expect(shown('display')).toBe('7');
  });
});

describe('tool kits', () => {
  test('Compose tags match with and without the package', async () => {
    openGallery(bed(), 'Compose');
    for (const resource_id of ['counter_button', `${gallery}:id/counter_button`])
      good(await tap({ resource_id }));
    expect(textOn(bed(), 'counter_text')).toBe('Clicked 2 times');
    expect(element(await tree(), 'favorite_toggle')).toMatchObject({
      role: 'checkbox',
      stable_id: 'favorite_toggle',
    });
    expect(await outline()).not.toContain('note:');
  });

  test('Compose without ids says how to get them', async () => {
    openGallery(bed(), 'ComposeNoIds');
    expect(await outline()).toContain('testTagsAsResourceId');
    good(await tap({ text: 'Click me' }));
    expect(JSON.stringify((await tree()).data)).toContain('Clicked 1 times');
  });

  test('Flutter: descriptions are names, stable ids and selectors', async () => {
    openGallery(bed(), 'Flutter');
    expect(element(await tree(), 'Add Laptop')).toMatchObject({
      role: 'button',
      stable_id: 'Add Laptop',
      selector: { value: 'Add Laptop', confidence: { score: 0.9, reason: 'content_description' } },
    });
    good(await tap({ text: 'Add Laptop' }));
    expect(await outline()).toContain('"Items in cart 1"');
  });

  test('web: a page without ids is read and touched by its words', async () => {
    openGallery(bed(), 'Web');
    expect(await outline()).toMatch(/webview.*#web_view[\s\S]*"Orders"[\s\S]*text_field "Search orders"/);
    good(await tap({ text: 'Send' }));
    const seen = { selector: { text: 'Sent 1 times' }, timeout_ms: 3_000 };
    expect(good(await bed().call('expect_element_visible', seen))).toMatchObject({ success: true });
  });

  test('custom drawn: a note, and a screenshot shows it', async () => {
    openGallery(bed(), 'Sparse');
    expect(good(await tree())['notes']).toEqual([expect.stringContaining('custom drawing')]);
  });

  test('right to left: equal buttons by place, icons are no labels, marks are shown', async () => {
    openGallery(bed(), 'Rtl');
    const twice = await tap({ accessibility_id: 'Add to cart' });
    expect(twice.data).toMatchObject({ failure_code: 'AMBIGUOUS_TARGET' });
    const [first = [], second = []] = elementsOf(await tree())
      .filter(({ contentDescription }) => contentDescription === 'Add to cart')
      .map(({ bounds }) => bounds as number[]);
    expect(first[0]).toBeGreaterThan(second[0] ?? 0);
    expect(second[0]).toBe(0);
    const told = await outline();
    expect(told.split('button "Add to cart"')).toHaveLength(3);
    expect(told).not.toContain('\ue8cc');
    good(await tap({ accessibility_id: 'Add to cart' }, { waitFor: { match: { index: -1 } } }));
    expect(shown('basket')).toBe('السلة: 1');
  });

  test('long texts, entities and emoji come through whole', async () => {
    openGallery(bed(), 'LongText');
    expect(await outline()).toMatch(/… *" \(9,?999 chars\)|…" \(\d+ chars\)/);
    const long = {
      selector: { resource_id: 'long_text' },
      property: 'text_value',
      expected: viewOf(bed(), 'long_text')?.text,
    };
    expect(good(await bed().call('expect_state', long))).toMatchObject({ success: true });
    const words = viewOf(bed(), 'entities')?.text;
    expect(good(await bed().call('wait_for_ui', { selector: { text: words } }))).toMatchObject({
      status: 'success',
    });
  });
});

describe('windows', () => {
  test('a dialog is in front, named, and keeps touches from what is below', async () => {
    openGallery(bed(), 'Dialog');
    touch(bed(), 'open_modal');
    const answer = await tree();
    expect((answer.data['windows'] as Wire[]).map(({ kind }) => kind)).toContain('dialog');
    expect(await outline()).toMatch(/\[dialog ".*", in front\]/);
    const covered = await tap({ resource_id: 'open_alert' }, { responseMode: 'debug' });
    expect(covered.data).toMatchObject({ failure_code: 'ELEMENT_NOT_INTERACTABLE', dispatch_started: false });
    expect(JSON.stringify(covered.data)).toContain('in front and takes the touches');
    const wait = { selector: { resource_id: 'open_alert' }, condition: 'clickable', timeout_ms: 0 };
    const waited = good(await bed().call('wait_for_ui', wait));
    expect(part(waited, 'error')['message']).toContain('in front and takes the touches');
    good(await tap({ text: 'Update' }));
    expect(shown('answer')).toBe('Answer: updated');
  });

  test('a dialog over the keyboard: three windows, the field in front, the keyboard named', async () => {
    openGallery(bed(), 'Dialog');
    touch(bed(), 'open_input');
    touch(bed(), 'name_field');
    const kinds = ((await tree()).data['windows'] as Wire[]).map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['app', 'dialog', 'keyboard', 'system']));
    const told = await outline();
    expect(told).toContain('keyboard shown');
    expect(told).toMatch(/\[not listed: .*keyboard \(\d+\)/);
    good(
      await bed().call('type_text', {
        selector: { resource_id: 'name_field' },
        text: 'Ada',
        verificationMode: 'none',
      }),
    );
    good(await tap({ text: 'OK' }));
    expect(shown('answer')).toBe('Answer: name Ada');
  });

  test('a button under the keyboard is told as covered by it', async () => {
    openGallery(bed(), 'Keyboard');
    touch(bed(), 'message');
    expect(element(await tree(), 'send')).toMatchObject({ coveredBy: 'keyboard' });
    expect(await outline()).toContain('#send under keyboard');
  });

  test('the permission prompt is a window of its own, and its title is not its button (SEL-14)', async () => {
    openGallery(bed(), 'Permission');
    touch(bed(), 'ask_notifications');
    const told = await outline();
    expect(told).toMatch(/\[permission .*, in front\]/);
    expect(told).not.toContain('suspect');
    const near = good(await bed().call('wait_for_ui', { selector: { text: "Don't allow" }, timeout_ms: 0 }));
    const label =
      near['status'] === 'success'
        ? part(near, 'element')['text']
        : part(near, 'observed', 'near', '0')['label'];
    expect(label).toMatch(/^Don.t allow$/);
    good(await tap({ text: 'Allow' }));
    expect(shown('permission_state')).toBe('notifications: granted');
  });

  test('on its side with a cutout: bounds are those that input takes', async () => {
    openGallery(bed(), 'Landscape');
    const answer = await tree();
    expect(answer.data['resolution']).toEqual({ width: 2_400, height: 1_080, rotation: 90 });
    for (const side of ['left', 'right']) {
      expect(element(answer, `${side}_button`)['bounds']).toEqual(viewOf(bed(), `${side}_button`)?.bounds);
      good(await tap({ resource_id: `${side}_button` }));
      expect(shown('pressed')).toBe(`Pressed: ${side}`);
    }
  });

  test('nested scrollers: an element of a carousel is found by its words, one reading', async () => {
    openGallery(bed(), 'NestedScroll');
    const data = good(
      await bed().call('wait_for_ui', { selector: { text: 'Card 3-2' }, condition: 'clickable' }),
    );
    expect(data['status']).toBe('success');
    expect(reads(bed())).toBe(1);
    const beyond = await bed().call('tap_element', {
      selector: { text: 'Card 12-9' },
      waitFor: { timeoutMs: 500 },
    });
    expect(beyond.data).toMatchObject({ failure_code: 'ELEMENT_NOT_FOUND' });
  });

  test('two hundred levels and two thousand cells are read', async () => {
    bed().open('com.example.stress', 'com.example.stress.DeepTreeActivity');
    const deep = { selector: { resource_id: 'deepest' } };
    expect(good(await bed().call('expect_element_visible', deep))).toMatchObject({ success: true });
    bed().open('com.example.stress', 'com.example.stress.WideTreeActivity');
    expect(good(await bed().call('find_element', { query: 'cell' }))).toMatchObject({ found: true });
  });

  test('a handle of another device or of nobody is refused before anything is read', async () => {
    openGallery(bed(), 'Toggles');
    const input = { selector: { text: 'Submit' }, element_id: 'e1zz' };
    expect(refusal(await bed().call('expect_element_visible', input)).code).toBe('STALE_REFERENCE');
    expect(reads(bed())).toBe(0);
  });
});
