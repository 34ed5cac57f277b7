/**
 * Short names for elements that last as long as the element's identity is found exactly once. One table per device
 * and session; the session knows which device a handle belongs to.
 */
import { Counter } from '@mobile-debug/core/ids.ts';
import { identitiesOf } from './identity.ts';
import type { Candidate } from './near-misses.ts';
import { wordsOf } from './spelling.ts';
import type { UiElement, UiTree } from './ui-tree.ts';
import { quoted } from './visible-text.ts';

export type Resolved =
  | { readonly kind: 'found'; readonly element: UiElement }
  /** The handle was given out, and what it named is not there exactly once. At most five candidates, nearest first. */
  | { readonly kind: 'stale'; readonly reason: string; readonly candidates: readonly Candidate[] }
  /** Never given out by this table, or so long ago that it was forgotten. */
  | { readonly kind: 'unknown' };

interface Entry {
  readonly handle: string;
  readonly keys: Set<string>;
  /** As last seen. */
  type: string;
  stableId: string | null;
  label: string | null;
  activity: string | null;
  lastSeen: number;
}

/** As handles are given out: they are drawn on pictures in capitals, and whoever read one there means the same. */
export function handleForm(handle: string): string {
  return handle.trim().toLowerCase();
}

const maxEntries = 20_000;
/** Keys of one entry grow when its surroundings change; the newest few are the ones that count. */
const maxKeys = 8;

export class HandleTable {
  readonly #nextHandle: () => string;
  readonly #byKey = new Map<string, Entry>();
  readonly #byHandle = new Map<string, Entry>();
  readonly #assigned = new WeakMap<UiTree, readonly string[]>();
  #generation = 0;

  /** `nextHandle` is passed in where several tables share one row of names. */
  constructor(nextHandle?: () => string) {
    const counter = new Counter('e');
    this.#nextHandle = nextHandle ?? (() => counter.next());
  }

  get size(): number {
    return this.#byHandle.size;
  }

  /** A handle for each element, by index. The same element keeps its handle from tree to tree. */
  assign(tree: UiTree): readonly string[] {
    const known = this.#assigned.get(tree);
    if (known !== undefined) return known;
    this.#generation += 1;
    const activity = tree.foreground?.activity ?? null;
    const identities = identitiesOf(tree);
    const handles = tree.elements.map((element) => {
      const keys = identities[element.index] ?? [];
      const entry = this.#find(keys, activity) ?? this.#make(element);
      this.#refresh(entry, element, { keys, activity });
      return entry.handle;
    });
    if (this.#byHandle.size > maxEntries) this.#forgetOldest();
    this.#assigned.set(tree, handles);
    return handles;
  }

  /** Where the handle's element is in this tree. `tree` is the fresh one that input will rest on. */
  resolve(handle: string, tree: UiTree): Resolved {
    const index = this.assign(tree).indexOf(handle);
    const element = tree.elements[index];
    if (element !== undefined) return { kind: 'found', element };
    const entry = this.#byHandle.get(handle);
    if (entry === undefined) return { kind: 'unknown' };
    const candidates = nearest(entry, tree);
    const alike = candidates.filter((candidate) => candidate.why === sameName).length;
    return { kind: 'stale', reason: reasonOf(entry, alike), candidates };
  }

  /** Whether this table gave the handle out and still remembers it. */
  knows(handle: string): boolean {
    return this.#byHandle.has(handle);
  }

  clear(): void {
    this.#byKey.clear();
    this.#byHandle.clear();
  }

  /** An entry of another activity, or one already seen in this very tree, is another element. */
  #find(keys: readonly string[], activity: string | null): Entry | undefined {
    for (const key of keys) {
      const entry = this.#byKey.get(key);
      if (entry === undefined || entry.lastSeen === this.#generation) continue;
      if (entry.activity === null || activity === null || entry.activity === activity) return entry;
    }
    return undefined;
  }

  #make(element: UiElement): Entry {
    const entry: Entry = {
      handle: this.#nextHandle(),
      keys: new Set(),
      type: element.type,
      stableId: element.stable_id,
      label: element.label,
      activity: null,
      lastSeen: 0,
    };
    this.#byHandle.set(entry.handle, entry);
    return entry;
  }

  #refresh(
    entry: Entry,
    element: UiElement,
    seen: { keys: readonly string[]; activity: string | null },
  ): void {
    entry.lastSeen = this.#generation;
    entry.label = element.label;
    entry.activity = seen.activity ?? entry.activity;
    for (const key of seen.keys) {
      const owner = this.#byKey.get(key);
      if (owner === entry) continue;
      owner?.keys.delete(key);
      this.#byKey.set(key, entry);
      entry.keys.add(key);
    }
    if (entry.keys.size > maxKeys) this.#dropKeys(entry, entry.keys.size - maxKeys);
  }

  #dropKeys(entry: Entry, count: number): void {
    for (const key of [...entry.keys].slice(0, count)) {
      entry.keys.delete(key);
      if (this.#byKey.get(key) === entry) this.#byKey.delete(key);
    }
  }

  /** Makes room for a good many more, so that this is rare. What the newest tree shows always stays. */
  #forgetOldest(): void {
    const old = [...this.#byHandle.values()]
      .filter((entry) => entry.lastSeen < this.#generation)
      .sort((a, b) => a.lastSeen - b.lastSeen);
    for (const entry of old.slice(0, Math.max(0, this.#byHandle.size - maxEntries / 2))) {
      this.#dropKeys(entry, entry.keys.size);
      this.#byHandle.delete(entry.handle);
    }
  }
}

const sameName = 'has the same id or words';

function reasonOf(entry: Entry, alike: number): string {
  const name = quoted(entry.label ?? entry.stableId ?? entry.type, 60);
  if (alike > 1) return `${name} is on the screen more than once now, and it is unclear which one was meant`;
  return alike === 1
    ? `${name} is gone; something of the same name is there, but at another position or on another screen`
    : `${name} is no longer on the screen`;
}

/** What is most like the element that the entry named. */
function nearest(entry: Entry, tree: UiTree): readonly Candidate[] {
  const scored: { candidate: Candidate; score: number }[] = [];
  const words = new Set(wordsOf(entry.label ?? ''));
  for (const element of tree.elements) {
    const sameId = entry.stableId !== null && element.stable_id === entry.stableId;
    const sameLabel = entry.label !== null && element.label === entry.label;
    const sameType = element.type === entry.type;
    if ((sameId && (entry.label === null || sameLabel)) || (sameLabel && sameType))
      scored.push({ candidate: { element, why: sameName }, score: 3 });
    else if (sameId)
      scored.push({ candidate: { element, why: 'has the same id and other words' }, score: 2 });
    else if (sameLabel)
      scored.push({ candidate: { element, why: 'has the same words in another kind of element' }, score: 2 });
    else if (sameType && words.size > 0 && wordsOf(element.label ?? '').some((word) => words.has(word)))
      scored.push({ candidate: { element, why: 'is of the same kind and shares a word' }, score: 1 });
  }
  const best = scored.sort((a, b) => b.score - a.score || visibleFirst(a.candidate, b.candidate));
  return best.slice(0, 5).map(({ candidate }) => candidate);
}

function visibleFirst(a: Candidate, b: Candidate): number {
  return Number(b.element.visible) - Number(a.element.visible);
}
