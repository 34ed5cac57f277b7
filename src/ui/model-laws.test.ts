/** Laws of the model that hold for any screen: what makes a new revision, what a fingerprint sees, what a delta gives back. */

import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import fc from '@mobile-debug/core/testing/property.ts';
import { describe, expect, it } from 'vitest';
import { button, list, node, screen, text, window } from '../../test/fixtures/raw-screens.ts';
import { parseUiXml } from '../devices/android/screen/ui-xml.ts';
import { buildTree } from './build-tree.ts';
import { snapshotDelta, stateDelta } from './delta.ts';
import { findElement } from './find-element.ts';
import { fingerprint } from './fingerprint.ts';
import { HandleTable } from './handles.ts';
import { loadingState } from './loading.ts';
import { outline } from './outline.ts';
import type { RawNode, RawScreen } from './raw-screen.ts';
import { matchElements } from './selector.ts';
import { SnapshotHistory } from './snapshot-history.ts';
import { actionableOf, resolveTarget, tapPoint } from './target.ts';
import type { Bounds, UiTree } from './ui-tree.ts';
import { treeToWire } from './wire.ts';

interface Item {
  readonly word: string;
  readonly id: number | null;
  readonly left: number;
  readonly top: number;
  readonly enabled: boolean;
  readonly checked: boolean;
  readonly selected: boolean;
}

const word = fc.stringMatching(/^[a-z]{3,12}( [a-z]{2,8})?$/);
const item: fc.Arbitrary<Item> = fc.record({
  word,
  id: fc.option(fc.nat(4), { nil: null }),
  left: fc.integer({ min: 0, max: 700 }),
  top: fc.integer({ min: 0, max: 2_000 }),
  enabled: fc.boolean(),
  checked: fc.boolean(),
  selected: fc.boolean(),
});
const items = fc.array(item, { minLength: 1, maxLength: 12 });

const boundsOf = ({ left, top }: Item): Bounds => [left, top, left + 300, top + 120];

function rawOf(one: Item): RawNode {
  return node({
    type: 'android.widget.CheckBox',
    text: one.word,
    ...(one.id === null ? {} : { identifier: `com.example.app:id/n${one.id}` }),
    bounds: boundsOf(one),
    clickable: true,
    checkable: true,
    checked: one.checked,
    enabled: one.enabled,
    selected: one.selected,
  });
}

const rawScreen = (all: readonly Item[]): RawScreen =>
  screen([window({}, node({}, list([0, 0, 1080, 2400], ...all.map(rawOf))))]);
const treeFor = (all: readonly Item[]): UiTree => buildTree(rawScreen(all));
const history = () => new SnapshotHistory({ sessionId: 's', clock: new ManualClock() });

type Change = 'word' | 'place' | 'enabled' | 'checked' | 'selected';
const changes: Readonly<Record<Change, (one: Item) => Item>> = {
  word: (one) => ({ ...one, word: `${one.word}s` }),
  place: (one) => ({ ...one, top: one.top + 1 }),
  enabled: (one) => ({ ...one, enabled: !one.enabled }),
  checked: (one) => ({ ...one, checked: !one.checked }),
  selected: (one) => ({ ...one, selected: !one.selected }),
};
const kinds = fc.constantFrom<Change>('word', 'place', 'enabled', 'checked', 'selected');

describe('revisions', () => {
  it('stay for equal trees and grow for any change of text, bounds, enabled or state of any one element', () => {
    fc.assert(
      fc.property(items, fc.nat(), kinds, (all, nth, kind) => {
        const kept = history();
        const first = kept.record(treeFor(all), 1);
        expect(kept.record(treeFor(all), 2).revision).toBe(first.revision);
        const at = nth % all.length;
        const changed = all.map((one, index) => (index === at ? changes[kind](one) : one));
        const next = kept.record(treeFor(changed), 3);
        expect(next.revision).toBe(first.revision + 1);
        expect(next.delta?.total_elements).toBe(next.tree.elements.length);
        const { added_elements, removed_elements, mutated_elements } =
          next.delta ?? snapshotDelta(first, next.tree);
        expect(added_elements + removed_elements + mutated_elements).toBeGreaterThan(0);
      }),
      { numRuns: 300 },
    );
  });

  it('grow when a row comes or goes, and when the window is called something else', () => {
    fc.assert(
      fc.property(items, item, (all, extra) => {
        const kept = history();
        const first = kept.record(treeFor(all), 1).revision;
        expect(kept.record(treeFor([...all, extra]), 2).revision).toBe(first + 1);
        expect(kept.record(treeFor(all), 3).revision).toBe(first + 2);
      }),
      { numRuns: 100 },
    );
    const titled = (title: string) =>
      buildTree(screen([window({ title }, node({}, button('OK', [0, 0, 90, 90])))]));
    const kept = history();
    expect([kept.record(titled('A'), 1).revision, kept.record(titled('B'), 2).revision]).toEqual([1, 2]);
  });
});

