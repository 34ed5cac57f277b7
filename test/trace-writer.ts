/** Writes traces as the tracing service does: packets of protobuf fields. Knows nothing of the reader. */

export type Field = readonly [number: number, value: number | bigint | string | Uint8Array];

/** A message of these fields in this order. */
export function message(...fields: readonly Field[]): Buffer {
  return Buffer.concat(
    fields.flatMap(([number, value]) => {
      if (typeof value === 'number' || typeof value === 'bigint') return [varint(number * 8), varint(value)];
      const bytes = typeof value === 'string' ? Buffer.from(value) : value;
      return [varint(number * 8 + 2), varint(bytes.length), bytes];
    }),
  );
}

export function packedOf(...values: readonly number[]): Buffer {
  return Buffer.concat(values.map(varint));
}

export const packet = (...fields: readonly Field[]): Buffer => message([1, message(...fields)]);

/** Kernel events of one processor. */
export const bundle = (cpu: number, ...events: readonly Uint8Array[]): Buffer =>
  packet([1, message([1, cpu], ...events.map((event): Field => [2, event]))]);

export const print = (ms: number, tid: number, line: string): Buffer =>
  message([1, nsOf(ms)], [2, tid], [3, message([2, `${line}\n`])]);

export const switched = (ms: number, from: readonly [tid: number, state: number], to: number): Buffer =>
  message([1, nsOf(ms)], [2, from[0]], [4, message([2, from[0]], [4, from[1]], [5, `t${to}`], [6, to])]);

export const waking = (ms: number, tid: number): Buffer =>
  message([1, nsOf(ms)], [2, 1], [20, message([2, tid])]);

export const processTree = (
  pid: number,
  name: string,
  ...threads: readonly (readonly [number, string])[]
): Buffer =>
  packet([
    2,
    message(
      [1, message([1, pid], [3, name])],
      ...threads.map(([tid, text]): Field => [2, message([1, tid], [2, text], [3, pid])]),
    ),
  ]);

/** BOOTTIME in milliseconds; MONOTONIC and the wall clock as far from it as told. */
export const clocks = (
  bootMs: number,
  { monotonicMs, epochMs }: { monotonicMs: number; epochMs: number },
): Buffer =>
  packet([
    6,
    message(
      [1, message([1, 6], [2, nsOf(bootMs)])],
      [1, message([1, 3], [2, nsOf(monotonicMs)])],
      [1, message([1, 1], [2, nsOf(epochMs)])],
    ),
  ]);

/** In MONOTONIC, as SurfaceFlinger writes it. */
export const frameStart = (
  ms: number,
  { cookie, token, pid, jank }: { cookie: number; token: number; pid: number; jank: number },
): Buffer =>
  packet([8, nsOf(ms)], [58, 3], [76, message([4, message([1, cookie], [2, token], [4, pid], [9, jank])])]);

export const frameEnd = (ms: number, cookie: number): Buffer =>
  packet([8, nsOf(ms)], [58, 3], [76, message([5, message([1, cookie])])]);

const nsOf = (ms: number): bigint => BigInt(Math.round(ms * 1000)) * 1000n;

function varint(value: number | bigint): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  do {
    bytes.push(Number(rest & 0x7fn) | (rest > 0x7fn ? 0x80 : 0));
    rest >>= 7n;
  } while (rest > 0n);
  return Buffer.from(bytes);
}
