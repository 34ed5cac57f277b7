/** Damages bytes as wires, devices and other programs do. One seed gives one series. */

const splices = [
  '\0',
  '\uFFFD',
  '\u202e',
  '\r\n',
  '"',
  '\\',
  '<',
  '>',
  '&#x0;',
  '&amp',
  ']]>',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '-',
  '-1',
  '1e999',
  '99999999999999999999',
  'null',
  'true',
  'NaN',
  '__proto__',
  'constructor',
  '(',
  ')',
  '=',
  ' '.repeat(300),
  '\t',
  '%s',
  'a'.repeat(500),
].map((text) => Buffer.from(text));

/** A small generator of even numbers (mulberry32). */
export function numbersOf(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % Math.max(1, below);
  };
}

/** One to four damages: flipped and replaced bytes, parts cut out, doubled, moved, or put in from elsewhere; an early end. */
export function mutated(input: Buffer, below: (limit: number) => number): Buffer {
  let bytes: Buffer = Buffer.from(input);
  for (let times = 1 + below(4); times > 0; times--) bytes = damaged(bytes, below);
  return bytes;
}

function damaged(bytes: Buffer, below: (limit: number) => number): Buffer {
  const at = below(bytes.length);
  const end = at + below(Math.min(200, bytes.length - at + 1));
  const [head, part, tail] = [bytes.subarray(0, at), bytes.subarray(at, end), bytes.subarray(end)];
  switch (below(7)) {
    case 0: {
      const copy = Buffer.from(bytes);
      if (copy.length > 0) copy[at] = (copy[at] ?? 0) ^ (1 << below(8));
      return copy;
    }
    case 1:
      return Buffer.concat([head, tail]);
    case 2:
      return Buffer.concat([head, part, part, tail]);
    case 3:
      return Buffer.concat([head, splices[below(splices.length)] ?? part, bytes.subarray(at)]);
    case 4:
      return Buffer.from(head);
    case 5:
      return Buffer.concat([tail, head, part]);
    default:
      return Buffer.concat([head, Buffer.from(Array.from(part, () => below(256))), tail]);
  }
}

const values: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  '',
  'x',
  'a'.repeat(3_000),
  '\u202e\0',
  [],
  {},
  [[]],
  { a: {} },
];

/** The same JSON with one part of it replaced, left out, doubled in a list, or with a field that nobody knows. */
export function twisted(value: unknown, below: (limit: number) => number): unknown {
  if (typeof value !== 'object' || value === null || below(4) === 0) return values[below(values.length)];
  if (Array.isArray(value))
    return below(3) === 0 ? [...(value as unknown[]), value] : value.map((part) => twisted(part, below));
  const entries = Object.entries(value);
  const at = below(entries.length + 1);
  const [name, inner] = entries[at] ?? ['unknown', null];
  if (below(6) === 0) return Object.fromEntries(entries.filter(([other]) => other !== name));
  return { ...value, [name]: twisted(inner, below) };
}
