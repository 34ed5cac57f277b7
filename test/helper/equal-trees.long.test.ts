/** The same screen by both tiers: equal elements, handles, fingerprints and revisions but for what is listed here. */

import { Operation, systemClock } from '@mobile-debug/core/operation.ts';
import { virtualApps } from '@mobile-debug/virtual-phone/apps/index.ts';
import type { Phone } from '@mobile-debug/virtual-phone/phone/phone-types.ts';
import type { VersionName } from '@mobile-debug/virtual-phone/phone/versions.ts';
import { describe, expect, it } from 'vitest';
import { AndroidSource } from '../../src/devices/android/android-source.ts';
import { fingerprint, signature } from '../../src/ui/fingerprint.ts';
import { HandleTable } from '../../src/ui/handles.ts';
import type { UiElement, UiTree, UiWindow } from '../../src/ui/ui-tree.ts';
import { helperBed } from './helper-bed.ts';

interface Pair {
  readonly title: string;
  readonly helped: UiTree;
  readonly dumped: UiTree;
}

/** Every activity of the phone's apps, read by the helper, then by the dump after the helper let go. */
async function pairs(version: VersionName): Promise<readonly Pair[]> {
  const bed = await helperBed({ version });
  const address = { host: bed.adbServer.host, port: bed.adbServer.port };
  const other = new AndroidSource({ address, clock: systemClock });
  using op = Operation.start(60_000);
  const plain = await other.open(op, bed.phone.serial);
  const found: Pair[] = [];
  for (const { packageName, activities } of virtualApps) {
    for (const { name } of activities) {
      for (let attempt = 0; attempt < 3; attempt++) {
        bed.phone.forceStop(packageName);
        if (!bed.phone.start(packageName, name).ok) break;
        const before = shown(bed.phone);
        const helped = await bed.device.screen?.read(op);
        bed.helper.kill();
        const dumped = await plain.screen?.read(op);
        if (!helped || !dumped) throw new Error('This device has no screen.');
        // What moves by itself is not the same screen twice, nor is one whose clock passed the minute in between.
        if (bed.phone.isAnimating() || shown(bed.phone) !== before) continue;
        found.push({ title: name, helped, dumped });
        break;
      }
    }
  }
  await plain.close();
  await other.close();
  return found;
}

/** All that the phone shows, by its own account. */
function shown(phone: Phone): string {
  return JSON.stringify(phone.windows());
}

/** Compose test tags without `testTagsAsResourceId`: only the helper reads them, and they are the best ids there are. */
const tagsOnlyByHelper = /ComposeNoIdsActivity$/;

/**
 * What the helper tells more or less of, blanked on both sides:
 * - titles and layers of windows are in no attribute of its source, so the root of a window has no title as its hint;
 * - hints (the stock dump has them from Android 15 on), errors, and with the hint what a field is called and whether it is empty: the
 *   dump takes the prompt of an empty masked field for its text and masks it;
 * - headings, which the stock dump does not mark;
 * - the value of what has a range;
 * - in which order views are drawn, and so what covers what (the stock dump tells it from Android 15 on).
 */
function common(element: UiElement, twin: UiElement | undefined): UiElement {
  return {
    ...element,
    hint: null,
    paintOrder: 0,
    coveredBy: null,
    error: null,
    label: element.parentId === null || element.editable ? null : element.label,
    role: twin?.role === 'heading' || element.role === 'heading' ? 'heading' : element.role,
    text: element.secure ? null : element.text,
    state: { ...element.state, text_value: null, value: null, raw_value: null },
  };
}

function blanked(tree: UiTree, twin: UiTree): UiTree {
  const elements = tree.elements.map((element, at) => common(element, twin.elements[at]));
  return { ...tree, windows: bare(tree), elements };
}

/** Before Android 11 a dump has the active window only; the helper has the others too. */
function activeOnly(tree: UiTree): UiTree {
  const active = tree.windows.findIndex(({ focused }) => focused);
  const kept = tree.elements.filter(({ window }) => window === active);
  const places = new Map(kept.map(({ index }, at) => [index, at]));
  const elements = kept.map((element, index) => ({
    ...element,
    index,
    parentId: element.parentId === null ? null : (places.get(element.parentId) ?? null),
    children: element.children.map((child) => places.get(child) ?? -1),
    window: 0,
    coveredBy: null,
    selector: [],
  }));
  // How far a reading is trusted depends on the other windows too.
  const quality = { status: 'ok', reasons: [] } as const;
  return { ...tree, elements, quality, nodeCount: 0, windows: tree.windows.slice(active, active + 1) };
}

const bare = (tree: UiTree) => tree.windows.map((one) => ({ ...one, title: null, layer: 0 }));

describe.each(['14', '16', '11', '8'] as const)('Android %s', (version) => {
  it('gives the same by both tiers', { timeout: 60_000 }, async () => {
    const read = await pairs(version);
    expect(read.length).toBeGreaterThan(30);
    for (const { title, helped: whole, dumped: other } of read) {
      expect([whole.source.tier, other.source.tier], title).toEqual([
        'uiautomator2-server',
        'uiautomator-dump',
      ]);
      const single = version === '8';
      const helped = single ? activeOnly(whole) : whole;
      const dumped = single ? activeOnly({ ...other, windows: other.windows.map(focus) }) : other;
      for (const key of ['foreground', 'size', 'rotation', 'nodeCount', 'quality'] as const)
        expect(helped[key], `${title} ${key}`).toEqual(dumped[key]);
      expect(bare(helped), title).toEqual(bare(dumped));
      if (tagsOnlyByHelper.test(title)) continue;
      const [left, right] = [blanked(helped, dumped), blanked(dumped, helped)];
      expect(left.elements, title).toEqual(right.elements);
      expect(signature(left), `${title} revision`).toBe(signature(right));
      expect(fingerprint(helped), `${title} fingerprint`).toBe(fingerprint(dumped));
      const table = new HandleTable();
      const [first, second] = [table.assign(helped), table.assign(dumped)];
      const inside = (_handle: string, at: number): boolean => hasSameName(dumped.elements[at]);
      expect(first.filter(inside), `${title} handles`).toEqual(second.filter(inside));
    }
  });
});

/** Roots go by the title of their window, fields without an id by their hint: what only one of the tiers tells. */
function hasSameName(element: UiElement | undefined): boolean {
  if (!element || element.parentId === null) return false;
  return !element.editable || element.resourceId !== null;
}

/** A dump of one window does not say that it is in front. */
function focus(window: UiWindow): UiWindow {
  return { ...window, focused: true };
}

it('knows more of a screen than the dump', async () => {
  const bed = await helperBed();
  using op = Operation.start(20_000);
  const read = async (activity: string): Promise<readonly UiElement[]> => {
    bed.phone.start('com.example.gallery', activity);
    return (await bed.device.screen?.read(op))?.elements ?? [];
  };
  const tagged = await read('.ComposeNoIdsActivity');
  expect(tagged.map(({ test_tag }) => test_tag)).toContain('counter_button');
  bed.phone.start('com.android.settings', '.DisplayActivity');
  const elements = (await bed.device.screen?.read(op))?.elements ?? [];
  const slider = elements.find(({ role }) => role === 'slider');
  expect(slider?.state.value).toEqual(expect.any(Number));
  expect(elements.some(({ role }) => role === 'heading')).toBe(true);
});
