/**
 * The screen facet: one dump and the state of the window manager in one device command, judged, and handed to the
 * model. Nothing is cached between reads. Screenshots are in screenshot.ts.
 */

import { isFault } from '@mobile-debug/core/fault.ts';
import { Mutex } from '@mobile-debug/core/mutex.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { buildTree } from '../../../ui/build-tree.ts';
import { isShadeOrLock } from '../../../ui/obstacle.ts';
import type { RawScreen } from '../../../ui/raw-screen.ts';
import type { Foreground, UiTree } from '../../../ui/ui-tree.ts';
import type { ScreenFacet } from '../../port/screen.ts';
import type { AdbDevice } from '../adb/adb-types.ts';
import { brokenOff, signalOf } from '../broken-off.ts';
import { notReadyFault } from '../not-ready.ts';
import { HelperScreen } from '../uia2/helper-screen.ts';
import type { ResidentHelper } from '../uia2/resident-helper.ts';
import { parseActivityTop } from './activity-top.ts';
import { withKeyguard } from './keyguard.ts';
import {
  appInFront,
  firstSdkWithTimeout,
  isOf,
  type Restless,
  restlessWarning,
  surelyWaitsMs,
  suspectedAfter,
} from './restless.ts';
import { frameCommand, frontCommand, readFrame } from './screen-command.ts';
import {
  briefDumpS,
  type Dumped,
  Dumper,
  explainFailure,
  type NotDumped,
  qualityWarningOf,
} from './screen-dump.ts';
import { noForeground, type ReadFailure, readFault } from './screen-faults.ts';
import { androidScreenshot } from './screenshot.ts';

/** Failures that a retry cannot fix, but that do not affect `dumpsys activity top`. */
const lastResortFor: ReadonlySet<ReadFailure> = new Set<ReadFailure>([
  'not_idle',
  'hung',
  'crashed',
  'not_found',
  'not_written',
  'permission',
  'no_space',
  'garbage',
]);
/** Before an unusable reading is repeated [O1]. */
const secondLookPauseMs = 150;
/** Between windows there may be none for a moment. */
const emptyRetries = 3;
/** A second reading is a whole dump; with less time than this the first is returned, with its quality warning [O1]. */
const secondLookNeedsMs = 3_500;

/** For the view hierarchy of a large app [O1]. */
const lastResortNeedsMs = 1_500;

/** `sdk` is the API level of the device. */
export function androidScreen(
  adb: AdbDevice,
  sdk: number,
  helper: ResidentHelper | null = null,
): ScreenFacet {
  const reader = new ScreenReader(adb, sdk, helper);
  const mutex = helper?.mutex ?? new Mutex();
  const screenshot = androidScreenshot(adb, sdk);
  return {
    // Android allows one UiAutomation client at a time [A1]; concurrent reads would fail.
    read: (op) => mutex.run(op, () => reader.read(op)),
    prepare: () => helper?.prepare(),
    advice: () => helperAdvice(helper),
    foreground: (op) => reader.foreground(op),
    screenshot,
  };
}

function helperAdvice(helper: ResidentHelper | null): string | null {
  if (!helper) return null;
  const { state, why } = helper.state;
  return state === 'running' || state === 'idle' || state === 'not_looked_for' ? null : why;
}

class ScreenReader {
  readonly #adb: AdbDevice;
  readonly #sdk: number;
  readonly #dumper: Dumper;
  readonly #helper: ResidentHelper | null;
  readonly #helperScreen: HelperScreen;
  /** The activity where a second read gave the same result: a game or a video really is one view. */
  #trulySparse: string | null = null;
  #restless: Restless | null = null;

  constructor(adb: AdbDevice, sdk: number, helper: ResidentHelper | null) {
    this.#adb = adb;
    this.#sdk = sdk;
    this.#dumper = new Dumper(adb);
    this.#helper = helper;
    this.#helperScreen = new HelperScreen(adb);
  }

