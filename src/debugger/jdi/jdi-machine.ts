/** A process behind JDI, asked by way of the worker. Frames are named by their depth. */
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { ClassRef } from '../jdwp/class-info.ts';
import type { TaggedValue } from '../jdwp/data.ts';
import { eventKinds } from '../jdwp/events.ts';
import type { Machine, MachineObjects, MachineThreads } from '../jdwp/machine.ts';
import type { InvokeResult, MethodCall } from '../jdwp/object-commands.ts';
import type { FrameRef, Modifier } from '../jdwp/thread-commands.ts';
import { fieldPlace, JdiClasses } from './jdi-classes.ts';
import { workerFailed } from './worker-bodies.ts';
import type { WorkerClient } from './worker-client.ts';
import { readLocation, readValue } from './worker-values.ts';

/** Escaped it still fits into a line. */
const stringPart = 100_000;

export interface MachineVersion {
  readonly name: string;
  readonly version: string;
}

export function jdiMachine(client: WorkerClient, version: MachineVersion): Machine {
  return {
    classes: new JdiClasses(client),
    objects: new JdiObjects(client),
    threads: new JdiThreads(client, version),
  };
}

class JdiObjects implements MachineObjects {
  readonly #client: WorkerClient;

  constructor(client: WorkerClient) {
    this.#client = client;
  }

  async classOf(op: Operation, objectId: bigint): Promise<ClassRef> {
    const body = await this.#client.ask(op, 'class_of', { object: `${objectId}` });
    return { typeTag: body.number(0), id: body.whole(1) };
  }

  async fieldValues(
    op: Operation,
    objectId: bigint,
    fieldIds: readonly bigint[],
  ): Promise<readonly TaggedValue[]> {
    return await this.#fields(op, { object: `${objectId}` }, fieldIds);
  }

  async staticValues(
    op: Operation,
    classId: bigint,
    fieldIds: readonly bigint[],
  ): Promise<readonly TaggedValue[]> {
    return await this.#fields(op, { class: Number(classId) }, fieldIds);
  }

