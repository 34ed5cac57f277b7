/** Frames of a stopped thread: where they are, what their variables are called, and what these hold. */
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { CodeLocation, DebugFrame } from '../backend.ts';
import { Answers } from './answers.ts';
import type { VariableInfo } from './class-info.ts';
import type { Location, TaggedValue } from './data.ts';
import { isRefusal, jdwpErrors } from './jdwp-error.ts';
import type { Machine } from './machine.ts';
import { typeName } from './signatures.ts';
import type { FrameRef } from './thread-commands.ts';

export interface FrameKey {
  readonly threadId: bigint;
  readonly index: number;
}

export interface NamedValue {
  readonly name: string;
  readonly type: string;
  readonly value: TaggedValue;
}

export interface FrameVariables {
  /** `this` first, then in the order of declaration. */
  readonly values: readonly NamedValue[];
  readonly availability: 'available' | 'unavailable' | 'unknown';
  readonly reason: string | null;
}

export function frameKey({ threadId, index }: FrameKey): string {
  return `f${threadId.toString(16)}:${index}`;
}

/** DEBUGGER_NOT_FOUND for what is no key of a frame. */
export function parseFrameKey(key: string): FrameKey {
  const [, thread, index] = /^f([0-9a-f]+):(\d+)$/.exec(key) ?? [];
  if (thread === undefined || index === undefined)
    throw new Fault('DEBUGGER_NOT_FOUND', 'There is no such frame.');
  return { threadId: BigInt(`0x${thread}`), index: Number(index) };
}

export class Frames {
  readonly #machine: Machine;
  readonly #isDalvik: boolean;
  /** Of the present stop: while nothing runs, nothing changes. */
  #known = new Answers();

  constructor(machine: Machine, isDalvik: boolean) {
    this.#machine = machine;
    this.#isDalvik = isDalvik;
  }

  /** Found anew by its depth each time: ids of frames die with every method that is called on the thread. */
  async at(op: Operation, { threadId, index }: FrameKey): Promise<FrameRef> {
    const [frame] = await this.#machine.threads.frames(op, threadId, index, 1);
    if (!frame) throw new Fault('DEBUGGER_NOT_FOUND', 'There is no such frame.');
    return frame;
  }

  async list(
    op: Operation,
    threadId: bigint,
    offset: number,
    limit: number,
  ): Promise<{ frames: DebugFrame[]; total: number }> {
    const total = await this.#machine.threads.frameCount(op, threadId);
    const count = Math.max(0, Math.min(limit, total - offset));
    const refs = count === 0 ? [] : await this.#machine.threads.frames(op, threadId, offset, count);
    const frames = await Promise.all(
      refs.map(async ({ location }, index) => ({
        key: frameKey({ threadId, index: offset + index }),
        location: await this.place(op, location),
        native: await this.isNative(op, location),
      })),
    );
    return { frames, total };
  }

  async isNative(op: Operation, { classId, methodId, index }: Location): Promise<boolean> {
    if (index < 0n) return true;
    const methods = await this.#machine.classes.methods(op, classId);
    return methods.find(({ id }) => id === methodId)?.isNative ?? false;
  }

  async place(op: Operation, { classId, methodId, index }: Location): Promise<CodeLocation> {
    const { classes } = this.#machine;
    const [signature, methods, file, lines, loader] = await Promise.all([
      classes.signature(op, classId),
      classes.methods(op, classId),
      classes.sourceFile(op, classId),
      classes.lineTable(op, classId, methodId),
      classes.classLoader(op, classId),
    ]);
    const entry = [...lines].sort((a, b) => Number(b.index - a.index)).find((one) => one.index <= index);
    return {
      className: typeName(signature),
      method: methods.find(({ id }) => id === methodId)?.name ?? null,
      file,
      line: entry?.line ?? null,
      classLoaderId: loader === 0n ? null : loader.toString(16),
    };
  }

  /** Something of the program has run or is about to: what was read of frames is old. */
  forget(): void {
    this.#known = new Answers();
  }

  async variables(op: Operation, key: FrameKey): Promise<FrameVariables> {
    return await this.#known.once(frameKey(key), async () => await this.#variables(op, key));
  }

  async #variables(op: Operation, key: FrameKey): Promise<FrameVariables> {
    const { classes } = this.#machine;
    const frame = await this.at(op, key);
    const { classId, methodId } = frame.location;
    if (await this.isNative(op, frame.location)) return unavailable('The method is native.');
    const methods = await classes.methods(op, classId);
    const self = methods.find(({ id }) => id === methodId)?.isStatic ? [] : await this.#self(op, key, frame);
    const live = await classes.liveVariables(op, { threadId: key.threadId, frame });
    if (!live)
      return { ...unavailable('The class was compiled without variable information.'), values: self };
    const values = [...self, ...(await this.#read(op, key.threadId, frame.id, live.variables))];
    // ART answers an empty table where others say that there is none.
    const isEmpty = this.#isDalvik && live.isNameless;
    return isEmpty
      ? { values, availability: 'unknown', reason: 'EMPTY_OR_UNAVAILABLE_VARIABLE_METADATA' }
      : { values, availability: 'available', reason: null };
  }

  async #self(op: Operation, { threadId }: FrameKey, frame: FrameRef): Promise<NamedValue[]> {
    try {
      const objectId = await this.#machine.threads.thisObject(op, threadId, frame.id);
      if (objectId === 0n) return [];
      const type = typeName(await this.#machine.classes.signature(op, frame.location.classId));
      return [{ name: 'this', type, value: { tag: 'L', objectId } }];
    } catch (error) {
      if (isRefusal(error, jdwpErrors.opaqueFrame, jdwpErrors.invalidSlot)) return [];
      throw error;
    }
  }

  /** All in one question; one by one when that is refused, so that one odd register hides no others. */
  async #read(
    op: Operation,
    threadId: bigint,
    frameId: bigint,
    variables: readonly VariableInfo[],
  ): Promise<NamedValue[]> {
    const ask = async (some: readonly VariableInfo[]): Promise<NamedValue[]> => {
      const slots = some.map(({ slot, signature }) => ({ slot, tag: signature.slice(0, 1) }));
      const values = await this.#machine.threads.frameValues(op, threadId, frameId, slots);
      return values.flatMap((value, at) => {
        const variable = some[at];
        return variable ? [{ name: variable.name, type: typeName(variable.signature), value }] : [];
      });
    };
    try {
      return await ask(variables);
    } catch (error) {
      if (!isRefusal(error) || variables.length < 2) {
        if (isRefusal(error)) return [];
        throw error;
      }
      const found: NamedValue[] = [];
      for (const variable of variables) found.push(...(await this.#read(op, threadId, frameId, [variable])));
      return found;
    }
  }
}

function unavailable(reason: string): FrameVariables {
  return { values: [], availability: 'unavailable', reason };
}
