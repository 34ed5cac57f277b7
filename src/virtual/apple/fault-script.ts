/** Scripted failures of Apple's tools: which moment they wait for, what they do, how often they did it. */
import type { Clock } from '../../core/clock.ts';
import { systemClock } from '../../core/operation.ts';
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
  readonly when?: {
    /** Name of the executable: `xcrun`, `idb`, ... */
    readonly tool?: string;
    /** Matches the tool and its arguments, joined by blanks: a part of them, or an expression. */
    readonly command?: RegExp | string;
    /** Name of a remote call: `accessibility_info`. */
    readonly rpc?: string;
    readonly udid?: string;
    /** From the nth match on (1 = the first, the default). */
    readonly nth?: number;
    /** How often; without it, always. */
    readonly times?: number;
    /** Not before so long after the rule was added. */
    readonly afterMs?: number;
    /** Not later than so long after the rule was added. */
    readonly forMs?: number;
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

export interface AppleFaultHandle {
  readonly uses: number;
  remove(): void;
}

interface Entry {
  readonly rule: AppleFaultRule;
  readonly addedAtMs: number;
  matches: number;
  uses: number;
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
  readonly #entries = new Set<Entry>();
  readonly #clock: Clock;

  constructor(rules: readonly AppleFaultRule[] = [], clock: Clock = systemClock) {
    this.#clock = clock;
    for (const rule of rules) this.add(rule);
  }

  add(rule: AppleFaultRule): AppleFaultHandle {
    const entry: Entry = { rule, addedAtMs: this.#clock.monotonicMs(), matches: 0, uses: 0 };
    this.#entries.add(entry);
    const entries = this.#entries;
    return {
      get uses() {
        return entry.uses;
      },
      remove() {
        entries.delete(entry);
      },
    };
  }

  clear(): void {
    this.#entries.clear();
  }

  /** All faults of the process as a whole that hit this start, counted as used. */
  forProcess(moment: FaultMoment): readonly ProcessFault[] {
    const hits: ProcessFault[] = [];
    for (const entry of this.#entries) {
      const action = entry.rule.do;
      if (!isProcessFault(action) || !this.#hits(entry, moment)) continue;
      hits.push(action);
    }
    return hits;
  }

  /** The fault of this kind that hits here, counted as used; null when none does. */
  take<K extends AppleFault['kind']>(kind: K, moment: FaultMoment): Extract<AppleFault, { kind: K }> | null {
    for (const entry of this.#entries) {
      const action = entry.rule.do;
      if (isKind(action, kind) && this.#hits(entry, moment)) return action;
    }
    return null;
  }

  #hits(entry: Entry, moment: FaultMoment): boolean {
    const when = entry.rule.when ?? {};
    if (when.tool !== undefined && when.tool !== moment.tool) return false;
    if (when.rpc !== undefined && when.rpc !== moment.rpc) return false;
    if (when.udid !== undefined && when.udid !== moment.udid) return false;
    const command = moment.command ?? '';
    if (typeof when.command === 'string' && !command.includes(when.command)) return false;
    if (when.command instanceof RegExp && command.search(when.command) < 0) return false;
    const ageMs = this.#clock.monotonicMs() - entry.addedAtMs;
    if (ageMs < (when.afterMs ?? 0) || ageMs > (when.forMs ?? Number.POSITIVE_INFINITY)) return false;
    entry.matches++;
    if (entry.matches < (when.nth ?? 1)) return false;
    if (entry.uses >= (when.times ?? Number.POSITIVE_INFINITY)) return false;
    entry.uses++;
    return true;
  }
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
