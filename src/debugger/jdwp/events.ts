/** Composite events of JDWP in types (command set 64). Kinds that were not asked for are not expected and read as unknown. */
import type { DataReader, Location } from './data.ts';
import { MalformedJdwp } from './jdwp-error.ts';

export const eventKinds = {
  step: 1,
  breakpoint: 2,
  exception: 4,
  threadDeath: 7,
  classPrepare: 8,
  vmStart: 90,
  vmDeath: 99,
};
export const suspendPolicies = { none: 0, all: 2 };

export type MachineEvent =
  | {
      readonly kind: 'step' | 'breakpoint';
      readonly requestId: number;
      readonly threadId: bigint;
      readonly location: Location;
    }
  | {
      readonly kind: 'exception';
      readonly requestId: number;
      readonly threadId: bigint;
      readonly location: Location;
      readonly exceptionId: bigint;
    }
  | { readonly kind: 'thread_death'; readonly requestId: number; readonly threadId: bigint }
  | {
      readonly kind: 'class_prepare';
      readonly requestId: number;
      readonly typeTag: number;
      readonly classId: bigint;
      readonly signature: string;
    }
  | { readonly kind: 'vm_start' }
  | { readonly kind: 'vm_death' };

export interface EventSet {
  /** All threads were suspended once more by it. */
  readonly suspendsAll: boolean;
  readonly events: readonly MachineEvent[];
}

/** Of one place in the code. */
const mostEvents = 1_000;

/** MalformedJdwp for an event of a kind that nobody asked for: the rest of the set cannot be read. */
export function readEventSet(data: DataReader): EventSet {
  const suspendsAll = data.byte() === suspendPolicies.all;
  return { suspendsAll, events: data.list(() => readEvent(data), mostEvents) };
}

function readEvent(data: DataReader): MachineEvent {
  const kind = data.byte();
  const requestId = data.int();
  switch (kind) {
    case eventKinds.step:
      return { kind: 'step', requestId, threadId: data.id('object'), location: data.location() };
    case eventKinds.breakpoint:
      return { kind: 'breakpoint', requestId, threadId: data.id('object'), location: data.location() };
    case eventKinds.exception: {
      const [threadId, location, exception] = [data.id('object'), data.location(), data.tagged()];
      data.location(); // where it is caught
      const exceptionId = 'objectId' in exception ? exception.objectId : 0n;
      return { kind: 'exception', requestId, threadId, location, exceptionId };
    }
    case eventKinds.threadDeath:
      return { kind: 'thread_death', requestId, threadId: data.id('object') };
    case eventKinds.classPrepare: {
      data.id('object');
      const [typeTag, classId, signature] = [data.byte(), data.id('referenceType'), data.text()];
      data.int();
      return { kind: 'class_prepare', requestId, typeTag, classId, signature };
    }
    case eventKinds.vmStart:
      data.id('object');
      return { kind: 'vm_start' };
    case eventKinds.vmDeath:
      return { kind: 'vm_death' };
    default:
      throw new MalformedJdwp(`An event of the unknown kind ${kind}.`);
  }
}
