/** The packets of a trace file, one by one, as it streams in: plain or packed by gzip. */
import { Readable } from 'node:stream';
import { constants, createGunzip, inflateSync } from 'node:zlib';
import { Fault } from '@mobile-debug/core/fault.ts';
import { Cursor, eachField } from './proto.ts';

/** Longest packet that is believed; the service writes some hundred kilobytes at most. */
const longestPacket = 64 << 20;

export interface FileEnd {
  /** The file ends in the middle of a packet, or of its gzip stream. */
  truncated: boolean;
}

/** Gives every packet to `on`. INVALID_ARGUMENT for what is no Perfetto trace. */
export async function eachPacket(
  chunks: AsyncIterable<Uint8Array>,
  on: (bytes: Uint8Array, start: number, end: number) => void,
): Promise<FileEnd> {
  let rest: Buffer = Buffer.alloc(0);
  let first = true;
  let truncated = false;
  try {
    for await (const chunk of unpacked(chunks)) {
      rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : Buffer.from(chunk);
      if (first && rest.length >= 8) {
        assertTrace(rest);
        first = false;
      }
      rest = rest.subarray(drain(rest, on));
    }
  } catch (error) {
    if (!isCutStream(error)) throw error;
    truncated = true;
  }
  if (first) throw noTrace('is empty or has no packet');
  return { truncated: truncated || rest.length > 0 };
}

/** Packets inside a compressed packet; null where they cannot be unpacked. */
export function inflated(bytes: Uint8Array, start: number, end: number): Buffer | null {
  try {
    return inflateSync(bytes.subarray(start, end), { maxOutputLength: longestPacket });
  } catch {
    return null;
  }
}

/** How far whole packets reach. */
function drain(bytes: Buffer, on: (bytes: Uint8Array, start: number, end: number) => void): number {
  const cursor = new Cursor();
  let at = 0;
  while (at < bytes.length) {
    const tag = bytes[at] ?? 0;
    if (!cursor.read(bytes, at + 1, bytes.length)) break;
    if (tag === 0x0a) {
      if (cursor.value > longestPacket || cursor.value < 0)
        throw noTrace('has a packet of an impossible length');
      if (cursor.next + cursor.value > bytes.length) break;
      on(bytes, cursor.next, cursor.next + cursor.value);
      at = cursor.next + cursor.value;
    } else throw noTrace(`has no packet at a place where one begins`);
  }
  return at;
}

async function* unpacked(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const source = chunks[Symbol.asyncIterator]();
  const head = await source.next();
  const all = (async function* () {
    if (!head.done) yield head.value;
    yield* { [Symbol.asyncIterator]: () => source };
  })();
  if (!head.done && head.value[0] === 0x1f && head.value[1] === 0x8b) {
    yield* gunzipped(all);
  } else yield* all;
}

/** What could be unpacked is given, also where the file ends too early. */
async function* gunzipped(packedBytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const source = Readable.from(packedBytes, { objectMode: false });
  const gunzip = createGunzip({ finishFlush: constants.Z_SYNC_FLUSH });
  source.once('error', (error) => gunzip.destroy(error));
  try {
    yield* source.pipe(gunzip) as AsyncIterable<Uint8Array>;
  } finally {
    source.destroy();
  }
}

function assertTrace(bytes: Buffer): void {
  const beginning = bytes.toString('latin1', 0, 8).trimStart();
  if (/^[[{]/.test(beginning)) throw noTrace('is a JSON trace');
  if (/^(?:# tracer|TRACE:|<!doc|<html)/i.test(beginning)) throw noTrace('is a text trace of systrace');
  if (bytes[0] !== 0x0a || !eachField(bytes, 0, 0, () => {})) throw noTrace('does not begin with a packet');
}

/** The bytes after what was read are no gzip. */
function isCutStream(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'Z_DATA_ERROR';
}

function noTrace(what: string): Fault {
  return new Fault('INVALID_ARGUMENT', `The file ${what}; only Perfetto protobuf traces are read.`, {
    nextStep: 'Pass a trace that the device program perfetto wrote, plain or packed by gzip.',
  });
}
