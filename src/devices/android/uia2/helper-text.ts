/** Chooses how the helper enters a text into the focused field. Pure. */
import type { RawNode, RawWindow } from '../../../ui/raw-screen.ts';

export type TextMethod =
  /** Key events, as a person's keyboard would give them; for what they can type. */
  | { readonly method: 'keys' }
  /** One request that puts the text behind what is there. */
  | { readonly method: 'set text'; readonly body: { readonly text: string; readonly replace: boolean } }
  /** Clipboard and paste key. */
  | { readonly method: 'paste' };

/** Longer bursts of keys take long and lose characters in slow apps. */
const longestByKeysChars = 48;
const printable = /^[\x20-\x7e\r\n\t]*$/;
const endsInEscape = '\\n';

/** Whether key events are preferable whatever the field contains: every app handles them. */
export function keysDo(text: string): boolean {
  return printable.test(text) && (text.length <= longestByKeysChars || /[\r\n\t]/.test(text));
}

/** `field`: what has the focus, null when nothing has. */
export function textMethod(text: string, field: RawNode | null): TextMethod {
  const otherwise: TextMethod = printable.test(text) ? { method: 'keys' } : { method: 'paste' };
  if (field === null) return otherwise;
  // The content of a masked field cannot be read; the server would append to its bullets.
  if (field.password === true && field.text !== undefined) return otherwise;
  // To the server a text that ends so means "and press Enter" (SendKeysToElement.java).
  if (text.endsWith(endsInEscape)) return otherwise;
  return { method: 'set text', body: { text, replace: field.text === undefined } };
}

/** The node that the server itself would take: the first that has the focus. */
export function focusedNode(windows: readonly RawWindow[]): RawNode | null {
  for (const window of windows) {
    const stack = [...window.roots].reverse();
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      if (node.focused === true) return node;
      for (let at = node.children.length - 1; at >= 0; at--) {
        const child = node.children[at];
        if (child) stack.push(child);
      }
    }
  }
  return null;
}
