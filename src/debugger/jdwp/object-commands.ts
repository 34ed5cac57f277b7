/** What the machine tells of objects: fields, elements, characters, and the calling of a method. Source: JDWP specification, "Protocol details". */
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { ClassRef } from './class-info.ts';
import { isObjectTag, type TaggedValue } from './data.ts';
import type { DataWriter } from './data-writer.ts';
import type { JdwpClient } from './jdwp-client.ts';

export interface InvokeResult {
  readonly value: TaggedValue;
  /** Of the exception that it threw; 0 when it returned. */
  readonly exceptionId: bigint;
}

export interface MethodCall {
  readonly objectId: bigint;
  /** Stopped by an event. */
  readonly threadId: bigint;
  readonly classId: bigint;
  readonly methodId: bigint;
}

/** `INVOKE_SINGLE_THREADED`: other threads stay where they are while a method runs. */
const singleThreaded = 1;

export class ObjectCommands {
  readonly #client: JdwpClient;

  constructor(client: JdwpClient) {
    this.#client = client;
  }

  /** The class of an object; of a collected one JdwpRefusal 20. */
  async classOf(op: Operation, objectId: bigint): Promise<ClassRef> {
    const data = await this.#client.ask(op, [9, 1, 'ObjectReference.ReferenceType'], (to) =>
      to.id('object', objectId),
    );
    return { typeTag: data.byte(), id: data.id('referenceType') };
  }

  async fieldValues(
    op: Operation,
    objectId: bigint,
    fieldIds: readonly bigint[],
  ): Promise<readonly TaggedValue[]> {
    if (fieldIds.length === 0) return [];
    const data = await this.#client.ask(op, [9, 2, 'ObjectReference.GetValues'], (to) =>
      writeIds(to.id('object', objectId), 'field', fieldIds),
    );
    return data.list(() => data.tagged(), fieldIds.length);
  }

  async staticValues(
    op: Operation,
    classId: bigint,
    fieldIds: readonly bigint[],
  ): Promise<readonly TaggedValue[]> {
    if (fieldIds.length === 0) return [];
    const data = await this.#client.ask(op, [2, 6, 'ReferenceType.GetValues'], (to) =>
      writeIds(to.id('referenceType', classId), 'field', fieldIds),
    );
    return data.list(() => data.tagged(), fieldIds.length);
  }

  /** Runs a method without arguments on a thread that an event has stopped; other threads stay suspended. */
  async invoke(op: Operation, call: MethodCall): Promise<InvokeResult> {
    const data = await this.#client.ask(op, [9, 6, 'ObjectReference.InvokeMethod'], (to) =>
      to
        .id('object', call.objectId)
        .id('object', call.threadId)
        .id('referenceType', call.classId)
        .id('method', call.methodId)
        .int(0)
        .int(singleThreaded),
    );
    const value = data.tagged();
    data.byte();
    return { value, exceptionId: data.id('object') };
  }

  async string(op: Operation, objectId: bigint): Promise<string> {
    return (
      await this.#client.ask(op, [10, 1, 'StringReference.Value'], (to) => to.id('object', objectId))
    ).text();
  }

  async arrayLength(op: Operation, objectId: bigint): Promise<number> {
    return (
      await this.#client.ask(op, [13, 1, 'ArrayReference.Length'], (to) => to.id('object', objectId))
    ).int();
  }

  /** The slice must lie within the array. */
  async arrayValues(
    op: Operation,
    objectId: bigint,
    offset: number,
    limit: number,
  ): Promise<readonly TaggedValue[]> {
    if (limit === 0) return [];
    const data = await this.#client.ask(op, [13, 2, 'ArrayReference.GetValues'], (to) =>
      to.id('object', objectId).int(offset).int(limit),
    );
    const tag = String.fromCharCode(data.byte());
    const isReference = isObjectTag(tag);
    return data.list(() => (isReference ? data.tagged() : data.value(tag)), limit);
  }
}

function writeIds(to: DataWriter, kind: 'field', ids: readonly bigint[]): DataWriter {
  to.int(ids.length);
  for (const id of ids) to.id(kind, id);
  return to;
}
