/**
 * Gets one whole dump out of a device: the first way that works, the retries that each failure deserves, what is to be
 * told of the way it came, and whether it can be the whole screen. Sources: [A1] and [A7].
 */
import { Fault, failedBecause, isFault } from '@mobile-debug/core/fault.ts';
import { randomId } from '@mobile-debug/core/ids.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import type { RawNode, RawWindow } from '../../../ui/raw-screen.ts';
import type { AdbDevice } from '../adb/adb-types.ts';
import { brokenOff } from '../broken-off.ts';
import { notReadyFault } from '../not-ready.ts';
import { type DumpRequest, dumpCommand, type Frame, frameCommand, splitAnswer } from './screen-command.ts';
import { type ReadFailure, readFault } from './screen-faults.ts';
import { parseUiXml, type UiXml } from './ui-xml.ts';

/** `waitForIdle(1000, 10000)` takes at most 10 s [A1]; the rest is the start of the VM on a slow phone [O1]. */
const longestDumpMs = 13_000;
/** Start of the VM and the one second of quiet that a dump waits for, twice over [A1]. */
export const briefDumpS = 3;
/** With less time than this left, a dump gets all of it: a slow dump that is cut short looks like one that hangs [O1]. */
const fairChanceMs = 6_000;
const nullRootRetries = 3;
/** A transition between activities leaves no root for some hundred milliseconds [O1]. */
const nullRootPauseMs = 150;
/** Time until a dump that was closed releases UiAutomation [O1]. */
const busyPauseMs = 300;

export interface Dumped {
  readonly screen: UiXml;
  readonly frame: Frame | null;
  readonly detail: readonly string[];
}

/** `line` is what the device printed last that told something. */
export interface NotDumped {
  readonly why: ReadFailure;
  readonly line: string;
  readonly tried: readonly string[];
  /** Of the last attempt; null when its output ended before that. */
  readonly frame: Frame | null;
}

type Answer =
  | { readonly ok: true; readonly screen: UiXml; readonly frame: Frame | null }
  | { readonly ok: false; readonly why: ReadFailure; readonly line: string; readonly frame: Frame | null };

/** One per device: remembers only whether the device has a terminal. */
export class Dumper {
  readonly #adb: AdbDevice;
  #way: DumpRequest['method'] = 'tty';

  constructor(adb: AdbDevice) {
    this.#adb = adb;
  }

