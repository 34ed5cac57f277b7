/** Reads objects by their fields: the chain of classes, all fields of it, and their values in one question. Runs no code. */
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { ClassRef, FieldInfo } from './class-info.ts';
import type { TaggedValue } from './data.ts';
import type { Machine } from './machine.ts';
import { typeName } from './signatures.ts';

export interface DeclaredField extends FieldInfo {
  /** The class that declares it. */
  readonly classId: bigint;
}

export interface ReadObject {
  readonly objectId: bigint;
  readonly classRef: ClassRef;
  /** `java.util.ArrayList`, `int[]`. */
  readonly type: string;
  /** Names of its class and the classes above, nearest first. */
  readonly ancestry: readonly string[];
  /** Instance fields, those of the object's own class first. */
  readonly fields: readonly DeclaredField[];
  readonly values: readonly TaggedValue[];
}

export class ObjectReader {
  readonly machine: Machine;

  constructor(machine: Machine) {
    this.machine = machine;
  }

  async read(op: Operation, objectId: bigint): Promise<ReadObject> {
    const { classes, objects } = this.machine;
    const classRef = await objects.classOf(op, objectId);
    const type = typeName(await classes.signature(op, classRef.id));
    if (classRef.typeTag === arrayTag) {
      return { objectId, classRef, type, ancestry: [type], fields: [], values: [] };
    }
    const chain = await this.chain(op, classRef.id);
    const ancestry = await Promise.all(chain.map(async (id) => typeName(await classes.signature(op, id))));
    const fields = (await this.declared(op, chain)).filter(({ isStatic }) => !isStatic);
    const values = await objects.fieldValues(
      op,
      objectId,
      fields.map(({ id }) => id),
    );
    return { objectId, classRef, type, ancestry, fields, values };
  }

  /** The class and those above it. */
  async chain(op: Operation, classId: bigint): Promise<readonly bigint[]> {
    const chain: bigint[] = [];
    for (let id = classId; id !== 0n && chain.length < longestChain; ) {
      chain.push(id);
      id = await this.machine.classes.superclass(op, id);
    }
    return chain;
  }

  async declared(op: Operation, chain: readonly bigint[]): Promise<readonly DeclaredField[]> {
    const lists = await Promise.all(
      chain.map(async (classId) =>
        (await this.machine.classes.fields(op, classId)).map((field) => ({ ...field, classId })),
      ),
    );
    return lists.flat();
  }
}

export const arrayTag = 3;
/** More than any real hierarchy; a machine that answers in circles is left. */
const longestChain = 100;

/** The value of the nearest field of this name. */
export function fieldValue(object: ReadObject, name: string): TaggedValue | undefined {
  const index = object.fields.findIndex((field) => field.name === name);
  return object.values[index];
}

/** The number in a field; undefined where there is no such number. */
export function fieldNumber(object: ReadObject, name: string): number | undefined {
  const value = fieldValue(object, name);
  return value && 'number' in value ? value.number : undefined;
}

/** The object in a field; null for none and for null. */
export function fieldObject(object: ReadObject, name: string): bigint | null {
  const value = fieldValue(object, name);
  return value && 'objectId' in value && value.objectId !== 0n ? value.objectId : null;
}
