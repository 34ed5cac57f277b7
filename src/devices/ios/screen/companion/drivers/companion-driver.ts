/**
 * By the companion itself: one call for a tree, one stream for a gesture. What a companion can do is found out with its
 * first reading, and once. Source: [S3].
 */

import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import { Fault, isFault } from '@mobile-debug/core/fault.ts';
import { Malformed } from '@mobile-debug/core/malformed.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import { firstLine } from '@mobile-debug/core/text.ts';
import type { Point } from '../../../../../ui/ui-tree.ts';
import { isTransportProblem, TransportProblem } from '../../../../port/transport-problem.ts';
import { type AxElement, type AxReading, parseAx, parseAxPoint } from '../../ax/ax-json.ts';
import { notBootedFault, saysNotReady } from '../../ax/ax-screen.ts';
import type { Size } from '../../orientation.ts';
import type { CompanionLink } from '../companion-link.ts';
import {
  type AxQuestion,
  accessibilityInfo,
  accessibilityJson,
  axBackend,
  connectRequest,
  describedPoints,
  type HidEvent,
  hidMessage,
  outputFormat,
  runningApps,
  setValueAction,
} from '../companion-messages.ts';
import type { Gesture } from '../gesture.ts';
import { hidEvents, releaseEvents } from '../hid-recipes.ts';
import { grpcStatus } from '../wire/grpc-status.ts';
import type { ScreenDriver, SpecialGesture } from './driver.ts';

/** Known to all versions. Never `traits`: on Xcode 27 asking for them can empty the tree. */
const sureKeys = [
  'AXLabel',
  'AXValue',
  'AXUniqueId',
  'type',
  'frame',
  'enabled',
  'subrole',
  'role_description',
];
const newerKeys = ['pid', 'placeholder', 'focused', 'expanded', 'custom_actions'];
/** The `ax` backend makes one XPC call per attribute and element [S3], so few keys are requested. */
const fewKeys = [...sureKeys, 'pid'];

type Manner = Omit<AxQuestion, 'point'>;

const newest: Manner = {
  format: outputFormat.complete,
  backend: axBackend.persistent,
  keys: [...sureKeys, ...newerKeys],
};
const old: Manner = { format: outputFormat.nested, backend: axBackend.unspecified, keys: [] };
/** What is tried of a companion that is not known yet, best first. */
const manners: readonly Manner[] = [
  newest,
  { ...newest, keys: fewKeys, backend: axBackend.ax },
  { format: outputFormat.nested, backend: axBackend.unspecified, keys: sureKeys },
];

const newerGestures = {
  pinch: 'two fingers',
  set_value: 'setting a value',
  rotate: 'rotating the device',
} as const;

/** Time for lifting the finger after a failure; a living companion answers in 1 to 3 ms [S3], [O1]. */
const liftMs = 500;

interface Act {
  readonly method: string;
  readonly messages: readonly Buffer[];
  readonly lifts?: readonly HidEvent[];
}

interface Abilities {
  readonly generation: number;
  readonly manner: Manner;
  readonly newer: boolean;
}

export class CompanionDriver implements ScreenDriver {
  readonly name = 'idb';
  readonly tier = 'idb-companion';
  readonly touches = 'device';
  /** One connection carries them all; the simulator answers them one after the other. */
  readonly pointsAtOnce = 12;
  readonly #link: CompanionLink;
  #abilities: Abilities | null = null;
  /** Lifts what a stream that broke off may have left down; sent before anything else is pressed. */
  #owed: readonly HidEvent[] = [];

  constructor(link: CompanionLink) {
    this.#link = link;
  }

  prepare(): void {
    this.#link.prepare();
  }

  get connected(): boolean {
    return this.#link.open;
  }

  can(special: SpecialGesture): boolean {
    return special !== 'any_text' && this.#known?.newer !== false;
  }

