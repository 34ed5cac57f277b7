/** What is remembered of one device between calls: snapshots, handles, and the queue of inputs. */
import type { Clock, Moment } from '@mobile-debug/core/clock.ts';
import { Dispatch } from '@mobile-debug/core/dispatch.ts';
import { Fault, isFault } from '@mobile-debug/core/fault.ts';
import { Mutex } from '@mobile-debug/core/mutex.ts';
import { momentOf, type Operation } from '@mobile-debug/core/operation.ts';
import { Ring } from '@mobile-debug/core/ring.ts';
import type { Device, DeviceWith, Facet } from '../devices/port/device.ts';
import type { SnapshotDelta } from '../ui/delta.ts';
import { HandleTable } from '../ui/handles.ts';
import { type Snapshot, SnapshotHistory } from '../ui/snapshot-history.ts';
import type { UiElement } from '../ui/ui-tree.ts';
import { candidateToWire } from '../ui/wire.ts';
import type { ActionJournal } from './action-journal.ts';
import { DebugTrail, pausedFault } from './debug-trail.ts';
import { NetworkWindow } from './network-window.ts';
import { handleOf, isCurrent, type Observation } from './observation.ts';
import { type ReadTier, ReadTimes } from './readings.ts';
import type { Revisions } from './revisions.ts';
import { SettingChanges } from './setting-changes.ts';

export interface SessionIdentity {
  readonly journal: ActionJournal;
  /** Names for elements, unique in the process, so that a handle belongs to one device only. */
  nextHandle(): string;
  readonly revisions: Revisions;
}

/** When a reading first showed a different tree. Counts only, no content. */
export interface ScreenChange {
  readonly revision: number;
  readonly seen: Moment;
  readonly delta: SnapshotDelta | null;
}

const maxChanges = 200;

/** The session of a device that has these facets: only what `with` gives. */
export type SessionOf<F extends Facet> = DeviceSession & { readonly device: DeviceWith<F> };

export class DeviceSession {
  readonly device: Device;
  readonly generation: number;
  readonly sessionId: string;
  readonly history: SnapshotHistory;
  readonly network = new NetworkWindow();
  readonly settingChanges = new SettingChanges();
  readonly debug = new DebugTrail();
  /** Shared by all devices of the process. */
  readonly journal: ActionJournal;
  readonly #revisions: Revisions;
  readonly #handles: HandleTable;
  readonly #inputs = new Mutex();
  readonly #clock: Clock;
  #dispatches = 0;
  #dispatching = false;
  #newest: Observation | null = null;
  readonly #readTimes = new ReadTimes();
  #toldRevision: number | null = null;
  readonly #changes = new Ring<ScreenChange>(maxChanges);

  constructor(device: Device, options: { identity: SessionIdentity; generation: number; clock: Clock }) {
    this.device = device;
    this.generation = options.generation;
    this.#clock = options.clock;
    this.journal = options.identity.journal;
    this.sessionId = this.journal.sessionId;
    this.#revisions = options.identity.revisions;
    this.history = new SnapshotHistory({
      sessionId: this.sessionId,
      clock: options.clock,
      nextRevision: () => this.#revisions.next(this.key),
    });
    this.#handles = new HandleTable(() => options.identity.nextHandle());
  }

  /** Names the device across platforms. */
  get key(): string {
    return `${this.device.info.platform}:${this.device.info.id}`;
  }

  /** Names the connection to the device: readings of one scope show the same screen. */
  get scope(): string {
    return `${this.key}#${this.generation}`;
  }

  /** Inputs sent so far; compare with `Observation.dispatchesBefore`. */
  get dispatches(): number {
    return this.#dispatches;
  }

  /** Whether an input is in flight: sent but not yet answered by the device. */
  get dispatching(): boolean {
    return this.#dispatching;
  }

  /** Whether a revision number was given to a tree of another device. */
  isOfOtherDevice(revision: number): boolean {
    const owner = this.#revisions.ownerOf(revision);
    return owner !== null && owner !== this.key;
  }

  /** The newest reading, however old. For bases of deltas; never for decisions. */
  get newest(): Observation | null {
    return this.#newest;
  }

