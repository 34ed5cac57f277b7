/**
 * What the machine knows of classes: names, fields, methods, lines, variables. What cannot change while a class is loaded is
 * asked once. Source: JDWP specification, "Protocol details".
 */
import type { Operation } from '@mobile-debug/core/operation.ts';
import { Answers } from './answers.ts';
import {
  type FieldInfo,
  fieldInfo,
  type LineEntry,
  type LiveVariables,
  type LoadedClass,
  type MethodInfo,
  methodInfo,
  type VariableInfo,
} from './class-info.ts';
import type { DataReader } from './data.ts';
import type { DataWriter } from './data-writer.ts';
import type { CommandName, JdwpClient } from './jdwp-client.ts';
import { isRefusal, jdwpErrors } from './jdwp-error.ts';
import type { FramePlace } from './thread-commands.ts';

interface TableEntry extends VariableInfo {
  readonly from: bigint;
  readonly length: number;
}

const none = (data: DataWriter): DataWriter => data;
const preparedBit = 2;
/** ART has some 30,000 with an app of usual size. */
const mostClasses = 500_000;

export class ClassCommands {
  readonly #client: JdwpClient;
  readonly #known = new Answers();

  constructor(client: JdwpClient) {
    this.#client = client;
  }

  async classesBySignature(op: Operation, signature: string): Promise<readonly LoadedClass[]> {
    const data = await this.#ask(op, [1, 2, 'ClassesBySignature'], (to) => to.text(signature));
    return data.list(() => ({
      typeTag: data.byte(),
      id: data.id('referenceType'),
      isPrepared: (data.int() & preparedBit) !== 0,
    }));
  }

  /** All loaded classes with their signatures: tens of thousands on ART, so never at an attach. */
  async allClasses(op: Operation): Promise<readonly (LoadedClass & { readonly signature: string })[]> {
    const data = await this.#ask(op, [1, 3, 'AllClasses'], none);
    return data.list(
      () => ({
        typeTag: data.byte(),
        id: data.id('referenceType'),
        signature: data.text(),
        isPrepared: (data.int() & preparedBit) !== 0,
      }),
      mostClasses,
    );
  }

  async signature(op: Operation, classId: bigint): Promise<string> {
    return await this.#known.once(`signature ${classId}`, async () =>
      (await this.#ask(op, [2, 1, 'Signature'], (to) => to.id('referenceType', classId))).text(),
    );
  }

  /** 0 for the boot loader. */
  async classLoader(op: Operation, classId: bigint): Promise<bigint> {
    return await this.#known.once(`loader ${classId}`, async () =>
      (await this.#ask(op, [2, 2, 'ClassLoader'], (to) => to.id('referenceType', classId))).id('object'),
    );
  }

  async sourceFile(op: Operation, classId: bigint): Promise<string | null> {
    return await this.#known.once(`source ${classId}`, async () => {
      const data = await this.#unlessAbsent(op, [2, 7, 'SourceFile'], (to) =>
        to.id('referenceType', classId),
      );
      return data?.text() ?? null;
    });
  }

  /** Of this class alone, in the order of declaration. */
  async fields(op: Operation, classId: bigint): Promise<readonly FieldInfo[]> {
    return await this.#known.once(`fields ${classId}`, async () => {
      const data = await this.#ask(op, [2, 14, 'FieldsWithGeneric'], (to) => to.id('referenceType', classId));
      return data.list(() => {
        const [id, name, signature] = [data.id('field'), data.text(), data.text()];
        data.text(); // the generic signature
        return fieldInfo({ id, name, signature }, data.int());
      });
    });
  }

  /** Of this class alone. */
  async methods(op: Operation, classId: bigint): Promise<readonly MethodInfo[]> {
    return await this.#known.once(`methods ${classId}`, async () => {
      const data = await this.#ask(op, [2, 15, 'MethodsWithGeneric'], (to) =>
        to.id('referenceType', classId),
      );
      return data.list(() => {
        const [id, name, signature] = [data.id('method'), data.text(), data.text()];
        data.text();
        return methodInfo({ id, name, signature }, data.int());
      });
    });
  }

  /** 0 for an interface and for java.lang.Object. */
  async superclass(op: Operation, classId: bigint): Promise<bigint> {
    return await this.#known.once(`super ${classId}`, async () => {
      const data = await this.#ask(op, [3, 1, 'Superclass'], (to) => to.id('referenceType', classId));
      return data.id('referenceType');
    });
  }

  /** Empty where there is none: native and abstract methods, code without debug information. */
  async lineTable(op: Operation, classId: bigint, methodId: bigint): Promise<readonly LineEntry[]> {
    return await this.#known.once(`lines ${classId} ${methodId}`, async () => {
      const data = await this.#unlessAbsent(op, [6, 1, 'LineTable'], (to) =>
        to.id('referenceType', classId).id('method', methodId),
      );
      if (!data) return [];
      data.long();
      data.long();
      return data.list(() => ({ index: data.long(), line: data.int() }));
    });
  }

  /** Where a frame is; null where the machine knows nothing of variables (ABSENT_INFORMATION, NATIVE_METHOD). */
  async liveVariables(op: Operation, { frame }: FramePlace): Promise<LiveVariables | null> {
    const { classId, methodId, index } = frame.location;
    const table = await this.#variableTable(op, classId, methodId);
    if (!table) return null;
    // Parameters with a generic type had entries of no length before Android 14.
    const variables = table
      .filter(
        ({ name, from, length }) =>
          name !== 'this' && length > 0 && index >= from && index < from + BigInt(length),
      )
      .sort((a, b) => Number(a.from - b.from) || a.slot - b.slot);
    return { isNameless: table.every(({ name }) => name === 'this'), variables };
  }

  async #variableTable(
    op: Operation,
    classId: bigint,
    methodId: bigint,
  ): Promise<readonly TableEntry[] | null> {
    return await this.#known.once(`variables ${classId} ${methodId}`, async () => {
      const data = await this.#unlessAbsent(op, [6, 2, 'VariableTable'], (to) =>
        to.id('referenceType', classId).id('method', methodId),
      );
      if (!data) return null;
      data.int();
      return data.list(() => {
        const from = data.long();
        return { from, name: data.text(), signature: data.text(), length: data.int(), slot: data.int() };
      });
    });
  }

  async #ask(
    op: Operation,
    command: CommandName,
    write: (to: DataWriter) => DataWriter,
  ): Promise<DataReader> {
    return await this.#client.ask(op, command, write);
  }

  /** Null where the machine says that there is no such information, or that the method is native. */
  async #unlessAbsent(
    op: Operation,
    command: CommandName,
    write: (to: DataWriter) => DataWriter,
  ): Promise<DataReader | null> {
    try {
      return await this.#ask(op, command, write);
    } catch (error) {
      if (isRefusal(error, jdwpErrors.absentInformation, jdwpErrors.nativeMethod)) return null;
      throw error;
    }
  }
}
