/** get_ui_tree, find_element and capture_debug_snapshot end to end: every answer of every mode, and what it costs to read. */

import { readFileSync } from 'node:fs';
import { virtualApps } from '@mobile-debug/virtual-phone/apps/index.ts';
import { describe, expect, test } from 'vitest';
import { oneBed } from '../contract/beds.ts';
import { good, refusal } from '../contract/reading.ts';
import {
  element,
  elementsOf,
  emptyDump,
  gallery,
  openGallery,
  part,
  reads,
  touch,
  type Wire,
} from './screens.ts';

const bed = oneBed();
const dump = /uiautomator dump/;
const outlineOf = async () => (await bed().call('get_ui_tree', { responseMode: 'outline' })).texts[0] ?? '';
const compact = async (sinceSnapshotRevision?: number) =>
  good(
    await bed().call('get_ui_tree', {
      responseMode: 'compact',
      ...(sinceSnapshotRevision ? { sinceSnapshotRevision } : {}),
    }),
  );

describe('compact: all four answers, one reading each', () => {
  test('no base asked for, a base with changes, the same base again, and a base that is gone', async () => {
    openGallery(bed(), 'Toggles');
    const first = await compact();
    expect(first).toEqual({
      delta_available: false,
      snapshot_session_id: expect.stringMatching(/./),
      snapshot_revision: expect.any(Number),
    });
    const revision = Number(first['snapshot_revision']);
    touch(bed(), 'terms');
    bed().wire.clear();
    const changed = await compact(revision);
    expect(reads(bed())).toBe(1);
    expect(changed).toMatchObject({
      delta_available: true,
      snapshot_revision: revision + 1,
      state_delta: { base_snapshot_revision: revision, added: [], removed: [], truncated: false },
    });
    const { changed: entries } = part(changed, 'state_delta') as { changed: Record<string, unknown>[] };
    // The box itself and the button that it enables; nothing that stayed as it was.
    const whole = await bed().call('get_ui_tree');
    const named = new Map(elementsOf(whole).map(({ elementId, text }) => [elementId, text]));
    expect(entries.map(({ elementId }) => named.get(elementId))).toEqual(['Accept the terms', 'Submit']);
    const [box, submit] = entries.map(({ elementId: _, ...fields }) => fields);
    expect([box, submit]).toEqual([{ state: { checked: true } }, { enabled: true }]);
    expect(JSON.stringify(changed).length).toBeLessThan(JSON.stringify(elementsOf(whole)).length / 2);

    expect(await compact(revision + 1)).toMatchObject({
      snapshot_revision: revision + 1,
      state_delta: { added: [], removed: [], changed: [] },
    });
    expect(await compact(9_999_999)).toEqual({
      delta_available: false,
      snapshot_session_id: first['snapshot_session_id'],
      snapshot_revision: revision + 1,
      reason: 'BASE_REVISION_UNAVAILABLE',
    });
  });

  test('the ninth revision pushes the first out', async () => {
    openGallery(bed(), 'Toggles');
    const first = Number((await compact())['snapshot_revision']);
    for (let n = 0; n < 8; n++) {
      touch(bed(), 'terms');
      await compact();
    }
    expect(await compact(first)).toMatchObject({ reason: 'BASE_REVISION_UNAVAILABLE' });
    expect(await compact(first + 1)).toMatchObject({ delta_available: true });
  });

  test.each(['debug', 'compact', 'outline'])(
    'an error stays an error in %s, and makes no revision',
    async (responseMode) => {
      openGallery(bed(), 'Toggles');
      const { snapshot_revision: before } = await compact();
      const rule = bed().faults.add({ when: { service: dump }, do: { kind: 'already_registered' } });
      const answer = await bed().call('get_ui_tree', { responseMode, sinceSnapshotRevision: before });
      expect(refusal(answer).code).toBe('OBSERVATION_FAILED');
      rule.remove();
      expect((await compact())['snapshot_revision']).toBe(before);
    },
  );

  test('a reading without elements is an error too', async () => {
    openGallery(bed(), 'Toggles');
    bed().faults.add({ when: { service: dump }, do: emptyDump });
    expect(refusal(await bed().call('get_ui_tree')).code).toBe('OBSERVATION_FAILED');
  });
});

