/**
 * An answer made shorter without losing its shape: lists end early, long texts are cut, no field goes. Clients check
 * structured answers against the tool's schema, so a short one must still be one of that tool. Pure.
 */

/** Entries a list keeps, from generous to none; a text keeps forty characters for each, but never under 200. */
const steps = [100, 50, 25, 12, 6, 3, 1, 0] as const;

/** The fullest form of `answer` that takes at most `maxChars` as JSON; the shortest one when none does. */
export function cutToSize(answer: Record<string, unknown>, maxChars: number): Record<string, unknown> {
  let cut = answer;
  for (const most of steps) {
    cut = cutFields(answer, most);
    if (JSON.stringify(cut).length <= maxChars) break;
  }
  return cut;
}

function cutFields(fields: object, most: number): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, cutValue(value, most)]));
}

/**
 * How many entries each list lost, by where it stands: `{ "apps": 120, "state_delta.added": 40 }`. Lists in lists count as
 * one; at most eight of them are told.
 */
export function leftOut(whole: object, cut: object): Record<string, number> {
  const counts: [string, number][] = [];
  const compare = (before: unknown, after: unknown, path: string): void => {
    if (typeof before !== 'object' || before === null || typeof after !== 'object' || after === null) return;
    if (Array.isArray(before) && Array.isArray(after)) {
      if (before.length > after.length) counts.push([path, before.length - after.length]);
      return;
    }
    for (const [name, value] of Object.entries(after))
      compare((before as Record<string, unknown>)[name], value, path === '' ? name : `${path}.${name}`);
  };
  compare(whole, cut, '');
  return Object.fromEntries(counts.slice(0, 8));
}

function cutValue(value: unknown, most: number): unknown {
  const longest = Math.max(200, most * 40);
  if (typeof value === 'string') return value.length > longest ? `${value.slice(0, longest)}… (cut)` : value;
  if (Array.isArray(value)) {
    // Of what is in the order of time the end matters.
    const kept = most > 0 && value.some(hasTime) ? value.slice(-most) : value.slice(0, most);
    return kept.map((entry) => cutValue(entry, most));
  }
  return typeof value === 'object' && value !== null ? cutFields(value, most) : value;
}

function hasTime(entry: unknown): boolean {
  return typeof entry === 'object' && entry !== null && 'timestamp' in entry;
}
