/**
 * Strings of the process. One that is too long to be sent is read from the array that holds its characters, as far as
 * somebody wants to see it (OpenJDK `java.base/share/classes/java/lang/String.java`). On ART there is no such array.
 */
import type { Operation } from '@mobile-debug/core/operation.ts';
import { isRefusal, jdwpErrors } from './jdwp-error.ts';
import { fieldNumber, fieldObject, type ObjectReader } from './object-reader.ts';

export interface Beginning {
  readonly text: string;
  /** Of the whole string; null where it cannot be told. */
  readonly length: number | null;
}

/** The whole string; null when it is too long to be sent. */
export async function wholeText(
  op: Operation,
  { machine }: ObjectReader,
  objectId: bigint,
): Promise<string | null> {
  try {
    return await machine.objects.string(op, objectId);
  } catch (error) {
    if (isRefusal(error, jdwpErrors.tooLong)) return null;
    throw error;
  }
}

/** At most this many characters of a string. */
export async function beginningOf(
  op: Operation,
  reader: ObjectReader,
  { objectId, most }: { readonly objectId: bigint; readonly most: number },
): Promise<Beginning> {
  const whole = await wholeText(op, reader, objectId);
  if (whole !== null) return { text: whole.slice(0, most), length: whole.length };
  const { objects } = reader.machine;
  const string = await reader.read(op, objectId);
  const [array, coder] = [fieldObject(string, 'value'), fieldNumber(string, 'coder')];
  if (array === null || coder === undefined) return { text: '', length: null };
  const unitBytes = coder === 0 ? 1 : 2;
  const length = Math.floor((await objects.arrayLength(op, array)) / unitBytes);
  const values = await objects.arrayValues(op, array, 0, Math.min(length, most) * unitBytes);
  const bytes = Buffer.from(values.map((value) => ('number' in value ? value.number : 0)));
  return { text: bytes.toString(unitBytes === 1 ? 'latin1' : 'utf16le'), length };
}