  async read(op: Operation): Promise<AxReading> {
    const known = this.#known;
    if (known) return parseAx(await this.#ask(op, known.manner));
    return await this.#firstRead(op);
  }

  async at(op: Operation, point: Point): Promise<AxElement | null> {
    const manner = this.#known?.manner ?? (await this.#learned(op)).manner;
    try {
      return parseAxPoint(await this.#ask(op, { ...manner, point }));
    } catch (error) {
      // A point at which nothing lies is an error of old companions.
      if (error instanceof Fault && saysNotReady(error.message)) return null;
      throw error;
    }
  }

  async perform(dispatch: Dispatch, gesture: Gesture): Promise<void> {
    const { kind } = gesture;
    if (kind === 'pinch' || kind === 'set_value' || kind === 'rotate')
      await this.#demandNewer(dispatch.unrecorded(), kind);
    if (gesture.kind === 'set_value') {
      const message = setValueAction(gesture.at, gesture.value);
      return await this.#act(dispatch, { method: 'accessibility_action', messages: [message] });
    }
    const events = hidEvents(gesture);
    if (events === null) throw lacking('characters that no key of the US keyboard types');
    const messages = [...this.#owed, ...events].map(hidMessage);
    await this.#act(dispatch, { method: 'hid', messages, lifts: releaseEvents(events) });
  }

  async points(op: Operation): Promise<Size | null> {
    return described(describedPoints, await this.#question(op, 'describe', connectRequest()));
  }

  async running(op: Operation): Promise<ReadonlyMap<number, string> | null> {
    return described(runningApps, await this.#question(op, 'list_apps', connectRequest()));
  }

  async close(): Promise<void> {
    await this.#link.close();
  }

  get #known(): Abilities | null {
    return this.#abilities?.generation === this.#link.generation ? this.#abilities : null;
  }

  /** The answer to the best question tells which companion this is: only newer ones answer with an object. */
  async #firstRead(op: Operation): Promise<AxReading> {
    let first: unknown = null;
    for (const manner of manners) {
      try {
        const reading = parseAx(await this.#ask(op, manner));
        const newer = reading.shape === 'complete';
        const isOld = !newer && manner.format === outputFormat.complete;
        this.#abilities = { generation: this.#link.generation, manner: isOld ? old : manner, newer };
        // It took the unknown format for its flat one.
        return isOld && !reading.nested ? parseAx(await this.#ask(op, old)) : reading;
      } catch (error) {
        // When the screen is not ready, another format does not help.
        if (!(error instanceof Fault) || error.code !== 'OBSERVATION_FAILED' || saysNotReady(error.message))
          throw error;
        first ??= error;
      }
    }
    throw first;
  }

  async #learned(op: Operation): Promise<Abilities> {
    await this.#firstRead(op);
    const known = this.#known;
    if (known) return known;
    throw new TransportProblem('broken', 'not_delivered', 'The companion was replaced during the request.');
  }

  async #demandNewer(op: Operation, what: keyof typeof newerGestures): Promise<void> {
    const { newer } = this.#known ?? (await this.#learned(op));
    if (!newer) throw lacking(newerGestures[what]);
  }

  async #ask(op: Operation, question: AxQuestion): Promise<string> {
    const answer = await this.#question(op, 'accessibility_info', accessibilityInfo(question));
    return described(accessibilityJson, answer);
  }

  async #question(op: Operation, method: string, message: Buffer): Promise<Buffer> {
    try {
      return await this.#link.call(op, { method, messages: [message], harmless: true });
    } catch (error) {
      if (!isTransportProblem(error, 'refused')) throw error;
      const off = notBootedFault(error.message, error);
      if (off) throw off;
      throw new Fault('OBSERVATION_FAILED', `The companion said: ${error.message}`, {
        cause: error,
        reason: 'refused',
        details: { status: error.code, method },
      });
    }
  }

  /** All messages leave at once: pauses between them are the companion's, and no wait of ours lies within a gesture. */
  async #act(dispatch: Dispatch, { lifts = [], ...call }: Act): Promise<void> {
    const before = dispatch.sendings;
    try {
      await this.#link.call(dispatch, { ...call, harmless: false });
    } catch (error) {
      if (isTransportProblem(error, 'refused'))
        throw (
          notBootedFault(error.message, error)?.with({ delivery: 'not_delivered' }) ??
          refusal(error.message, { status: error.code, cause: error })
        );
      if (dispatch.sendings > before) this.#owed = lifts;
      if (dispatch.ended) await this.#lift(dispatch);
      throw error;
    }
    if (call.method === 'hid') this.#owed = [];
  }

  /** Has its own budget, because that of the gesture is used up. On failure it is tried again later. */
  async #lift({ clock }: Operation): Promise<void> {
    if (this.#owed.length === 0 || !this.#link.open) return;
    using own = Operation.start(liftMs, { clock });
    try {
      await this.#link.call(own, {
        method: 'hid',
        messages: this.#owed.map(hidMessage),
        harmless: false,
      });
      this.#owed = [];
    } catch (error) {
      const foreseen = isTransportProblem(error) || isFault(error);
      if (!foreseen) throw error;
    }
  }
}

/** Xcode 27 moved SimulatorKit: companion 1.1.8 cannot inject there, and nothing was injected [S3]. */
const noInjection = /SimulatorKit is required for HID/i;

function refusal(words: string, { status, cause }: { status: string | number | null; cause: Error }): Error {
  if (noInjection.test(words) || status === grpcStatus.unimplemented)
    return new TransportProblem('broken', 'not_delivered', `The companion cannot inject input: ${words}`, {
      cause,
      fix: 'Install a newer companion (1.5 or later): `brew install facebook/fb/idb`.',
    });
  return new Fault('ACTION_REJECTED', `The companion refused the input: ${firstLine(words)}`, {
    cause,
    details: { status, output: words.slice(0, 2_000) },
  });
}

function lacking(what: string): Fault {
  return new Fault('CAPABILITY_MISSING', `This companion does not support ${what}.`, {
    nextStep: 'Install a newer companion: `brew install facebook/fb/idb`.',
    delivery: 'not_delivered',
  });
}

function described<T>(read: (answer: Buffer) => T, answer: Buffer): T {
  try {
    return read(answer);
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    throw new TransportProblem('broken', 'not_delivered', `The companion answered with ${error.message}.`, {
      cause: error,
    });
  }
}
