/**
 * The screen facet without pictures: one reading in the usual case, repeated where the answer cannot be the screen, with
 * what bars keep to themselves asked by points.
 */

import { Fault, isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { buildTree } from '../../../../ui/build-tree.ts';
import type { Bounds, Foreground, Point, UiTree } from '../../../../ui/ui-tree.ts';
import type { ScreenFacet } from '../../../port/screen.ts';
import { TransportProblem } from '../../../port/transport-problem.ts';
import type { Simctl } from '../../ios-types.ts';
import { type AxElement, type AxReading, flattened } from '../ax/ax-json.ts';
import { type AskPoint, probeScreen } from '../ax/ax-probe.ts';
import {
  axScreen,
  dockFolderFault,
  judgeReading,
  mayBeLocked,
  notReadyFault,
  saysNotReady,
} from '../ax/ax-screen.ts';
import { lockState } from '../lock-state.ts';
import type { DeviceOrientation, KnownOrientation } from '../orientation.ts';
import { type Orientation, toDevice } from '../orientation.ts';
import type { AppInFront } from './app-in-front.ts';
import { BarItems } from './bar-items.ts';
import type { ScreenDriver } from './drivers/driver.ts';
import type { DriverChain } from './drivers/driver-chain.ts';

/** Before readings without content are repeated: 50 ms and doubling, five times, as AXe does [S9]. */
const firstPauseMs = 50;
const retries = 5;

/** What a touch needs to know of the newest tree. */
export interface LastTree {
  readonly orientation: Orientation;
  /** Why the orientation may be another one; null when it was found out. */
  readonly orientationDoubt: string | null;
  readonly elements: readonly AxElement[];
}

interface Read {
  readonly reading: AxReading;
  readonly detail: readonly string[];
  readonly qualityWarnings: readonly string[];
}

export interface ReaderDeps {
  readonly drivers: DriverChain;
  readonly apps: AppInFront;
  readonly orientation: DeviceOrientation;
  /** Null for a real device. */
  readonly simctl: Simctl | null;
}

const rootOnly = 'root_only: the app returned no elements; this does not prove that anything is absent';
const remoteUi =
  'remote_ui: the app returned no elements, but points of the screen hit some that another process shows on top. Only elements hit by a coarse grid are listed; this does not prove that anything is absent, a screenshot shows the rest';

export class ScreenReader implements Omit<ScreenFacet, 'screenshot'> {
  readonly #parts: ReaderDeps;
  #last: LastTree | null = null;
  /** The app that really is one element, by process or name: a game is not read six times each time. */
  #bare: string | null = null;
  readonly #bars = new BarItems();

  constructor(parts: ReaderDeps) {
    this.#parts = parts;
  }

  /** Null before the first reading. */
  get last(): LastTree | null {
    return this.#last;
  }

  async read(op: Operation): Promise<UiTree> {
    return await this.#parts.drivers.use(op, (driver, { detail }) => this.#tree(op, driver, detail));
  }

  /** By a new reading: why the orientation may be another one, or null. */
  async orientationDoubt(op: Operation): Promise<string | null> {
    await this.read(op);
    return this.#last?.orientationDoubt ?? null;
  }

  async foreground(op: Operation): Promise<Foreground> {
    const { foreground } = await this.read(op);
    if (foreground) return foreground;
    throw new Fault('OBSERVATION_FAILED', 'The accessibility answer has no foreground app.');
  }

  advice(): string | null {
    return this.#parts.drivers.advice;
  }

  async #tree(op: Operation, driver: ScreenDriver, passed: readonly string[]): Promise<UiTree> {
    const { reading, detail, qualityWarnings } = await this.#reading(op, driver);
    const known = await this.#parts.orientation.of(op, reading, driver);
    if (known === null) throw notReadyFault(0, 1, null);
    const probed = await this.#probe(op, { reading, driver, known });
    const appId = await this.#parts.apps.of(op, reading, driver);
    const elements = [...flattened(reading.roots), ...[...probed.values()].flat()];
    this.#last = { orientation: known.orientation, orientationDoubt: known.qualityWarning, elements };
    const backend = reading.backend === null ? [] : [`backend ${reading.backend}`];
    const screen = axScreen(reading, {
      appId,
      orientation: known.orientation,
      probed,
      source: { tier: driver.tier, detail: [...passed, ...backend, ...detail] },
      qualityWarnings: [
        ...qualityWarnings.map((qualityWarning) =>
          qualityWarning === rootOnly && probed.size > 0 ? remoteUi : qualityWarning,
        ),
        ...(known.qualityWarning === null ? [] : [known.qualityWarning]),
      ],
    });
    const { foreground, windows } = screen;
    if (foreground === null || windows[0]?.kind !== 'app' || !mayBeLocked(reading)) return buildTree(screen);
    const state = await lockState(op, { driver, simctl: this.#parts.simctl });
    return buildTree({ ...screen, foreground: { ...foreground, ...state } });
  }

  /** Repeats readings that cannot be the screen; if that persists, a fault or a tree with a quality warning follows. */
  async #reading(op: Operation, driver: ScreenDriver): Promise<Read> {
    const startedMs = op.clock.monotonicMs();
    for (let reads = 1; ; reads++) {
      const found = await readOnce(op, driver);
      const verdict = typeof found === 'string' ? 'not_ready' : judgeReading(found);
      if (verdict === 'ok' && typeof found !== 'string') {
        this.#bare = null;
        const detail = reads > 1 ? [`read ${reads} times`] : [];
        return { reading: found, detail, qualityWarnings: [] };
      }
      if (verdict === 'dock_folder') throw dockFolderFault();
      const bare = typeof found === 'string' ? null : nameOf(found);
      const trulyBare = verdict === 'root_only' && bare === this.#bare && reads > 1;
      if (reads <= retries && !trulyBare && (await paused(op, firstPauseMs * 2 ** (reads - 1)))) continue;
      if (typeof found === 'string' || verdict !== 'root_only')
        throw notReadyFault(
          op.clock.monotonicMs() - startedMs,
          reads,
          typeof found === 'string' ? found : null,
        );
      this.#bare = bare;
      return { reading: found, detail: [`read ${reads} times`], qualityWarnings: [rootOnly] };
    }
  }

  async #probe(
    op: Operation,
    { reading, driver, known }: { reading: AxReading; driver: ScreenDriver; known: KnownOrientation },
  ): Promise<ReadonlyMap<AxElement, readonly AxElement[]>> {
    const ask: AskPoint = async (point) => {
      if (driver.touches === 'interface') return await driver.at(op, point);
      const found = await driver.at(op, toDevice(point, known.orientation));
      const upright = known.orientation.rotation === 0 && known.orientation.letterboxed !== true;
      // Of which orientation the points of a reading are is not proven for an interface that is turned.
      return upright || liesAt(found, point) ? found : await driver.at(op, point);
    };
    try {
      const [root] = reading.roots;
      if (root && reading.count === 1) {
        const hits = await probeScreen(root, ask);
        return hits.length === 0 ? new Map() : new Map([[root, hits]]);
      }
      return await this.#bars.of(op, reading, (points) => askAll(points, ask, driver.pointsAtOnce));
    } catch (error) {
      // A tree without the items of a bar is still usable.
      if (op.ended || !(isFault(error, 'OBSERVATION_FAILED') || error instanceof TransportProblem))
        throw error;
      return new Map();
    }
  }
}

