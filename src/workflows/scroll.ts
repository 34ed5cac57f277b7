/**
 * Scrolls until something is visible, without passing over a row: what a reading shows joins what the one before showed,
 * or the view is moved back until it does. It ends where the view no longer moves.
 */

import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import type { Swipe } from '../devices/port/input.ts';
import type { SessionOf } from '../session/device-session.ts';
import { handleOf, type Observation } from '../session/observation.ts';
import { hitTestOf } from '../ui/hit-test.ts';
import type { UiElement, UiTree } from '../ui/ui-tree.ts';
import { elementToWire, type WireElement } from '../ui/wire.ts';
import { type Direction, isSideways, opposite, scrollersFor, strokeIn } from './scroll-area.ts';
import { type Moved, movedBetween } from './scroll-overlap.ts';
import { hiddenMatch, type ScrollSelector, visibleMatch } from './scroll-selector.ts';
import { valueAfter } from './value-after.ts';

export interface ScrollRequest {
  readonly selector: ScrollSelector;
  readonly direction: Direction;
  readonly maxScrolls: number;
  readonly scrollAmount: number;
}

export interface ScrollDeps {
  readonly session: SessionOf<'input' | 'screen'>;
  readonly first: Observation;
}

export type ScrollResult =
  | { readonly element: WireElement; readonly scrolls: number }
  | { readonly element: null; readonly scrolls: number; readonly why: string };

/** A failed reading ends it at once: the effect of the next swipe would be unknown. */
export async function scrollUntilVisible(
  dispatch: Dispatch,
  { session, first }: ScrollDeps,
  request: ScrollRequest,
): Promise<ScrollResult> {
  const scroll = new Scroll(request);
  let newest = first;
  let step = scroll.next(first);
  while ('swipe' in step) {
    dispatch.check();
    await session.device.input.swipe(dispatch, step.swipe);
    const before = newest.snapshot.revision;
    // A view that stands still may not have begun to move.
    await valueAfter(dispatch, {
      before,
      isMet: (revision) => revision !== before,
      read: async () => {
        newest = await session.observe(dispatch);
        return { value: newest.snapshot.revision, atMs: newest.completed.monotonicMs };
      },
    });
    step = scroll.next(newest);
  }
  return step;
}

/** How long a swipe over the whole scroller takes: slow enough that it carries little further than the finger [O1]. */
const wholeMs = 1_000;
const shortestMs = 200;
/** What a first swipe is taken to carry, per unit of the finger's way, until one was measured. */
const usualGain = 1.2;
/** Of the scroller, at most: the rest is left for rows that both readings show. */
const maxAdvance = 0.75;
const maxStepsBack = 4;

interface Stand {
  readonly now: Observation;
  readonly scroller: UiElement;
}

/** Decides after each reading: found, given up, or one more swipe. Pure. */
export class Scroll {
  readonly #wish: ScrollRequest;
  /** The reading before, whatever it showed. */
  #before: Stand | null = null;
  /** The last reading that joins all that was seen before it. */
  #joined: Stand | null = null;
  #scrolls = 0;
  #gain = usualGain;
  /** Share of the wished distance: halved where rows were passed over. */
  #share = 1;
  /** Steps back since the view was last joined. */
  #back = 0;
  /** Of the last swipe. */
  #direction: Direction;
  /** It goes page by page: shorter swipes don't move it, and no two pages have a row in common. */
  #paged: boolean = false;
  #gap: boolean = false;
  /** Scrollers that did not move in this direction, by what tells them apart. */
  readonly #unmoved = new Set<string>();
  #moved: boolean = false;

  constructor(request: ScrollRequest) {
    this.#wish = request;
    this.#direction = request.direction;
  }

  /** The first reading is the one before any swipe, without the element. */
  next(now: Observation): { readonly swipe: Swipe } | ScrollResult {
    const { selector, direction, maxScrolls } = this.#wish;
    const scrolls = this.#scrolls;
    const stand = this.#standIn(now);
    const moved = this.#movedTo(now, stand);
    const stood = moved?.kind === 'still' && this.#direction === direction;
    const other = stood && this.#isStuck() ? this.#otherIn(now) : null;
    // What is under a bar or the keyboard is scrolled out from there, unless it is at its end.
    const last = (stood && !other) || scrolls >= maxScrolls || !stand;
    const found = this.#before && visibleMatch(now.tree, selector, last);
    if (found) return { element: elementToWire(now.tree, found, handleOf(now, found)), scrolls };
    if (!stand && !stood) return this.#missed(this.#nothingScrolls(now.tree));
    const heading = other || !moved || !stand ? direction : this.#learn(moved, stand);
    const next = other ?? stand;
    if (!next || heading === 'end' || (stood && !other && this.#isStuck()))
      return this.#missed(this.#standsStill());
    if (other || !moved) this.#joined = next;
    this.#before = next;
    if (scrolls >= maxScrolls) return this.#missed(`Not visible after ${maxScrolls} scrolls.`);
    return { swipe: this.#swipe(next, heading) };
  }

  /** Nothing of it was ever seen to move. */
  #isStuck(): boolean {
    return !this.#moved && (this.#share === 1 || this.#paged);
  }

  /** One that was not tried, after the one that did not move. */
  #otherIn(now: Observation): Stand | null {
    if (this.#before) this.#unmoved.add(nameOf(this.#before.scroller));
    const scroller = this.#candidates(now.tree).find((one) => !this.#unmoved.has(nameOf(one)));
    return scroller ? { now, scroller } : null;
  }

  #standIn(now: Observation): Stand | null {
    const all = this.#candidates(now.tree);
    const last = this.#before && nameOf(this.#before.scroller);
    const scroller = all.find((one) => nameOf(one) === last) ?? all[0];
    return scroller ? { now, scroller } : null;
  }

  #candidates(tree: UiTree): readonly UiElement[] {
    return this.#scrollers(tree).filter((one) => hitTestOf(tree).freeOf(one) !== null);
  }