describe('deltas', () => {
  it('come out at the number of elements of the new tree, and are no larger than the whole', () => {
    fc.assert(
      fc.property(items, items, fc.array(fc.boolean(), { maxLength: 12 }), (before, other, keep) => {
        // Some of the old rows stay, some go, some come: what real lists do.
        const after = [...before.filter((_, at) => keep[at] ?? true), ...other.slice(0, 4)];
        const kept = history();
        const base = kept.record(treeFor(before), 1);
        const next = kept.record(treeFor(after.length > 0 ? after : other), 2);
        const delta = stateDelta(base, next);
        const whole = JSON.stringify(treeToWire(next.tree, [])).length;
        expect(JSON.stringify([delta.added, delta.changed]).length).toBeLessThanOrEqual(whole + 60);
        if (delta.truncated) return;
        const counts = base.tree.elements.length - delta.removed.length + delta.added.length;
        expect(counts).toBe(next.tree.elements.length);
      }),
      { numRuns: 200 },
    );
  });
});

describe('fingerprints', () => {
  const monthFirst =
    /^(jan|january|feb|february|mar|march|apr|april|may|june?|july?|aug|august|sept?|september|oct|october|nov|november|dec|december)( |$)/;
  const two = (value: number): string => String(value).padStart(2, '0');
  const hour = fc.integer({ min: 0, max: 23 });
  const minute = fc.integer({ min: 0, max: 59 });
  const volatile = fc.oneof(
    fc.tuple(hour, minute).map(([h, m]) => `${two(h)}:${two(m)}`),
    fc.tuple(hour, minute, minute).map(([h, m, s]) => `${h}:${two(m)}:${two(s)}`),
    fc.integer({ min: 0, max: 100 }).map((share) => `${share}%`),
    fc.integer({ min: 0, max: 100 }).map((share) => `${share} %`),
    fc.nat(99_999).map(String),
    fc.nat(99_999).map((count) => count.toLocaleString('en')),
  );
  const page = (words: string) => buildTree(screen([window({}, node({}, text(words, [0, 0, 900, 90])))]));
  const print = (words: string): string => fingerprint(page(words));

  it('are blind to clocks, counters and percentages, alone and within a label', () => {
    fc.assert(
      fc.property(word, volatile, volatile, (label, a, b) => {
        // "5 March" is a date of its own and "12:30 March" is not: no such pair is equal, nor should it be.
        fc.pre(!monthFirst.test(label));
        expect(print(a)).toBe(print(b));
        expect(print(`${label}: ${a}`)).toBe(print(`${label}: ${b}`));
        expect(print(`${a} ${label}`)).toBe(print(`${b} ${label}`));
        expect(print(`${label} (${a})`)).toBe(print(`${label} (${b})`));
      }),
      { numRuns: 500 },
    );
  });

  it('are not blind to labels, ids or what is added', () => {
    fc.assert(
      fc.property(word, word, volatile, (a, b, count) => {
        fc.pre(a !== b);
        expect(print(a)).not.toBe(print(b));
        expect(print(`${a} ${count}`)).not.toBe(print(`${b} ${count}`));
      }),
      { numRuns: 300 },
    );
    fc.assert(
      fc.property(items, item, (all, extra) => {
        expect(fingerprint(treeFor([...all, extra]))).not.toBe(fingerprint(treeFor(all)));
      }),
      { numRuns: 100 },
    );
  });

  it('are blind to states and small shifts, which are revisions and not screens', () => {
    fc.assert(
      fc.property(items, fc.constantFrom<Change>('enabled', 'checked', 'selected'), (all, kind) => {
        expect(fingerprint(treeFor(all.map(changes[kind])))).toBe(fingerprint(treeFor(all)));
      }),
      { numRuns: 100 },
    );
  });
});