describe('outline', () => {
  const screens = virtualApps
    .filter(({ packageName }) => packageName !== 'com.android.launcher3')
    .flatMap(({ packageName, activities }) => activities.map(({ name }) => ({ packageName, name })));

  test('of every screen of every app: short, nothing said twice, every handle known', async () => {
    for (const { packageName, name } of screens) {
      const short = name.split('.').at(-1) ?? name;
      if (/DetailActivity|WideTree/.test(short)) continue; // not exported; two thousand cells
      bed().open(packageName, `${packageName}.${short}`);
      const told = await outlineOf();
      expect(told.length, told).toBeLessThanOrEqual(1_500);
      const [head = '', ...lines] = told.split('\n');
      expect(head).toContain(`${packageName}/.${short} · `);
      expect(told.split(`${packageName}/`), told).toHaveLength(2);
      const bars = lines.filter((line) => line.includes('StatusBar'));
      expect(bars).toHaveLength(1);
      const handles = lines.flatMap((line) => /^\s*(e\w+) /.exec(line)?.[1] ?? []);
      expect(new Set(handles).size).toBe(handles.length);
    }
  });

  test('a row is one line though its words hold commas, and a row without a touch too', async () => {
    bed().open('com.android.settings');
    const settings = await outlineOf();
    expect(settings).toContain('"Network & internet, Mobile, Wi-Fi, hotspot" #dashboard_tile');
    expect(settings).not.toContain('#summary');
    openGallery(bed(), 'EqualRows');
    const rows = await outlineOf();
    expect(rows.split('list_item "Standard delivery, 2 to 3 days"').length).toBeGreaterThan(10);
    expect(rows.split('button "Choose"')).toHaveLength(12);
  });

  test('a screen drawn by itself is said to be one, not told as an empty one', async () => {
    openGallery(bed(), 'Sparse');
    expect(await outlineOf()).toContain('note: One view without any content takes most of the screen');
    openGallery(bed(), 'Toggles');
    expect(await outlineOf()).not.toContain('note:');
  });
});

