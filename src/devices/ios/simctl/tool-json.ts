/** Reading what simctl and its kin print as JSON: chatter around it, and every spelling of what can be used. Pure. [S1] */

export type Json = Readonly<Record<string, unknown>>;

/** The first object in a text that may have other lines before and behind it. */
export function jsonIn(text: string): Json | null {
  for (let start = text.indexOf('{'); start >= 0; start = text.indexOf('\n{', start + 1)) {
    const end = text.lastIndexOf('}');
    try {
      const value: unknown = JSON.parse(text.slice(start, end + 1));
      return asObject(value);
    } catch {
      // A brace of the chatter before it; the list itself begins a line.
    }
  }
  return null;
}

/** Old lists have `availability: "(available)"` or `isAvailable: "YES"`; some have nothing at all [S1]. */
export function isAvailable(entry: Json): boolean {
  const flag = entry['isAvailable'];
  if (typeof flag === 'boolean') return flag;
  if (typeof flag === 'string') return /^yes$/i.test(flag);
  const old = textOf(entry['availability']);
  if (old !== null) return /^\(available\)$/.test(old.trim());
  return textOf(entry['availabilityError']) === null;
}

export function asObject(value: unknown): Json | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null;
}

export function asList(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.map(asObject).filter((each) => each !== null) : [];
}

export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
