/** Editing of one text: pure functions on text and selection. Steps are whole code points, so that no emoji is torn. */

/** Selection in UTF-16 units; `start === end` is a caret. */
export interface Edited {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export function edited(text: string): Edited {
  return { text, start: text.length, end: text.length };
}

/** Replaces the selection. What would go beyond `maxLength` is cut, as a length filter does. */
export function insert(at: Edited, added: string, maxLength = Number.POSITIVE_INFINITY): Edited {
  const room = Math.max(0, maxLength - (at.text.length - (at.end - at.start)));
  const fits = added.length > room ? whole(added.slice(0, room)) : added;
  const caret = at.start + fits.length;
  return { text: at.text.slice(0, at.start) + fits + at.text.slice(at.end), start: caret, end: caret };
}

export function deleteBack(at: Edited): Edited {
  if (at.start !== at.end) return insert(at, '');
  return insert({ ...at, start: before(at.text, at.start) }, '');
}

export function deleteForward(at: Edited): Edited {
  if (at.start !== at.end) return insert(at, '');
  return insert({ ...at, end: after(at.text, at.end) }, '');
}

export function move(at: Edited, where: 'left' | 'right' | 'start' | 'end' | 'all'): Edited {
  if (where === 'all') return { ...at, start: 0, end: at.text.length };
  const caret = {
    left: () => (at.start === at.end ? before(at.text, at.start) : at.start),
    right: () => (at.start === at.end ? after(at.text, at.end) : at.end),
    start: () => at.text.lastIndexOf('\n', at.start - 1) + 1,
    end: () => {
      const lineEnd = at.text.indexOf('\n', at.end);
      return lineEnd < 0 ? at.text.length : lineEnd;
    },
  }[where]();
  return { ...at, start: caret, end: caret };
}

function before(text: string, at: number): number {
  if (at <= 0) return 0;
  return at >= 2 && isPair(text, at - 2) ? at - 2 : at - 1;
}

function after(text: string, at: number): number {
  if (at >= text.length) return text.length;
  return isPair(text, at) ? at + 2 : at + 1;
}

function isPair(text: string, at: number): boolean {
  return (text.codePointAt(at) ?? 0) > 0xffff;
}

/** Without the half of a surrogate pair that a cut left at the end. */
function whole(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text;
}