  #scrollers(tree: UiTree): readonly UiElement[] {
    return scrollersFor(tree, this.#wish.direction, hiddenMatch(tree, this.#wish.selector));
  }

  #nothingScrolls(tree: UiTree): string {
    const { direction } = this.#wish;
    const [covered] = this.#scrollers(tree);
    if (!covered) return `Nothing on the screen can be scrolled ${direction}.`;
    const hits = hitTestOf(tree);
    const over = hits.nameOver(covered, covered.center, hits.solid) ?? 'other elements';
    return `What can be scrolled ${direction} is covered by ${over}.`;
  }

  #movedTo(now: Observation, stand: Stand | null): Moved | null {
    const before = this.#before;
    if (!before) return null;
    if (before.now.snapshot.revision === now.snapshot.revision) return { kind: 'still' };
    if (!stand) return { kind: 'unknown' };
    return movedBetween(
      { tree: before.now.tree, scroller: before.scroller },
      { tree: now.tree, scroller: stand.scroller },
      isSideways(this.#wish.direction),
    );
  }

  /** What follows from the last swipe: where to go next, or that this was the end. */
  #learn(moved: Moved, stand: Stand): Direction | 'end' {
    const { direction } = this.#wish;
    if (this.#direction !== direction) return this.#learnBack(moved, stand);
    if (moved.kind === 'still') return this.#stood();
    this.#moved = true;
    if (moved.kind === 'joined' && moved.by !== null) this.#measure(Math.abs(moved.by));
    if (moved.kind !== 'apart' || this.#paged) {
      if (moved.kind === 'unknown') this.#gap = true;
      this.#joined = stand;
      this.#back = 0;
      return direction;
    }
    this.#back = 1;
    return opposite[direction];
  }

  #learnBack(moved: Moved, stand: Stand): Direction {
    const { direction } = this.#wish;
    const joined = this.#joined;
    const sideways = isSideways(direction);
    const toJoined =
      joined &&
      movedBetween(
        { tree: joined.now.tree, scroller: joined.scroller },
        { tree: stand.now.tree, scroller: stand.scroller },
        sideways,
      );
    const isBack = moved.kind === 'still' || toJoined?.kind === 'joined' || toJoined?.kind === 'still';
    if (!isBack && this.#back < maxStepsBack) {
      this.#back++;
      return opposite[direction];
    }
    if (!isBack) this.#gap = true;
    this.#joined = stand;
    this.#back = 0;
    this.#share = Math.max(0.25, this.#share / 2);
    return direction;
  }

  /** Nothing moved: at the end, or the swipe was too short for a page. */
  #stood(): Direction | 'end' {
    if (this.#share === 1 || this.#paged) return 'end';
    this.#paged = true;
    return this.#wish.direction;
  }

  #swipe({ now, scroller }: Stand, direction: Direction): Swipe {
    this.#scrolls++;
    this.#direction = direction;
    const back = direction !== this.#wish.direction;
    const advance = back ? 0.5 : Math.min(this.#wish.scrollAmount, maxAdvance) * this.#share;
    const share = Math.min(0.9, this.#paged ? 0.9 : Math.max(0.1, advance / this.#gain));
    const stroke = strokeIn(now.tree, scroller, direction, share);
    return { ...stroke, durationMs: Math.round(Math.max(shortestMs, wholeMs * share)) };
  }

  #measure(by: number): void {
    const before = this.#before;
    if (!before) return;
    const [left, top, right, bottom] = before.scroller.bounds;
    const length = isSideways(this.#wish.direction) ? right - left : bottom - top;
    const advance = Math.min(this.#wish.scrollAmount, maxAdvance) * this.#share;
    const asked = Math.min(0.9, Math.max(0.1, advance / this.#gain)) * length;
    // At the end of a list less moves than was asked for; that says nothing of the next.
    this.#gain = Math.max(this.#gain, by / asked);
  }

  #standsStill(): string {
    const { direction } = this.#wish;
    return `The view no longer moves ${direction} after ${this.#scrolls} scrolls, and the element is not there.`;
  }

  #missed(why: string): ScrollResult {
    const seen = this.#gap ? ' Rows may have been passed over: readings had none in common.' : '';
    return { element: null, scrolls: this.#scrolls, why: `${why}${seen}` };
  }
}

function nameOf({ type, resourceId, bounds }: UiElement): string {
  return `${type}|${resourceId}|${bounds[0]}|${bounds[1]}`;
}