  async invoke(op: Operation, call: MethodCall): Promise<InvokeResult> {
    const body = await this.#client.ask(op, 'invoke', {
      object: `${call.objectId}`,
      thread: `${call.threadId}`,
      class: Number(call.classId),
      method: Number(call.methodId),
    });
    if (body.has('exception')) return { value: { tag: 'V' }, exceptionId: body.id('exception') };
    return { value: readValue(body.at('value')), exceptionId: 0n };
  }

  async string(op: Operation, objectId: bigint): Promise<string> {
    let text = '';
    for (;;) {
      const question = { object: `${objectId}`, from: text.length, count: stringPart };
      const body = await this.#client.ask(op, 'string', question);
      const part = body.text('part');
      text += part;
      if (text.length >= body.number('length')) return text;
      if (part === '') throw workerFailed('The Java worker gave a string without its end.');
    }
  }

  async arrayLength(op: Operation, objectId: bigint): Promise<number> {
    return (await this.#client.ask(op, 'length', { object: `${objectId}` })).number('length');
  }

  async arrayValues(
    op: Operation,
    objectId: bigint,
    offset: number,
    limit: number,
  ): Promise<readonly TaggedValue[]> {
    if (limit === 0) return [];
    const question = { object: `${objectId}`, from: offset, count: limit };
    return (await this.#client.ask(op, 'elements', question)).list().map(readValue);
  }

  async #fields(
    op: Operation,
    of: Readonly<Record<string, unknown>>,
    ids: readonly bigint[],
  ): Promise<readonly TaggedValue[]> {
    if (ids.length === 0) return [];
    return (await this.#client.ask(op, 'fields', { ...of, fields: ids.map(fieldPlace) }))
      .list()
      .map(readValue);
  }
}

class JdiThreads implements MachineThreads {
  readonly #client: WorkerClient;
  readonly #version: MachineVersion;

  constructor(client: WorkerClient, version: MachineVersion) {
    this.#client = client;
    this.#version = version;
  }

  async version(): Promise<MachineVersion> {
    return await Promise.resolve(this.#version);
  }

  async allThreads(op: Operation): Promise<readonly bigint[]> {
    return (await this.#client.ask(op, 'threads')).ids();
  }

  async dispose(op: Operation): Promise<void> {
    await this.#client.ask(op, 'dispose');
  }

  async resume(op: Operation): Promise<void> {
    await this.#client.ask(op, 'resume');
  }

  async threadName(op: Operation, threadId: bigint): Promise<string> {
    return (await this.#client.ask(op, 'thread', { thread: `${threadId}` })).text('name');
  }

  async threadStatus(op: Operation, threadId: bigint) {
    const body = await this.#client.ask(op, 'thread', { thread: `${threadId}` });
    return { status: body.number('status'), isSuspended: body.boolean('suspended') };
  }

  async frames(op: Operation, threadId: bigint, offset: number, limit: number): Promise<readonly FrameRef[]> {
    const question = { thread: `${threadId}`, from: offset, count: limit };
    const body = await this.#client.ask(op, 'frames', question);
    return body.list().map((one, at) => ({ id: BigInt(offset + at), location: readLocation(one) }));
  }

  async frameCount(op: Operation, threadId: bigint): Promise<number> {
    return (await this.#client.ask(op, 'frame_count', { thread: `${threadId}` })).number('count');
  }

  async ownedMonitors(op: Operation, threadId: bigint): Promise<readonly bigint[]> {
    return (await this.#client.ask(op, 'monitors', { thread: `${threadId}` })).ids();
  }

  async contendedMonitor(op: Operation, threadId: bigint): Promise<bigint> {
    const [wanted = 0n] = (await this.#client.ask(op, 'contended', { thread: `${threadId}` })).ids();
    return wanted;
  }

  async frameValues(
    op: Operation,
    threadId: bigint,
    frameId: bigint,
    slots: readonly { slot: number; tag: string }[],
  ): Promise<readonly TaggedValue[]> {
    if (slots.length === 0) return [];
    const question = {
      thread: `${threadId}`,
      frame: Number(frameId),
      slots: slots.map(({ slot }) => slot),
    };
    return (await this.#client.ask(op, 'values', question)).list().map(readValue);
  }

  async thisObject(op: Operation, threadId: bigint, frameId: bigint): Promise<bigint> {
    const question = { thread: `${threadId}`, frame: Number(frameId) };
    const [self = 0n] = (await this.#client.ask(op, 'this', question)).ids();
    return self;
  }

  async setRequest(
    op: Operation,
    kind: number,
    policy: number,
    modifiers: readonly Modifier[],
  ): Promise<number> {
    const question = Object.assign({}, ...modifiers.map(condition)) as Record<string, unknown>;
    const excluded = modifiers.flatMap((one) => (one.kind === 'class_exclude' ? [one.pattern] : []));
    const body = await this.#client.ask(op, 'set_request', {
      ...question,
      kind: kindNames.get(kind),
      policy,
      excluded,
    });
    return body.number('request');
  }

  async clearRequest(op: Operation, _kind: number, requestId: number): Promise<void> {
    await this.#client.ask(op, 'clear_request', { request: requestId });
  }
}

const kindNames: ReadonlyMap<number, string> = new Map([
  [eventKinds.step, 'step'],
  [eventKinds.breakpoint, 'breakpoint'],
  [eventKinds.exception, 'exception'],
  [eventKinds.threadDeath, 'thread_death'],
  [eventKinds.classPrepare, 'class_prepare'],
]);

function condition(modifier: Modifier): Readonly<Record<string, unknown>> {
  switch (modifier.kind) {
    case 'count':
      return { count: modifier.count };
    case 'thread':
      return { thread: `${modifier.threadId}` };
    case 'step':
      return { thread: `${modifier.threadId}`, depth: modifier.depth };
    case 'class_match':
      return { match: modifier.pattern };
    case 'source_name':
      return { source: modifier.pattern };
    case 'class_exclude':
      return {};
    case 'exception':
      return { class: Number(modifier.classId), caught: modifier.caught, uncaught: modifier.uncaught };
    case 'location': {
      const { classId, methodId, index } = modifier.location;
      return { class: Number(classId), method: Number(methodId), index: Number(index) };
    }
  }
}
