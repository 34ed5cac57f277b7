/** Screens of an iPhone through the tools: what the accessibility tree makes difficult there, and what a user must get. */
import { beforeEach, describe, expect, test } from 'vitest';
import { oneBed } from '../contract/beds.ts';
import { codeOf, good, sentDuring, textOn, viewOf } from '../contract/reading.ts';
import type { TestBed } from '../harness.ts';

const gallery = 'com.example.gallery';
const none = { verificationMode: 'none' } as const;

describe.each(['head', '1.1.8'] as const)('with a companion of %s', (companion) => {
  const made = oneBed({ ios: { companion } });
  let bed: TestBed;
  const call = async (name: string, args: Record<string, unknown> = {}) => good(await bed.call(name, args));
  const outline = async (): Promise<string> =>
    (await bed.call('get_ui_tree', { responseMode: 'outline' })).texts[0] ?? '';
  const show = (activity: string): void => {
    bed.phone.forceStop(gallery);
    bed.open(gallery, `${gallery}.${activity}`);
  };
  const state = async (id: string, property: string, expected: unknown) =>
    await call('expect_state', { selector: { resource_id: id }, property, expected });

  beforeEach(() => {
    bed = made();
    bed.phone.setRotation(0);
  });

  test('a switch whose frame is its whole row is hit at its thumb, long enough, and read back', async () => {
    show('TogglesActivity');
    const sent = await sentDuring(bed, async () => {
      await call('tap_element', { selector: { text: 'Alerts' }, ...none });
    });
    expect(sent).toMatchObject([{ kind: 'tap', view: `${gallery}:id/alerts` }]);
    expect(viewOf(bed, 'alerts')?.checked).toBe(true);
    expect(await state('alerts', 'checked', true)).toMatchObject({ success: true });
    expect(
      await call('adjust_control', { selector: { text: 'Alerts' }, property: 'checked', targetValue: false }),
    ).toMatchObject({ success: true });
    expect(viewOf(bed, 'alerts')?.checked).toBe(false);
    const locked = await bed.call('tap_element', {
      selector: { text: 'Managed by your company' },
      waitFor: { timeoutMs: 100 },
    });
    expect(codeOf(locked)).toBe('ELEMENT_NOT_INTERACTABLE');
  });

  test('an outline tells states once', async () => {
    show('TogglesActivity');
    expect(await outline()).toMatch(/switch "Alerts" #alerts unchecked\n/);
  });

  test('tabs that the tree does not list are found by points, chosen, and say so', async () => {
    show('TabsActivity');
    expect(await outline()).toMatch(/tab "Saved Homes" #tab_saved probed/);
    expect(await state('tab_home', 'selected', true)).toMatchObject({ success: true });
    await call('tap_element', { selector: { text: 'Saved Homes' }, ...none });
    expect(await state('tab_saved', 'selected', true)).toMatchObject({ success: true });
    expect(await state('tab_home', 'selected', false)).toMatchObject({ success: true });
  });

  test('a slider is set and what the app shows follows', async () => {
    show('SliderActivity');
    const sent = await sentDuring(bed, async () => {
      const data = await call('adjust_control', {
        selector: { resource_id: 'volume' },
        property: 'value',
        targetValue: 70,
        tolerance: 3,
      });
      expect(data, JSON.stringify(data).slice(0, 800)).toMatchObject({ success: true, converged: true });
    });
    // A touch on the track is ignored; the first drag begins where the thumb stands at 30.
    if (companion === '1.1.8') {
      const [left, , right] = viewOf(bed, 'volume')?.bounds ?? [0, 0, 0, 0];
      expect(sent.map(({ kind }) => kind)).toContain('swipe');
      expect(Number(sent[0]?.detail['x1'])).toBeCloseTo(left + (right - left) * 0.32, -2);
    }
    expect(Math.abs((viewOf(bed, 'volume')?.range?.value ?? 0) - 70)).toBeLessThanOrEqual(3);
  });

  test('an empty search field shows its prompt as a hint and holds no text', async () => {
    show('FieldsActivity');
    await call('type_text', { selector: { resource_id: 'search' }, text: 'tea pot', submit: true, ...none });
    expect(textOn(bed, 'submitted')).toBe('Submitted: tea pot');
    await call('type_text', { selector: { resource_id: 'password' }, text: 'hunter2', ...none });
    const tree = JSON.stringify(await call('get_ui_tree'));
    expect(tree).not.toContain('hunter2');
    expect(tree).toContain('"secure":true');
  });

  test('an alert answers alone: what lies below is not there, and its button goes', async () => {
    show('DialogActivity');
    await call('tap_element', { selector: { text: 'Open alert' }, ...none });
    const seen = await outline();
    expect(seen).not.toContain('Show toast');
    const below = await bed.call('tap_element', {
      selector: { text: 'Show toast' },
      waitFor: { timeoutMs: 100 },
    });
    expect(below.isError).toBe(true);
    const button = /button "(Delete|OK|Yes)"/.exec(seen)?.[1];
    await call('tap_element', { selector: { text: button }, ...none });
    expect(textOn(bed, 'answer')).not.toBe('Answer: none');
  });

  test('a question of the system is named as one and can be answered', async () => {
    show('PermissionActivity');
    await call('tap_element', { selector: { text: 'Ask for camera' }, ...none });
    const tree = await call('get_ui_tree');
    expect(JSON.stringify(tree)).toMatch(/permission|springboard/);
    const allow = /button "(Allow|OK|While[^"]*)"/.exec(await outline())?.[1];
    await call('tap_element', { selector: { text: allow }, ...none });
    expect(textOn(bed, 'permission_state')).not.toBe('not asked');
  });

  test('equal rows: an index chooses, a handle stays with its row', async () => {
    show('EqualRowsActivity');
    const doubled = await bed.call('tap_element', {
      selector: { text: 'Choose' },
      waitFor: { timeoutMs: 100 },
    });
    expect(codeOf(doubled)).toBe('AMBIGUOUS_TARGET');
    await call('tap_element', { selector: { text: 'Choose' }, waitFor: { match: { index: 2 } }, ...none });
    expect(textOn(bed, 'chosen')).toBe('Chosen row: 3');
  });

  test.each([1, 3] as const)('turned by %i quarters, tree, picture and touch agree', async (quarters) => {
    show('GalleryActivity');
    bed.phone.settings.delete('system', 'user_rotation');
    bed.phone.setRotation(quarters);
    const tree = await call('get_ui_tree');
    expect(tree['resolution']).toMatchObject({ width: 874, height: 402 });
    const { result } = (await call('capture_screenshot')) as {
      result: { resolution: { width: number; height: number } };
    };
    expect(result.resolution.width).toBeGreaterThan(result.resolution.height);
    const sent = await sentDuring(bed, async () => {
      await call('tap_element', { selector: { text: 'Endless animation' }, ...none });
    });
    expect(sent).toMatchObject([{ kind: 'tap', view: `${gallery}:id/gallery_entry` }]);
  });

  test('what loads is waited for, and settled is said only when it is', async () => {
    show('LoaderActivity');
    expect(
      await call('wait_for_ui', { selector: { text: 'Loaded 3 results' }, timeout_ms: 10_000 }),
    ).toMatchObject({ status: 'success' });
    expect(await call('wait_for_app_readiness', { stabilityWindowMs: 100 })).toMatchObject({ success: true });
  });

  test('the way back is the button of the bar, and the home key leads home', async () => {
    bed.open('com.example.notes');
    await call('tap_element', { selector: { text: 'New note' }, ...none });
    await call('tap_element', { selector: { resource_id: 'BackButton' }, ...none });
    expect(await call('wait_for_ui', { selector: { text: 'New note' } })).toMatchObject({
      status: 'success',
    });
    await call('press_key', { key: 'home', ...none });
    expect(await call('get_current_screen')).toMatchObject({ package: 'com.apple.springboard' });
  });

  test('an app alone on the screen proves no absence', async () => {
    show('TogglesActivity');
    bed.apple?.faults.add({ when: { rpc: 'accessibility_info' }, do: { kind: 'root_only' } });
    const gone = await bed.call('wait_for_ui', {
      selector: { text: 'Submit' },
      condition: 'not_exists',
      timeout_ms: 400,
    });
    expect(gone.data['status']).not.toBe('success');
    const absent = await bed.call('expect_element_visible', { selector: { text: 'Submit' }, timeout_ms: 0 });
    expect(absent.data['success']).toBe(false);
    expect(JSON.stringify(absent.data)).toMatch(/root_only|suspect|doubt/);
  });

  test('an application without size is no reading: it says how long, and what to do', async () => {
    show('TogglesActivity');
    bed.apple?.faults.add({ when: { rpc: 'accessibility_info' }, do: { kind: 'zero_root' } });
    const answer = await bed.call('get_ui_tree');
    expect(codeOf(answer)).toBe('OBSERVATION_FAILED');
    expect(JSON.stringify(answer.data)).toMatch(/AX_NOT_READY/);
    const tap = await bed.call('tap_element', { selector: { text: 'Submit' }, waitFor: { timeoutMs: 100 } });
    expect(tap.data).toMatchObject({ success: false, delivery_status: 'not_delivered' });
  });
});