  async read(op: Operation): Promise<UiTree> {
    const tree = await this.#read(op);
    if (!isShadeOrLock(tree.foreground)) return tree;
    return { ...tree, foreground: await withKeyguard(op, this.#adb, tree.foreground) };
  }

  async #read(op: Operation): Promise<UiTree> {
    const tree = await this.#byHelper(op);
    if (tree) {
      this.#restless = null;
      return tree;
    }
    const found = this.#helper?.there === false ? null : this.#helper?.shutOut;
    if (found) throw readFault('busy', { line: '', found, tried: [helperTier] });
    return await this.#byDump(op);
  }

  /** Null when the helper returns no tree; UiAutomation is free then, so a dump can follow. */
  async #byHelper(op: Operation): Promise<UiTree | null> {
    const helper = this.#helper;
    if (helper === null || helper.there === false) return null;
    const read = (part: Operation): Promise<Dumped | null> =>
      helper.read(part, (inner, session) => this.#helperScreen.read(inner, session, this.#sdk));
    let found = await read(op);
    for (let retry = 0; found !== null && found.screen.nodeCount === 0; retry++) {
      if (retry === emptyRetries)
        throw await explainFailure(op, this.#adb, { why: 'null_root', line: '', tried: [helperTier] });
      await op.sleep(secondLookPauseMs);
      found = await read(op);
    }
    const qualityWarning = found && qualityWarningOf(found);
    if (found === null || qualityWarning === null)
      return found && buildTree(rawScreen(found, [], helperTier));
    await op.sleep(secondLookPauseMs);
    const second = await read(op);
    if (second === null) return null;
    const detail = [`read twice: ${qualityWarning}`];
    return buildTree(rawScreen({ ...second, detail }, compact(qualityWarningOf(second)), helperTier));
  }

  async #byDump(op: Operation): Promise<UiTree> {
    const first = (await this.#ofRestless(op)) ?? (await this.#patientDump(op));
    if ('nodeCount' in first) return first;
    if ('why' in first) return await this.#lastResort(op, first);
    const qualityWarning = qualityWarningOf(first);
    const told = { ...first, detail: [...first.detail, ...helperNote(this.#helper)] };
    if (qualityWarning === null) return buildTree(rawScreen(told, []));
    return await this.#secondLook(op, { first: told, qualityWarning });
  }

  async #patientDump(op: Operation): Promise<Dumped | NotDumped> {
    const begunMs = op.clock.monotonicMs();
    const waited = (): number => op.clock.monotonicMs() - begunMs;
    try {
      const dumped = await this.#dumper.dump(op, this.#sdk);
      const why = 'why' in dumped ? dumped.why : null;
      if (why === 'not_idle') {
        this.#restless = { appId: appInFront(dumped.frame), waitedMs: waited(), isSure: true };
      } else this.#restless = why === 'hung' ? suspectedAfter(waited()) : null;
      return dumped;
    } catch (error) {
      // With little time each reading would be cut short like this one, and none would ever be had.
      if (isFault(error, 'TIMEOUT')) this.#restless = suspectedAfter(waited());
      throw error;
    }
  }

  /** What can be had of a screen that did not rest before; null when there is none, or another app is in front by now. */
  async #ofRestless(op: Operation): Promise<Dumped | UiTree | null> {
    const known = this.#restless;
    if (known === null || (!known.isSure && op.remainingMs >= surelyWaitsMs)) return null;
    const hasTime = op.remainingMs >= briefDumpS * 1_000 + lastResortNeedsMs;
    if (hasTime && this.#sdk >= firstSdkWithTimeout) {
      const brief = await this.#dumper.dumpBriefly(op, this.#sdk, known.appId !== undefined);
      if ('screen' in brief || !isOf(known, appInFront(brief.frame))) this.#restless = null;
      if ('screen' in brief) return brief;
      if (this.#restless === null) return null;
    }
    const tree = await this.#viewsOnly(op, { tried: [], why: 'not_idle' });
    if (tree && isOf(known, tree.foreground?.appId ?? null)) return tree;
    if (!tree || op.remainingMs < lastResortNeedsMs) {
      throw readFault('not_idle', { line: '', found: restlessWarning(known), tried: [] });
    }
    this.#restless = null;
    return null;
  }

  async foreground(op: Operation): Promise<Foreground> {
    const { stdout, stderr, exitCode } = await this.#adb.shell(op, frontCommand(this.#sdk));
    const text = stdout.toString('utf8');
    const foreground = readFrame(text).foreground;
    if (foreground && (foreground.appId !== null || foreground.focusedWindow !== null))
      return await withKeyguard(op, this.#adb, foreground);
    if (text.trim() === '' && signalOf(exitCode) !== null) throw brokenOff('the window manager was asked');
    throw notReadyFault(`${text}\n${stderr.toString('utf8')}`) ?? noForeground(text);
  }

  /** A tree that is obviously incomplete is read again by the other driver (DUMP-06, DUMP-07 in test/contract). */
  async #secondLook(
    op: Operation,
    { first, qualityWarning }: { first: Dumped; qualityWarning: string },
  ): Promise<UiTree> {
    const activity = activityOf(first);
    if (op.remainingMs < secondLookNeedsMs || (activity !== null && activity === this.#trulySparse))
      return buildTree(rawScreen(first, [qualityWarning]));
    await op.sleep(secondLookPauseMs);
    const second = await this.#dumper.dump(op, this.#sdk, false);
    if ('why' in second) return buildTree(rawScreen(first, [qualityWarning]));
    const detail = [...second.detail, `read twice: ${qualityWarning}`];
    if (qualityWarningOf(second) === null) return buildTree(rawScreen({ ...second, detail }, []));
    this.#trulySparse = activity;
    return buildTree(
      rawScreen({ ...first, detail: [...first.detail, `read twice: ${qualityWarning}`] }, [qualityWarning]),
    );
  }

  async #lastResort(op: Operation, failure: NotDumped): Promise<UiTree> {
    const tree = lastResortFor.has(failure.why) ? await this.#viewsOnly(op, failure) : null;
    if (tree) return tree;
    const { why, line, tried } = failure;
    if (why === 'not_idle' && this.#restless) {
      throw readFault(why, { line, found: restlessWarning(this.#restless), tried });
    }
    throw await explainFailure(op, this.#adb, failure);
  }

  /** The view hierarchy as the app dumps it; null when it has none. */
  async #viewsOnly(op: Operation, { tried, why }: Pick<NotDumped, 'tried' | 'why'>): Promise<UiTree | null> {
    const marker = 'frame-follows';
    const line = `dumpsys activity top; echo; echo ${marker}; ${frameCommand(this.#sdk)}`;
    const text = (await this.#adb.shell(op, line)).stdout.toString('utf8');
    const at = text.lastIndexOf(marker);
    const frame = readFrame(at < 0 ? '' : text.slice(at));
    const roots = parseActivityTop(at < 0 ? text : text.slice(0, at), frame.foreground?.appId ?? null);
    if (roots.length === 0) return null;
    const restless =
      (why === 'not_idle' || why === 'hung') && this.#restless ? [restlessWarning(this.#restless)] : [];
    return buildTree({
      platform: 'android',
      windows: [{ kind: 'app', displayId: 0, roots }],
      rotation: frame.rotation ?? 0,
      size: frame.size,
      foreground: frame.foreground,
      source: { tier: 'dumpsys-activity-top', detail: [...tried, why] },
      qualityWarnings: [
        'views only: no texts, no dialogs, positions ignore scrolling; Compose, Flutter and web content appears as one view',
        ...restless,
      ],
    });
  }
}

function activityOf({ frame }: Dumped): string | null {
  return frame?.foreground?.activity ?? null;
}

function compact(qualityWarning: string | null): readonly string[] {
  return qualityWarning === null ? [] : [qualityWarning];
}

const helperTier = 'uiautomator2-server';

/** Why a helper that is on the device did not give this tree. */
function helperNote(helper: ResidentHelper | null): readonly string[] {
  if (helper === null || helper.there === false) return [];
  const { state, why } = helper.state;
  return why === null || state === 'missing' || state === 'off' ? [] : [`helper: ${why}`];
}

function rawScreen(
  { screen, frame, detail }: Dumped,
  qualityWarnings: readonly string[],
  tier = 'uiautomator-dump',
): RawScreen {
  const lost = frame === null ? ['the output ended before the state of the window manager'] : [];
  return {
    platform: 'android',
    windows: screen.windows,
    rotation: screen.rotation ?? frame?.rotation ?? 0,
    size: frame?.size ?? null,
    foreground: frame?.foreground ?? null,
    source: { tier, detail },
    qualityWarnings: [...qualityWarnings, ...lost],
    notes: screen.notes,
  };
}