  /**
   * Faults: OBSERVATION_FAILED for XML that is malformed twice, DEVICE_UNAVAILABLE, TIMEOUT, CANCELLED. Every other
   * failure is returned, so that the caller can take its last resort.
   */
  async dump(op: Operation, sdk: number, windows = true): Promise<Dumped | NotDumped> {
    const tried: string[] = [];
    const counts = { nullRoot: 0, busy: 0, malformed: 0 };
    let compressed = false;
    for (;;) {
      const request: DumpRequest = { method: this.#way, compressed, windows };
      const answer = await this.#attempt(op, sdk, request).catch((error: unknown) => {
        const malformed = failedBecause(error, 'malformed_xml');
        if (!(malformed || error instanceof BrokenOff) || counts.malformed > 0) throw brokenFault(error);
        counts.malformed += 1;
        return null;
      });
      if (answer === null) tried.push('read again: malformed XML');
      else if (answer.ok)
        return { screen: answer.screen, frame: answer.frame, detail: [...told(request), ...tried] };
      else if (answer.why === 'null_root' && counts.nullRoot < nullRootRetries) {
        counts.nullRoot += 1;
        tried.push('retried: null root');
        await op.sleep(nullRootPauseMs);
      } else if ((answer.why === 'busy' || answer.why === 'killed') && counts.busy === 0) {
        counts.busy += 1;
        tried.push('retried: UiAutomation was taken');
        await op.sleep(busyPauseMs);
      } else if (answer.why === 'not_idle' && !compressed) {
        compressed = true;
        tried.push('not idle');
      } else if ((answer.why === 'not_written' || answer.why === 'empty') && this.#way === 'tty') {
        this.#way = 'file';
        tried.push('no terminal');
      } else return { why: answer.why, line: answer.line, tried, frame: answer.frame };
    }
  }

  /** One short attempt at a screen that did not rest before. Without a tree when it still does not: what is in front. */
  async dumpBriefly(
    op: Operation,
    sdk: number,
    compressed: boolean,
  ): Promise<Dumped | { readonly frame: Frame | null }> {
    const request = { method: this.#way, compressed, windows: true, limitS: briefDumpS } as const;
    const answer = await this.#attempt(op, sdk, request).catch((error: unknown) => {
      throw brokenFault(error);
    });
    if (!answer.ok) return { frame: answer.frame };
    return { screen: answer.screen, frame: answer.frame, detail: told(request) };
  }

  /** Reserves a share of the budget for the last resort where it may be needed. */
  async #attempt(op: Operation, sdk: number, request: DumpRequest): Promise<Answer> {
    op.check();
    const reserves = op.remainingMs >= fairChanceMs || request.compressed;
    const reserveMs = reserves ? Math.min(2_000, op.remainingMs * 0.2) : 0;
    using part = op.within(Math.min(longestDumpMs, op.remainingMs - reserveMs));
    try {
      return answerOf(...(await this.#run(part, sdk, request)));
    } catch (error) {
      if (isFault(error, 'TIMEOUT') && !op.ended) return { ok: false, why: 'hung', line: '', frame: null };
      throw error;
    }
  }

  async #run(op: Operation, sdk: number, request: DumpRequest): Promise<[output: Buffer, mark: string]> {
    const marker = randomId('frame');
    const file = `/data/local/tmp/${randomId('mobile-debug')}.xml`;
    const line = `${dumpCommand(request, { marker, file })}; ${frameCommand(sdk)}`;
    if (request.method === 'tty') return [await this.#adb.exec(op, line), marker];
    try {
      return [(await this.#adb.shell(op, line)).stdout, marker];
    } catch (error) {
      await this.#removeLeftOver(op, file);
      throw error;
    }
  }

  /** The line that removes the file itself was stopped half-way. Its own second, because `op` may have ended. */
  async #removeLeftOver(op: Operation, file: string): Promise<void> {
    using own = Operation.start(1_000, { clock: op.clock });
    try {
      await this.#adb.shell(own, `rm -f ${file}`);
    } catch (error) {
      // A disconnected device keeps the file; the earlier failure is the one to report.
      if (!(error instanceof Fault)) throw error;
    }
  }
}

function told(request: DumpRequest): string[] {
  const words: string[] = [];
  if (request.compressed) words.push('compressed');
  if (request.method === 'file') words.push('file');
  if (!request.windows) words.push('active window only');
  return words;
}

function answerOf(output: Buffer, marker: string): Answer {
  const { dump, frame } = splitAnswer(output, marker);
  if (dump.kind === 'failure') {
    const notReady = notReadyFault(dump.line);
    if (notReady) throw notReady;
    if (dump.why === 'empty' && !output.includes(marker)) throw new BrokenOff();
    return { ok: false, why: dump.why, line: dump.line, frame };
  }
  const screen = parsed(dump.xml, output.includes(marker));
  // A hierarchy without a node is the null root of dumpers that print what they have.
  if (screen.nodeCount === 0) return { ok: false, why: 'null_root', line: '', frame };
  return { ok: true, screen, frame };
}

/** Without the mark after the dump it was the stream that ended, not the dumper that wrote nonsense. */
class BrokenOff extends Error {}

function brokenFault(error: unknown): unknown {
  return error instanceof BrokenOff ? brokenOff('the screen was read', error.cause) : error;
}

function parsed(xml: string, whole: boolean): UiXml {
  try {
    return parseUiXml(xml);
  } catch (cause) {
    if (whole || !failedBecause(cause, 'malformed_xml')) throw cause;
    throw new BrokenOff('', { cause });
  }
}

/** The fault for a failure without a further fallback, with its cause looked up on the device. */
export async function explainFailure(
  op: Operation,
  adb: AdbDevice,
  failure: Omit<NotDumped, 'frame'>,
): Promise<Fault> {
  const { why, line, tried } = failure;
  const found = await lookUp(op, adb, why);
  return readFault(why, { line, tried, ...(found === null ? {} : { found }) });
}

async function lookUp(op: Operation, adb: AdbDevice, why: ReadFailure): Promise<string | null> {
  const command =
    why === 'busy' || why === 'killed'
      ? "ps -A -o PID,ARGS 2>/dev/null | grep -E 'uiautomator|app_process|instrument|\\.test' | grep -v grep"
      : why === 'null_root'
        ? "dumpsys power | grep -m 1 'mWakefulness='"
        : null;
  if (command === null || op.ended) return null;
  using part = op.within(Math.min(2_000, op.remainingMs));
  try {
    const text = (await adb.shell(part, command)).stdout.toString('utf8');
    return why === 'null_root' ? wakefulness(text) : holders(text);
  } catch (error) {
    if (isFault(error, 'TIMEOUT') && !op.ended) return null;
    throw error;
  }
}

function wakefulness(text: string): string | null {
  // As dumpsys prints it [A7].
  const state = /mWakefulness=(\w+)/.exec(text)?.[1];
  return state === undefined ? null : `The device is ${state.toLowerCase()}.`;
}

function holders(text: string): string | null {
  const lines = text
    .split('\n')
    .map((line) => line.trim().replace(/\s+/g, ' '))
    .filter((line) => /^\d+ \S/.test(line));
  if (lines.length === 0) return null;
  return `Likely holders (pid, command): ${lines
    .slice(0, 3)
    .map((line) => line.slice(0, 120))
    .join('; ')}.`;
}

/** Why a parsed dump cannot be the whole screen; null when there is no sign of that. */
export function qualityWarningOf({ screen, frame }: Dumped): string | null {
  const windows = screen.windows.filter((window) => !isBar(window));
  const foreground = frame?.foreground ?? null;
  if (windows.length === 0) {
    const other = foreground?.appId && foreground.appId !== systemUi && foreground.focusedWindow === null;
    return other ? `only windows of the system while ${foreground.appId} is in front` : null;
  }
  const [only] = windows.length === 1 ? (windows[0]?.roots ?? []) : [];
  return only && covers(only, frame) && chainEnds(only) ? 'one empty view covers the screen' : null;
}

const systemUi = 'com.android.systemui';

function isBar(window: RawWindow): boolean {
  return window.roots.every((root) => root.packageName === systemUi);
}

/** True when there is nothing but one view inside the other, without anything to read. */
function chainEnds(root: RawNode): boolean {
  for (let node: RawNode | undefined = root; node; node = node.children[0]) {
    if (node.children.length > 1 || node.text !== undefined || node.description !== undefined) return false;
  }
  return true;
}

function covers(root: RawNode, frame: Frame | null): boolean {
  const size = frame?.size;
  if (!size) return true;
  const [left, top, right, bottom] = root.bounds;
  return (right - left) * (bottom - top) >= 0.8 * size.width * size.height;
}
