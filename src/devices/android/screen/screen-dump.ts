/**
 * Gets one whole dump out of a device: the first way that works, the retries that each failure deserves, and what is to
 * be told of the way it came. Judging the content is screen.ts's work. Sources: [A1] and [A7].
 */
import { Fault, failedBecause, isFault } from '@mobile-debug/core/fault.ts';
import { randomId } from '@mobile-debug/core/ids.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import type { AdbDevice } from '../adb/adb-types.ts';
import { notReadyFault } from '../not-ready.ts';
import { type DumpRequest, dumpCommand, type Frame, frameCommand, splitAnswer } from './screen-command.ts';
import { type ReadFailure, readFault } from './screen-faults.ts';
import { parseUiXml, type UiXml } from './ui-xml.ts';

/** `waitForIdle(1000, 10000)` takes at most 10 s [A1]; the rest is the start of the VM on a slow phone [O1]. */
const longestDumpMs = 13_000;
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
}

type Answer =
  | { readonly ok: true; readonly screen: UiXml; readonly frame: Frame | null }
  | { readonly ok: false; readonly why: ReadFailure; readonly line: string };

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
        if (!malformed || counts.malformed > 0) throw error;
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
      } else return { why: answer.why, line: answer.line, tried };
    }
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
      if (isFault(error, 'TIMEOUT') && !op.ended) return { ok: false, why: 'hung', line: '' };
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
    return { ok: false, why: dump.why, line: dump.line };
  }
  const screen = parseUiXml(dump.xml);
  // A hierarchy without a node is the null root of dumpers that print what they have.
  if (screen.nodeCount === 0) return { ok: false, why: 'null_root', line: '' };
  return { ok: true, screen, frame };
}

/** The fault for a failure without a further fallback, with its cause looked up on the device. */
export async function explainFailure(op: Operation, adb: AdbDevice, failure: NotDumped): Promise<Fault> {
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
