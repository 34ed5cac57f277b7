/** Scripted failures of Apple's tools: which moment they wait for, what they do, how often they did it. */

import type { Clock } from '@mobile-debug/core/clock.ts';
import { systemClock } from '@mobile-debug/core/operation.ts';
import { FaultBook, type FaultHandle, type FaultLimits, matchesText } from '../fault-book.ts';
import type { CompanionFault } from './companion-fault.ts';
import type { ToolFault } from './tool-fault.ts';

/** Done to the program as a whole, whatever it is. */
export type ProcessFault =
  | { readonly kind: 'hang' }
  | { readonly kind: 'slow'; readonly ms: number }
  /** The program does nothing but print and end. */
  | {
      readonly kind: 'replace';
      readonly stdout?: string | Uint8Array;
      readonly stderr?: string;
      readonly exitCode?: number;
    }
  /** It runs as ever, with text around what it prints. */
  | {
      readonly kind: 'chatter';
      readonly stdoutBefore?: string;
      readonly stderrBefore?: string;
      readonly stderrAfter?: string;
    }
  /** It runs as ever, but this is its exit code: codes drift between versions of Xcode. */
  | { readonly kind: 'exit'; readonly code: number }
  /** Only this share (0..1) of stdout comes through, with the exit it had. */
  | { readonly kind: 'truncate'; readonly share: number }
  /** Ends by SIGKILL after so many bytes of stdout (0: before any). */
  | { readonly kind: 'kill'; readonly afterBytes?: number }
  /** Harms nothing: runs `run` before the program does anything. For changes between two steps. */
  | { readonly kind: 'call'; readonly run: () => void };

export type AppleFault = ProcessFault | ToolFault | CompanionFault;

export interface AppleFaultRule {
  readonly when?: FaultLimits & {
    /** Name of the executable: `xcrun`, `idb`, ... */
    readonly tool?: string;
    /** Matches the tool and its arguments, joined by blanks: a part of them, or an expression. */
    readonly command?: RegExp | string;
    /** Name of a remote call: `accessibility_info`. */
    readonly rpc?: string;
    readonly udid?: string;
  };
  readonly do: AppleFault;
}

/** What is going on as a fault is asked for. */
export interface FaultMoment {
  readonly tool?: string;
  readonly command?: string;
  readonly rpc?: string;
  readonly udid?: string;
}

const processKinds: ReadonlySet<string> = new Set<ProcessFault['kind']>([
  'hang',
  'slow',
  'replace',
  'chatter',
  'exit',
  'truncate',
  'kill',
  'call',
]);

export class AppleFaults {
  readonly #book: FaultBook<AppleFaultRule>;

  constructor(rules: readonly AppleFaultRule[] = [], clock: Clock = systemClock) {
    this.#book = new FaultBook(clock);
    for (const rule of rules) this.add(rule);
  }

  add(rule: AppleFaultRule): FaultHandle {
    return this.#book.add(rule);
  }

  clear(): void {
    this.#book.clear();
  }

  /** All faults of the process as a whole that hit this start, counted as used. */
  forProcess(moment: FaultMoment): readonly ProcessFault[] {
    const hits = [...this.#book.strike((rule) => isProcessFault(rule.do) && fits(rule, moment))];
    return hits.map((rule) => rule.do).filter(isProcessFault);
  }

  /** The fault of this kind that hits here, counted as used; null when none does. */
  take<K extends AppleFault['kind']>(kind: K, moment: FaultMoment): Extract<AppleFault, { kind: K }> | null {
    for (const { do: action } of this.#book.strike((rule) => isKind(rule.do, kind) && fits(rule, moment))) {
      if (isKind(action, kind)) return action;
    }
    return null;
  }
}

function fits({ when = {} }: AppleFaultRule, moment: FaultMoment): boolean {
  const same = (wanted: string | undefined, is: string | undefined): boolean =>
    wanted === undefined || wanted === is;
  return (
    same(when.tool, moment.tool) &&
    same(when.rpc, moment.rpc) &&
    same(when.udid, moment.udid) &&
    matchesText(when.command, moment.command ?? '')
  );
}

function isProcessFault(action: AppleFault): action is ProcessFault {
  return processKinds.has(action.kind);
}

function isKind<K extends AppleFault['kind']>(
  action: AppleFault,
  kind: K,
): action is Extract<AppleFault, { kind: K }> {
  return action.kind === kind;
}
