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

function cutValue(value: unknown, most: number): unknown {
  const longest = Math.max(200, most * 40);
  if (typeof value === 'string') return value.length > longest ? `${value.slice(0, longest)}… (cut)` : value;
  if (Array.isArray(value)) return value.slice(0, most).map((entry) => cutValue(entry, most));
  return typeof value === 'object' && value !== null ? cutFields(value, most) : value;
}
