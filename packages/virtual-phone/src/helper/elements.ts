/** Finding views by the helper's strategies and acting on the one found: what `element` endpoints do. */
import { randomId } from '@mobile-debug/core/ids.ts';
import type { Phone, Rect, ViewNode } from '../phone/phone-types.ts';

export interface Locator {
  readonly strategy: string;
  readonly selector: string;
}

const boundsPath = /@bounds=["']\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]["']/;

export class Elements {
  readonly #phone: Phone;
  readonly #known = new Map<string, Locator>();

  constructor(phone: Phone) {
    this.#phone = phone;
  }

  /** Ids of what matches now. */
  find(locator: Locator): readonly string[] {
    return this.#matching(locator).map(() => {
      const id = randomId('element');
      this.#known.set(id, locator);
      return id;
    });
  }

  /** Undefined when the id is unknown, null when its view is gone. */
  node(id: string): ViewNode | null | undefined {
    const locator = this.#known.get(id);
    return locator && (this.#matching(locator)[0] ?? null);
  }

  focused(): ViewNode | null {
    return [...this.#all()].find((node) => node.focused) ?? null;
  }

  /** ACTION_SET_PROGRESS on what has a range, else ACTION_SET_TEXT. False when the view takes neither. */
  setText(node: ViewNode, text: string): boolean {
    const [x, y] = centreOf(node.bounds);
    const value = Number.parseFloat(text);
    if (node.range && !Number.isNaN(value)) return this.#phone.setProgress(x, y, value);
    if (!node.editable) return false;
    if (!node.focused) this.#phone.tap(x, y);
    return this.#phone.setFocusedText(text);
  }

  #matching({ strategy, selector }: Locator): ViewNode[] {
    const found = boundsPath.exec(selector)?.slice(1).map(Number);
    return [...this.#all()].filter((node) => {
      if (strategy === 'id')
        return node.resourceId === selector || node.resourceId.endsWith(`:id/${selector}`);
      if (strategy === 'accessibility id') return node.contentDesc === selector;
      if (strategy === 'class name') return node.className === selector;
      if (strategy === 'xpath' && found) return found.every((edge, at) => node.bounds[at] === edge);
      return false;
    });
  }

  *#all(): Generator<ViewNode> {
    for (const { root, type } of this.#phone.windows().toReversed()) if (type !== 'toast') yield* below(root);
  }
}

function* below(node: ViewNode): Generator<ViewNode> {
  yield node;
  for (const child of node.children) if (child.visibleToUser) yield* below(child);
}

export function centreOf([left, top, right, bottom]: Rect): readonly [x: number, y: number] {
  return [Math.floor((left + right) / 2), Math.floor((top + bottom) / 2)];
}