/**
 * As many questions at once as the way allows. All are answered before one that failed is thrown: nothing goes on behind
 * the reading.
 */
async function askAll(
  points: readonly Point[],
  ask: AskPoint,
  atOnce: number,
): Promise<readonly (AxElement | null)[]> {
  const found: (AxElement | null)[] = [];
  while (found.length < points.length) {
    const part = points.slice(found.length, found.length + atOnce);
    const answers = await Promise.allSettled(part.map(ask));
    for (const answer of answers) {
      if (answer.status === 'rejected') throw answer.reason;
      found.push(answer.value);
    }
  }
  return found;
}

/** The application covers every point, so hitting it proves nothing. */
function liesAt(element: AxElement | null, [x, y]: Point): boolean {
  return element !== null && element.type !== 'Application' && liesIn(element.frame, [x, y, x, y]);
}

/** By its middle: a title may stick out of its bar. */
function liesIn(outer: Bounds | null, inner: Bounds | null): boolean {
  if (outer === null || inner === null) return false;
  const [x, y] = [(inner[0] + inner[2]) / 2, (inner[1] + inner[3]) / 2];
  return x >= outer[0] && x < outer[2] && y >= outer[1] && y < outer[3];
}

/** The companion's words when it is not ready. */
async function readOnce(op: Operation, driver: ScreenDriver): Promise<AxReading | string> {
  try {
    return await driver.read(op);
  } catch (error) {
    if (isFault(error, 'OBSERVATION_FAILED') && saysNotReady(error.message)) return error.message;
    throw error;
  }
}

/** False when the budget has no room for another reading behind the pause. */
async function paused(op: Operation, ms: number): Promise<boolean> {
  if (op.remainingMs <= 2 * ms) return false;
  await op.sleep(ms);
  return true;
}

function nameOf({ roots }: AxReading): string {
  const [root] = roots;
  return `${root?.pid ?? ''} ${root?.label ?? ''}`;
}
