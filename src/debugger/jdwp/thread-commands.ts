/** Threads, frames, event requests, and the machine as a whole. Source: JDWP specification, "Protocol details". */
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Location, TaggedValue } from './data.ts';
import type { DataWriter } from './data-writer.ts';
import type { JdwpClient } from './jdwp-client.ts';

export interface FrameRef {
  readonly id: bigint;
  readonly location: Location;
}

export interface FramePlace {
  readonly threadId: bigint;
  readonly frame: FrameRef;
}

/** One condition of an event request. */
export type Modifier =
  | { readonly kind: 'count'; readonly count: number }
  | { readonly kind: 'thread'; readonly threadId: bigint }
  | { readonly kind: 'class_match' | 'class_exclude' | 'source_name'; readonly pattern: string }
  | { readonly kind: 'location'; readonly location: Location }
  /** Of any class when `classId` is 0. */
  | {
      readonly kind: 'exception';
      readonly classId: bigint;
      readonly caught: boolean;
      readonly uncaught: boolean;
    }
  /** By lines; `depth`: 0 into, 1 over, 2 out. */
  | { readonly kind: 'step'; readonly threadId: bigint; readonly depth: number };

const stepByLine = 1;

const none = (data: DataWriter): DataWriter => data;

export class ThreadCommands {
  readonly #client: JdwpClient;

  constructor(client: JdwpClient) {
    this.#client = client;
  }

  async version(op: Operation): Promise<{ readonly name: string; readonly version: string }> {
    const data = await this.#client.ask(op, [1, 1, 'Version'], none);
    data.text();
    data.int();
    data.int();
    const version = data.text();
    return { version, name: data.text() };
  }

  async allThreads(op: Operation): Promise<readonly bigint[]> {
    const data = await this.#client.ask(op, [1, 4, 'AllThreads'], none);
    return data.list(() => data.id('object'));
  }

  async dispose(op: Operation): Promise<void> {
    await this.#client.ask(op, [1, 6, 'Dispose'], none);
  }

  /** Takes back one suspension of all threads. */
  async resume(op: Operation): Promise<void> {
    await this.#client.ask(op, [1, 9, 'Resume'], none);
  }

  async threadName(op: Operation, threadId: bigint): Promise<string> {
    return (
      await this.#client.ask(op, [11, 1, 'ThreadReference.Name'], (to) => to.id('object', threadId))
    ).text();
  }

  /** `status`: 0 zombie, 1 running, 2 sleeping, 3 monitor, 4 waiting. */
  async threadStatus(
    op: Operation,
    threadId: bigint,
  ): Promise<{ readonly status: number; readonly isSuspended: boolean }> {
    const data = await this.#client.ask(op, [11, 4, 'ThreadReference.Status'], (to) =>
      to.id('object', threadId),
    );
    return { status: data.int(), isSuspended: data.int() === 1 };
  }

  /** `limit` -1: all that there are. */
  async frames(op: Operation, threadId: bigint, offset: number, limit: number): Promise<readonly FrameRef[]> {
    const data = await this.#client.ask(op, [11, 6, 'ThreadReference.Frames'], (to) =>
      to.id('object', threadId).int(offset).int(limit),
    );
    return data.list(
      () => ({ id: data.id('frame'), location: data.location() }),
      limit < 0 ? undefined : limit,
    );
  }

  async frameCount(op: Operation, threadId: bigint): Promise<number> {
    return (
      await this.#client.ask(op, [11, 7, 'ThreadReference.FrameCount'], (to) => to.id('object', threadId))
    ).int();
  }

  async ownedMonitors(op: Operation, threadId: bigint): Promise<readonly bigint[]> {
    const data = await this.#client.ask(op, [11, 8, 'OwnedMonitors'], (to) => to.id('object', threadId));
    return data.list(() => idOf(data.tagged()));
  }

  /** 0 when it waits for none. */
  async contendedMonitor(op: Operation, threadId: bigint): Promise<bigint> {
    return idOf(
      (
        await this.#client.ask(op, [11, 9, 'CurrentContendedMonitor'], (to) => to.id('object', threadId))
      ).tagged(),
    );
  }

  async frameValues(
    op: Operation,
    threadId: bigint,
    frameId: bigint,
    slots: readonly { slot: number; tag: string }[],
  ): Promise<readonly TaggedValue[]> {
    if (slots.length === 0) return [];
    const data = await this.#client.ask(op, [16, 1, 'StackFrame.GetValues'], (to) => {
      to.id('object', threadId).id('frame', frameId).int(slots.length);
      for (const { slot, tag } of slots) to.int(slot).byte(tag.charCodeAt(0));
      return to;
    });
    return data.list(() => data.tagged(), slots.length);
  }

  /** 0 in a static method. */
  async thisObject(op: Operation, threadId: bigint, frameId: bigint): Promise<bigint> {
    return idOf(
      (
        await this.#client.ask(op, [16, 3, 'StackFrame.ThisObject'], (to) =>
          to.id('object', threadId).id('frame', frameId),
        )
      ).tagged(),
    );
  }

  /** The number of the request, for `clearRequest`. */
  async setRequest(
    op: Operation,
    kind: number,
    policy: number,
    modifiers: readonly Modifier[],
  ): Promise<number> {
    const data = await this.#client.ask(op, [15, 1, 'EventRequest.Set'], (to) => {
      to.byte(kind).byte(policy).int(modifiers.length);
      return modifiers.reduce(writeModifier, to);
    });
    return data.int();
  }

  async clearRequest(op: Operation, kind: number, requestId: number): Promise<void> {
    await this.#client.ask(op, [15, 2, 'EventRequest.Clear'], (to) => to.byte(kind).int(requestId));
  }
}

function writeModifier(to: DataWriter, modifier: Modifier): DataWriter {
  switch (modifier.kind) {
    case 'count':
      return to.byte(1).int(modifier.count);
    case 'thread':
      return to.byte(3).id('object', modifier.threadId);
    case 'class_match':
      return to.byte(5).text(modifier.pattern);
    case 'class_exclude':
      return to.byte(6).text(modifier.pattern);
    case 'location':
      return to.byte(7).location(modifier.location);
    case 'exception':
      return to
        .byte(8)
        .id('referenceType', modifier.classId)
        .boolean(modifier.caught)
        .boolean(modifier.uncaught);
    case 'step':
      return to.byte(10).id('object', modifier.threadId).int(stepByLine).int(modifier.depth);
    case 'source_name':
      return to.byte(12).text(modifier.pattern);
  }
}

export function idOf(value: TaggedValue): bigint {
  return 'objectId' in value ? value.objectId : 0n;
}
