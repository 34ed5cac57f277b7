/** One-shot steps: one request for a thread, taken back at whatever stop comes first. */
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { StepKind } from '../backend.ts';
import { eventKinds, suspendPolicies } from './events.ts';
import type { Frames } from './frames.ts';
import { isRefusal, jdwpErrors } from './jdwp-error.ts';
import type { Machine } from './machine.ts';
import type { Modifier } from './thread-commands.ts';

const depths: Readonly<Record<StepKind, number>> = { into: 0, over: 1, out: 2 };
/** `into` passes through these without stopping. */
const skipped = [
  'java.*',
  'javax.*',
  'jdk.*',
  'sun.*',
  'kotlin.*',
  'kotlinx.*',
  'android.*',
  'androidx.*',
  'dalvik.*',
  'com.android.*',
];

interface PendingStep {
  readonly threadId: bigint;
  readonly stepRequest: number;
  readonly deathRequest: number;
}

export class Steps {
  readonly #machine: Machine;
  readonly #frames: Frames;
  #pending: PendingStep | null = null;

  constructor(machine: Machine, frames: Frames) {
    this.#machine = machine;
    this.#frames = frames;
  }

  /** Asks for the step; the thread still stands. DEBUGGER_LOCATION_UNAVAILABLE where the agent could not follow it. */
  async prepare(op: Operation, threadId: bigint, kind: StepKind): Promise<void> {
    await this.#refuseNative(op, threadId);
    const exclusions = kind === 'into' ? skipped : [];
    const modifiers: Modifier[] = [
      { kind: 'step', threadId, depth: depths[kind] },
      ...exclusions.map((pattern): Modifier => ({ kind: 'class_exclude', pattern })),
      { kind: 'count', count: 1 },
    ];
    const { threads } = this.#machine;
    const stepRequest = await threads.setRequest(op, eventKinds.step, suspendPolicies.all, modifiers);
    const deathRequest = await threads.setRequest(op, eventKinds.threadDeath, suspendPolicies.none, [
      { kind: 'thread', threadId },
    ]);
    this.#pending = { threadId, stepRequest, deathRequest };
  }

  /** Whether the step under way is this request. */
  isRequested(requestId: number): boolean {
    return this.#pending?.stepRequest === requestId;
  }

  /** Whether this thread was stepping. */
  isStepping(threadId: bigint): boolean {
    return this.#pending?.threadId === threadId;
  }

  /** Takes the step back, done or not; nothing where none is under way. */
  async clear(op: Operation): Promise<void> {
    const pending = this.#pending;
    this.#pending = null;
    if (!pending) return;
    await this.#machine.threads.clearRequest(op, eventKinds.step, pending.stepRequest);
    await this.#machine.threads.clearRequest(op, eventKinds.threadDeath, pending.deathRequest);
  }

  /** ART's agent ends the process when it has to follow a step in a frame that it cannot see into (JVMTI OPAQUE_FRAME). */
  async #refuseNative(op: Operation, threadId: bigint): Promise<void> {
    try {
      const depth = await this.#machine.threads.frameCount(op, threadId);
      const frames = await this.#machine.threads.frames(op, threadId, 0, Math.min(depth, 2));
      for (const { location } of frames) {
        if (await this.#frames.isNative(op, location)) throw unavailable();
      }
    } catch (error) {
      if (isRefusal(error, jdwpErrors.invalidThread, jdwpErrors.notSuspended)) throw unavailable();
      throw error;
    }
  }
}

function unavailable(): Fault {
  return new Fault(
    'DEBUGGER_LOCATION_UNAVAILABLE',
    'The thread is in native code, or was called by it: no step is possible there.',
    {
      nextStep: 'Set a breakpoint that the thread will reach, and resume.',
    },
  );
}