  /**
   * The newest reading where it shows the screen after the newest input and is a good one, however old: the first of two
   * readings that must agree, of which the second is always new. Null otherwise.
   */
  get current(): Observation | null {
    const newest = this.#newest;
    const isGood = newest?.tree.quality.status === 'ok' && isCurrent(newest, this.#dispatches);
    return isGood ? newest : null;
  }

  /** The driver that reads the screen now and how long a read takes, from memory. */
  get readTier(): ReadTier {
    return this.#readTimes.now();
  }

  /** What an outline of this device showed last, where it is still retained: the next one tells what changed since. */
  get told(): Snapshot | undefined {
    return this.#toldRevision === null ? undefined : this.history.find(this.#toldRevision);
  }

  tell({ revision }: Snapshot): void {
    this.#toldRevision = revision;
  }

  /** The newest observed changes of the screen, oldest first. */
  get changes(): readonly ScreenChange[] {
    return this.#changes.read().entries;
  }

  /** This session narrowed to the facets; CAPABILITY_MISSING with the device's reason if one is missing. */
  with<F extends Facet>(facets: readonly F[]): SessionOf<F> {
    if (this.#has(facets)) return this;
    const { info, cannot } = this.device;
    const missing = facets.filter((facet) => this.device[facet] === undefined);
    const why = missing.map((facet) => cannot?.[facet] ?? `no ${facet} on this device`).join('; ');
    const code = missing.some((facet) => facet === 'debug') ? 'DEBUGGER_UNSUPPORTED' : 'CAPABILITY_MISSING';
    throw new Fault(code, `${info.id} cannot do this: ${why}.`);
  }

  #has<F extends Facet>(facets: readonly F[]): this is SessionOf<F> {
    return facets.every((facet) => this.device[facet] !== undefined);
  }

  /** DEBUGGER_PAUSED while a debugger holds the app. For everything that acts or waits; reads stay allowed. */
  assertRunning(): void {
    if (this.debug.pause) throw pausedFault(this.debug.pause);
  }

  /** A fresh reading of the screen, recorded. Faults as `ScreenFacet.read`; a failed one changes nothing here. */
  async observe(this: SessionOf<'screen'>, op: Operation): Promise<Observation> {
    op.check();
    const started = momentOf(this.#clock);
    const dispatchesBefore = this.#dispatches;
    const duringDispatch = this.#dispatching;
    // Between the inputs of a dispatch too: a reading is not an input.
    const tree = await this.device.screen.read(Dispatch.unrecorded(op));
    const completed = momentOf(this.#clock);
    const handles = this.#handles.assign(tree);
    const observation: Observation = {
      tree,
      snapshot: this.history.record(tree, completed.epochMs, handles),
      handles,
      started,
      completed,
      dispatchesBefore,
      dispatchesAfter: this.#dispatches,
      duringDispatch,
    };
    const { revision, delta } = observation.snapshot;
    if (revision !== this.#newest?.snapshot.revision)
      this.#changes.push({ revision, seen: completed, delta });
    this.#newest = observation;
    this.#readTimes.add(observation);
    return observation;
  }

  /** The element that a handle names in a reading. STALE_REFERENCE with the nearest candidates otherwise. */
  locate(observation: Observation, handle: string): UiElement {
    const found = this.#handles.resolve(asGiven(handle), observation.tree);
    if (found.kind === 'found') return found.element;
    if (found.kind === 'unknown') throw this.#unknown(handle);
    throw new Fault('STALE_REFERENCE', found.reason, {
      details: {
        element_id: handle,
        candidates: found.candidates.map((near) =>
          candidateToWire(near, handleOf(observation, near.element)),
        ),
      },
    });
  }

  /** Refuses a handle that this device never issued, before anything is read or sent. */
  assertKnown(handle: string): void {
    if (!this.#handles.knows(asGiven(handle))) throw this.#unknown(handle);
  }

  /** Serializes calls that send input to this device; readers do not wait. */
  async exclusively<T>(op: Operation, work: () => Promise<T>): Promise<T> {
    return await this.#inputs.run(op, async () => {
      try {
        return await work();
      } finally {
        // An input that failed half-way is never answered; it ends with its place in the queue.
        this.#dispatching = false;
      }
    });
  }

  /**
   * The only maker of operations that may change the device; inputs count as sent before their first byte leaves.
   * None leaves while a debugger holds the app: the pause may have come between two of them.
   */
  dispatch(op: Operation): Dispatch {
    return Dispatch.on(op, {
      sending: () => {
        this.assertRunning();
        this.#dispatches++;
        this.#dispatching = true;
      },
      answered: () => {
        this.#dispatching = false;
      },
    });
  }

  /** One input outside an action, which waits for those before it. A fault says what the device has had of it. */
  async sendInTurn<T>(op: Operation, input: (dispatch: Dispatch) => Promise<T>): Promise<T> {
    const dispatch = this.dispatch(op);
    return await telling(dispatch, () => this.exclusively(op, () => input(dispatch)));
  }

  /** As `sendInTurn`, for whoever has the turn already, or sends what no input needs to wait for. */
  async send<T>(op: Operation, input: (dispatch: Dispatch) => Promise<T>): Promise<T> {
    const dispatch = this.dispatch(op);
    return await telling(dispatch, () => input(dispatch));
  }

  #unknown(handle: string): Fault {
    return new Fault(
      'STALE_REFERENCE',
      `${JSON.stringify(handle)} is not a handle of ${this.device.info.id}: it belongs to another device or an earlier connection, or was never issued.`,
      { details: { element_id: handle } },
    );
  }
}

async function telling<T>(dispatch: Dispatch, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isFault(error) ? error.with({ delivery: dispatch.deliveryAfter(error) }) : error;
  }
}

/** Handles are drawn on pictures in capitals, so case is ignored. */
function asGiven(handle: string): string {
  return handle.trim().toLowerCase();
}