describe('debug', () => {
  test('one reading; windows named once; no null, no empty, no title as a hint', async () => {
    openGallery(bed(), 'Toggles');
    const answer = await bed().call('get_ui_tree');
    expect(reads(bed())).toBe(1);
    expect(answer.data['windows']).toEqual([
      { kind: 'app', title: `${gallery}/${gallery}.TogglesActivity`, package: gallery, focused: true },
      { kind: 'system', title: 'StatusBar', package: 'com.android.systemui' },
      { kind: 'system', title: 'NavigationBar0', package: 'com.android.systemui' },
    ]);
    const text = JSON.stringify(elementsOf(answer));
    expect(text).not.toMatch(/null|:""|\[\]|"hint"/);
    expect(elementsOf(answer)[0]).not.toHaveProperty('selector');
    expect(element(answer, 'terms')).toMatchObject({
      stable_id: `${gallery}:id/terms`,
      selector: { value: `${gallery}:id/terms`, confidence: { score: 1, reason: 'resource_id' } },
      semantic: { is_clickable: true, supported_actions: ['tap', 'toggle'], state_shape: 'discrete' },
    });
  });

  test('the readiness that comes with it costs no reading and says that it is one sample', async () => {
    openGallery(bed(), 'LoadingWithResult');
    expect(good(await bed().call('get_ui_tree'))).toMatchObject({
      readiness: { state: 'loading', sampled: { count: 1, window_ms: 0 } },
      loading_state: { active: true, source: 'native', signal: expect.stringContaining('ProgressBar') },
    });
    openGallery(bed(), 'Toggles');
    expect(good(await bed().call('get_ui_tree'))).toMatchObject({
      readiness: { state: 'unknown', limitations: ['single sample'] },
      loading_state: null,
    });
    expect(reads(bed())).toBe(1);
  });

  test('a determinate bar at rest and a slider are no loading', async () => {
    for (const name of ['Slider', 'Toggles']) {
      openGallery(bed(), name);
      expect(good(await bed().call('get_ui_tree'))['loading_state']).toBeNull();
    }
  });

  test('an answer too long for one keeps its header and whole elements, with the short way out said first', async () => {
    bed().open('com.example.stress', 'com.example.stress.WideTreeActivity');
    const { texts, data } = await bed().call('get_ui_tree');
    expect(texts[0]?.length).toBeLessThanOrEqual(20_000);
    expect(texts[0]).toMatch(/^\{"truncated":true/);
    expect(texts[0]).toContain('outline');
    for (const field of [
      'device',
      'screen',
      'snapshot_session_id',
      'snapshot_revision',
      'quality',
      'windows',
    ])
      expect(data, field).toHaveProperty(field);
    const kept = data['elements'] as Wire[];
    const whole = JSON.parse(readFileSync(String(data['full_answer']), 'utf8')) as { elements: Wire[] };
    expect(kept.length + Number(data['elements_omitted'])).toBe(whole.elements.length);
    for (const { index, ...element } of kept) expect(element).toEqual(whole.elements[Number(index)]);
  });
});

describe('find_element', () => {
  const find = async (query: string, more = {}) =>
    good(await bed().call('find_element', { query, timeoutMs: 0, ...more }));

  test('exact text, then words, then tokens of an id, each with its reason', async () => {
    openGallery(bed(), 'Toggles');
    expect(await find('Submit')).toMatchObject({ score: 1, confidence: 1, element: { text: 'Submit' } });
    expect(await find('terms')).toMatchObject({ element: { text: 'Accept the terms' } });
    expect(await find('state line')).toMatchObject({ reason: 'words of the id', element: { role: 'text' } });
    expect(await find('Alerts')).toMatchObject({ score: 1, element: { text: 'Alerts' } });
    expect(await find('zebra crossing')).toMatchObject({ found: false, element: null, alternates: [] });
    expect(await find('term', { exact: true })).toMatchObject({ found: false });
  });

  test('equals lower the confidence; at most five alternates, each with enough to choose by', async () => {
    openGallery(bed(), 'EqualRows');
    const data = await find('Choose');
    expect(data).toMatchObject({
      found: true,
      score: 1,
      reason: expect.stringContaining('10 more match as well'),
    });
    expect(Number(data['confidence'])).toBeLessThan(0.15);
    const alternates = data['alternates'] as Record<string, unknown>[];
    expect(alternates).toHaveLength(5);
    for (const one of alternates) {
      expect(Object.keys(one)).toEqual([
        'score',
        'reason',
        'elementId',
        'label',
        'role',
        'resourceId',
        'bounds',
      ]);
    }
    expect(JSON.stringify(data).length).toBeLessThan(2_500);
  });

  test('waits for what comes, one reading when it is there', async () => {
    openGallery(bed(), 'Loader');
    expect(await find('Loaded 3 results', { timeoutMs: 5_000 })).toMatchObject({ found: true });
    bed().wire.clear();
    expect(await find('Reload', { timeoutMs: 5_000 })).toMatchObject({ found: true });
    expect(reads(bed())).toBe(1);
  });

  test('its first reading is whole however short the wait', async () => {
    openGallery(bed(), 'Toggles');
    bed().faults.add({ when: { service: dump }, do: { kind: 'delay', ms: 300 } });
    expect(await find('Submit', { timeoutMs: 50 })).toMatchObject({ found: true });
  });
});

describe('capture_debug_snapshot', () => {
  const capture = async (input = {}) => {
    const answer = await bed().call('capture_debug_snapshot', { includeLogs: false, ...input });
    return { ...answer, data: good(answer) };
  };

  test('raw and semantic, the picture as an image block, of one reading', async () => {
    openGallery(bed(), 'Dialog');
    touch(bed(), 'open_alert');
    const { data, images, structured } = await capture({
      reason: 'nothing happened',
      includeLogs: true,
      logLines: 3,
    });
    expect(structured).toBe(false);
    expect(images).toHaveLength(1);
    expect(reads(bed())).toBe(1);
    expect(data['raw']).toMatchObject({
      reason: 'nothing happened',
      activity: `${gallery}.DialogActivity`,
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      screenshot: { mimeType: 'image/jpeg' },
      loading_state: null,
      ui_tree: { quality: 'ok' },
    });
    expect(data['semantic']).toMatchObject({
      signals: { loading: false, dialog: true, keyboard: false, not_responding: false },
      actions_available: expect.arrayContaining(['button Delete']),
      confidence: 0.9,
    });
    expect(JSON.stringify(data)).not.toContain('base64');
  });

  test('too long for one answer: everything but the last elements and the oldest records is there', async () => {
    bed().open('com.android.settings');
    const answer = await bed().call('capture_debug_snapshot', { includeScreenshot: false, reason: 'lost' });
    expect(answer.texts[0]).toMatch(/^\{"truncated":true/);
    expect(answer.texts[0]?.length).toBeLessThanOrEqual(20_000);
    const { semantic, raw } = answer.data as { semantic: Wire; raw: Wire };
    expect(semantic).toMatchObject({ signals: expect.any(Object), actions_available: expect.any(Array) });
    expect(raw).toMatchObject({
      reason: 'lost',
      fingerprint: expect.any(String),
      activity: expect.any(String),
      ui_tree: { snapshot_revision: expect.any(Number), elements: expect.any(Array) },
    });
  });

  test('a part that fails is named and costs only itself', async () => {
    openGallery(bed(), 'Toggles');
    bed().faults.add({ do: { kind: 'screencap', how: 'failed' } });
    const dark = await capture();
    expect(dark.images).toEqual([]);
    expect(dark.data['raw']).toMatchObject({ screenshot: null, ui_tree: { quality: 'ok' } });
    expect(part(dark.data, 'raw')['screenshot_error']).toMatch(/^OBSERVATION_FAILED/);
    bed().faults.clear();
    bed().faults.add({ when: { service: dump }, do: { kind: 'already_registered' } });
    const blind = await capture();
    expect(blind.images).toHaveLength(1);
    const raw = part(blind.data, 'raw');
    expect(raw).toMatchObject({ ui_tree: null, fingerprint: null, snapshot_revision: null });
    for (const field of ['ui_tree_error', 'fingerprint_error', 'activity_error'])
      expect(raw[field]).toMatch(/^OBSERVATION_FAILED/);
    expect(blind.data).not.toHaveProperty('semantic');
  });
});