const dump = `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0"><node index="0" text="" resource-id="" class="android.widget.FrameLayout" package="com.example.app" content-desc="" checkable="false" checked="false" clickable="false" enabled="true" focusable="false" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="[0,0][1080,2400]"><node index="0" text="Say &quot;hi&quot; 12:30" resource-id="com.example.app:id/title" class="android.widget.TextView" package="com.example.app" content-desc="" checkable="false" checked="false" clickable="false" enabled="true" focusable="false" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="[0,100][1080,200]" /><node index="1" text="" resource-id="" class="androidx.recyclerview.widget.RecyclerView" package="com.example.app" content-desc="" checkable="false" checked="false" clickable="false" enabled="true" focusable="true" focused="false" scrollable="true" long-clickable="false" password="false" selected="false" bounds="[0,200][1080,2400]"><node index="0" text="" resource-id="" class="android.widget.LinearLayout" package="com.example.app" content-desc="Row" checkable="true" checked="true" clickable="true" enabled="true" focusable="true" focused="true" scrollable="false" long-clickable="true" password="false" selected="true" bounds="[0,200][1080,400]" /><node index="1" text="secret" resource-id="com.example.app:id/pin" class="android.widget.EditText" package="com.example.app" content-desc="" checkable="false" checked="false" clickable="true" enabled="false" focusable="true" focused="false" scrollable="false" long-clickable="false" password="true" selected="false" bounds="[66,1777][1014,1664]" /></node></node></hierarchy>`;

describe('mutated dumps', () => {
  const encoder = new TextEncoder();
  const whole = encoder.encode(dump);
  const pieces = [
    '"',
    '<',
    '>',
    '/',
    '&',
    '&#0;',
    '&#x1F600;',
    '-',
    '9999999999',
    '][',
    'true',
    '<node ',
    '</node>',
    '\u202e',
    '%',
    '\n',
  ];

  /** Small, seeded and quick: a failure can be had again by its number. */
  function mutant(seed: number): Uint8Array {
    let state = seed * 2_654_435_761 + 1;
    const next = (below: number): number => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((state / 2_147_483_648) * below);
    };
    let words = dump;
    for (let n = 1 + next(3); n > 0; n--) {
      const at = next(words.length);
      const length = next(3) === 0 ? next(200) : next(4);
      const piece = next(2) === 0 ? '' : (pieces[next(pieces.length)] ?? '');
      const copied = next(6) === 0 ? words.slice(next(words.length)).slice(0, next(400)) : piece;
      words = words.slice(0, at) + copied + words.slice(at + length);
    }
    return encoder.encode(words);
  }

  it('20,000 of them are refused with a fault or modelled, named, told and matched without a crash or a hang', () => {
    let modelled = 0;
    for (let seed = 0; seed < 20_000; seed++) {
      const raw = parsed(mutant(seed));
      if (raw === null) continue;
      modelled += 1;
      const tree = buildTree(raw);
      expectSound(tree);
      const handles = new HandleTable().assign(tree);
      if (seed % 4 !== 0) continue;
      expect(outline(tree, handles, { revision: 1 }).length).toBeLessThan(4_000);
      treeToWire(tree, handles);
      fingerprint(tree);
      loadingState(tree);
      matchElements(tree, { text: 'row', contains: true });
      findElement(tree, 'title');
      const found = resolveTarget(tree, { text: 'Row' });
      if (found.kind === 'one') tapPoint(tree, actionableOf(tree, found.element));
    }
    expect(modelled).toBeGreaterThan(2_500);
    expect(parsed(whole)).not.toBeNull();
  });

  function parsed(bytes: Uint8Array): RawScreen | null {
    try {
      const { windows, rotation } = parseUiXml(bytes);
      return { ...screen(windows), rotation: rotation ?? 0 };
    } catch (error) {
      expect(error).toMatchObject({ code: 'OBSERVATION_FAILED' });
      return null;
    }
  }

  function expectSound({ elements, windows, size }: UiTree): void {
    for (const [index, { parentId, children, bounds, window: owner, center }] of elements.entries()) {
      const sound =
        (parentId === null || parentId < index) &&
        children.every((child) => elements[child]?.parentId === index) &&
        owner < windows.length &&
        bounds[0] >= 0 &&
        bounds[2] <= size.width &&
        bounds[3] <= size.height &&
        center.every(Number.isFinite);
      if (!sound) expect(elements[index]).toBe('sound');
    }
  }
});
