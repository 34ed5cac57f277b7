/** What JDI knows of classes. Fields and methods have their place in the class as id. */
import type { Operation } from '@mobile-debug/core/operation.ts';
import { Answers } from '../jdwp/answers.ts';
import {
  type FieldInfo,
  fieldInfo,
  type LineEntry,
  type LiveVariables,
  type LoadedClass,
  type MethodInfo,
  methodInfo,
} from '../jdwp/class-info.ts';
import { isRefusal, jdwpErrors } from '../jdwp/jdwp-error.ts';
import type { MachineClasses } from '../jdwp/machine.ts';
import { typeName } from '../jdwp/signatures.ts';
import type { FramePlace } from '../jdwp/thread-commands.ts';
import type { Body } from './worker-bodies.ts';
import type { WorkerClient } from './worker-client.ts';

type NamedClass = LoadedClass & { readonly signature: string };

/** In the id of a field, below its class: a class file counts its fields in 16 bits. */
const fieldBits = 16n;

export class JdiClasses implements MachineClasses {
  readonly #client: WorkerClient;
  readonly #known = new Answers();

  constructor(client: WorkerClient) {
    this.#client = client;
  }

  async classesBySignature(op: Operation, signature: string): Promise<readonly LoadedClass[]> {
    const body = await this.#client.ask(op, 'classes', { name: typeName(signature) });
    return body.list('classes').map(readClass);
  }

  async allClasses(op: Operation): Promise<readonly NamedClass[]> {
    const all: NamedClass[] = [];
    let from = 0;
    do {
      const body = await this.#client.ask(op, 'all_classes', { from });
      all.push(...body.list('classes').map(readClass));
      from = body.number('next');
    } while (from > 0);
    return all;
  }

  async signature(op: Operation, classId: bigint): Promise<string> {
    return (await this.#type(op, classId)).text('signature');
  }

  async classLoader(op: Operation, classId: bigint): Promise<bigint> {
    return (await this.#type(op, classId)).id('loader');
  }

  async superclass(op: Operation, classId: bigint): Promise<bigint> {
    return (await this.#type(op, classId)).whole('super');
  }

  async sourceFile(op: Operation, classId: bigint): Promise<string | null> {
    return await this.#known.once(`source ${classId}`, async () =>
      (await this.#client.ask(op, 'source', { class: Number(classId) })).textOrNull('file'),
    );
  }

  async fields(op: Operation, classId: bigint): Promise<readonly FieldInfo[]> {
    return (await this.#members(op, classId)).fields;
  }

  async methods(op: Operation, classId: bigint): Promise<readonly MethodInfo[]> {
    return (await this.#members(op, classId)).methods;
  }

  async lineTable(op: Operation, classId: bigint, methodId: bigint): Promise<readonly LineEntry[]> {
    return await this.#known.once(`lines ${classId} ${methodId}`, async () => {
      const question = { class: Number(classId), method: Number(methodId) };
      const flat = await unlessAbsent(this.#client.ask(op, 'lines', question));
      const entries: LineEntry[] = [];
      const length = flat?.list().length ?? 0;
      for (let at = 0; flat && at + 1 < length; at += 2) {
        entries.push({ index: flat.whole(at), line: flat.number(at + 1) });
      }
      return entries;
    });
  }

  async liveVariables(op: Operation, { threadId, frame }: FramePlace): Promise<LiveVariables | null> {
    const question = { thread: `${threadId}`, frame: Number(frame.id) };
    const body = await unlessAbsent(this.#client.ask(op, 'variables', question));
    if (!body) return null;
    const variables = body
      .list('variables')
      .map((one) => ({ name: one.text(0), signature: one.text(1), slot: one.number(2) }));
    return { isNameless: body.boolean('nameless'), variables };
  }

  async #type(op: Operation, classId: bigint): Promise<Body> {
    return await this.#known.once(`type ${classId}`, () =>
      this.#client.ask(op, 'type', { class: Number(classId) }),
    );
  }

  async #members(op: Operation, classId: bigint) {
    return await this.#known.once(`members ${classId}`, async () => {
      const body = await this.#client.ask(op, 'members', { class: Number(classId) });
      const fields = body.list('fields').map((one, at) => {
        const id = (classId << fieldBits) + BigInt(at + 1);
        return fieldInfo({ id, name: one.text(0), signature: one.text(1) }, one.number(2));
      });
      const methods = body.list('methods').map((one, at) => {
        const named = { id: BigInt(at + 1), name: one.text(0), signature: one.text(1) };
        return methodInfo(named, one.number(2));
      });
      return { fields, methods };
    });
  }
}

/** As the worker names it: class and place. */
export function fieldPlace(fieldId: bigint): readonly [number, number] {
  return [Number(fieldId >> fieldBits), Number(BigInt.asUintN(Number(fieldBits), fieldId))];
}

function readClass(body: Body): NamedClass {
  return {
    typeTag: body.number(0),
    id: body.whole(1),
    isPrepared: body.boolean(2),
    signature: body.text(3),
  };
}

async function unlessAbsent(answer: Promise<Body>): Promise<Body | null> {
  try {
    return await answer;
  } catch (error) {
    if (isRefusal(error, jdwpErrors.absentInformation, jdwpErrors.nativeMethod)) return null;
    throw error;
  }
}
