/** What a virtual machine answers instead of a result, and what cannot be an answer. Both become faults at the debuggee's edge. */
import { Malformed } from '@mobile-debug/core/malformed.ts';

/** Names of the errors that somebody decides by or that a person should read (JDWP specification, "Error Constants"). */
const names: ReadonlyMap<number, string> = new Map([
  [10, 'INVALID_THREAD'],
  [13, 'THREAD_NOT_SUSPENDED'],
  [20, 'INVALID_OBJECT'],
  [21, 'INVALID_CLASS'],
  [22, 'CLASS_NOT_PREPARED'],
  [23, 'INVALID_METHODID'],
  [24, 'INVALID_LOCATION'],
  [25, 'INVALID_FIELDID'],
  [30, 'INVALID_FRAMEID'],
  [31, 'NO_MORE_FRAMES'],
  [32, 'OPAQUE_FRAME'],
  [34, 'TYPE_MISMATCH'],
  [35, 'INVALID_SLOT'],
  [99, 'NOT_IMPLEMENTED'],
  [101, 'ABSENT_INFORMATION'],
  [103, 'ILLEGAL_ARGUMENT'],
  [110, 'OUT_OF_MEMORY'],
  [112, 'VM_DEAD'],
  [113, 'INTERNAL'],
  [502, 'ALREADY_INVOKING'],
  [503, 'INVALID_INDEX'],
  [504, 'INVALID_LENGTH'],
  [511, 'NATIVE_METHOD'],
  [65_535, 'REPLY_TOO_LONG'],
]);

/** The virtual machine refused a command. */
export class JdwpRefusal extends Error {
  override readonly name = 'JdwpRefusal';
  readonly errorCode: number;

  constructor(errorCode: number, command: string) {
    super(`${command}: ${names.get(errorCode) ?? `error ${errorCode}`}`);
    this.errorCode = errorCode;
  }
}

/** Bytes that are no JDWP. */
export class MalformedJdwp extends Malformed {
  override readonly name = 'MalformedJdwp';
}

/** Whether the machine refused with one of these error numbers. */
export function isRefusal(error: unknown, ...codes: readonly number[]): error is JdwpRefusal {
  return error instanceof JdwpRefusal && (codes.length === 0 || codes.includes(error.errorCode));
}

export const jdwpErrors = {
  invalidThread: 10,
  notSuspended: 13,
  invalidObject: 20,
  classNotPrepared: 22,
  invalidLocation: 24,
  invalidFrame: 30,
  opaqueFrame: 32,
  invalidSlot: 35,
  notImplemented: 99,
  absentInformation: 101,
  vmDead: 112,
  nativeMethod: 511,
  /** Of this client's own: no machine has it. */
  tooLong: 65_535,
} as const;
