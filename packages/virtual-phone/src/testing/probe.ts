/** Finds views of a phone by name and touches them: for tests and demos, which look at the phone itself and not through its servers. */
import type { Phone, PhoneWindow, ViewNode } from '../phone/phone-types.ts';

export interface Seen {
  readonly window: PhoneWindow;
  readonly node: ViewNode;
}

/** Everything that a user can see, bottom window first, parents before children. */
export function seen(phone: Phone, displayId = 0): Seen[] {
  return phone.windows(displayId).flatMap((window) => visible(window.root).map((node) => ({ window, node })));
}

/** By id (`pkg:id/name` or `name`), text or description, exact; in the focused window, else in the topmost that has it. */
export function look(phone: Phone, name: string): ViewNode | undefined {
  const matches = seen(phone).filter(
    ({ node }) =>
      node.resourceId === name ||
      node.resourceId.endsWith(`:id/${name}`) ||
      node.text === name ||
      node.contentDesc === name,
  );
  const top = (matches.find(({ window }) => window.focused) ?? matches.at(-1))?.window;
  return matches.find(({ window }) => window === top)?.node;
}

/** Like `look`; throws a RangeError that lists what is there. */
export function view(phone: Phone, name: string): ViewNode {
  const found = look(phone, name);
  if (found) return found;
  const there = seen(phone).flatMap(({ node }) => node.resourceId || node.text || node.contentDesc || []);
  throw new RangeError(`No view "${name}" among: ${there.join(', ')}`);
}

export function centre({ bounds: [left, top, right, bottom] }: ViewNode): readonly [x: number, y: number] {
  return [Math.floor((left + right) / 2), Math.floor((top + bottom) / 2)];
}

export function tapView(phone: Phone, name: string): void {
  const [x, y] = centre(view(phone, name));
  phone.tap(x, y);
}

function visible(node: ViewNode): ViewNode[] {
  return node.visibleToUser ? [node, ...node.children.flatMap(visible)] : [];
}
