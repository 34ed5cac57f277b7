/** Scripted failures: which moment they wait for, what they do, how often they did it. The places that fail ask here. */
import type { Clock } from '../../core/clock.ts';
import { systemClock } from '../../core/operation.ts';

export type DeviceState =
  | 'device'
  | 'offline'
  | 'unauthorized'
  | 'authorizing'
  | 'connecting'
  | 'recovery'
  | 'bootloader'
  | 'sideload'
  | 'no permissions'
  /** Not listed at all. */
  | 'gone';

/** Done to the stream of the service as a whole. */
export type StreamFault =
  | { readonly kind: 'hang' }
  | { readonly kind: 'delay'; readonly ms: number }
  /** Ends the stream after so many bytes of output, without an exit packet. */
  | { readonly kind: 'cut'; readonly afterBytes: number }
  /** Lets so many bytes out, then nothing more ever. */
  | { readonly kind: 'stall'; readonly afterBytes: number }
  | { readonly kind: 'kill'; readonly code?: number }
  | { readonly kind: 'exit'; readonly code: number }
  | { readonly kind: 'garbage'; readonly before?: string | Uint8Array; readonly after?: string | Uint8Array }
  | { readonly kind: 'replace'; readonly output: string | Uint8Array; readonly exitCode?: number }
  /** Only this share of the output (0..1) comes through, with a proper exit. */
  | { readonly kind: 'truncate'; readonly share: number }
  | { readonly kind: 'refuse' }
  /** The device changes state after `afterMs` of the command, for `forMs` (for good when absent). */
  | {
      readonly kind: 'state';
      readonly state: DeviceState;
      readonly afterMs?: number;
      readonly forMs?: number;
    }
  | { readonly kind: 'reboot'; readonly afterMs?: number }
  | { readonly kind: 'server_gone'; readonly afterMs?: number; readonly forMs?: number }
  | { readonly kind: 'clock_jump'; readonly ms: number }
  /** Harms nothing: runs `run` as the service is opened, before it does anything. For changes between two steps. */
  | { readonly kind: 'call'; readonly run: () => void };

/** Done by the program that meets it. */
export type ProgramFault =
  | { readonly kind: 'idle_error' }
  | { readonly kind: 'null_root' }
  | { readonly kind: 'already_registered' }
  | { readonly kind: 'disk_full' }
  | { readonly kind: 'permission_denied' }
  | { readonly kind: 'screencap'; readonly how: 'empty' | 'warning' | 'black' | 'failed' }
  | { readonly kind: 'install'; readonly failure: string }
  | { readonly kind: 'launch_timeout' }
  | { readonly kind: 'no_service'; readonly name: string };

export type FaultAction = StreamFault | ProgramFault;

export interface FaultRule {
  readonly when?: {
    /** Matches the service string: a part of it, or an expression. */
    readonly service?: RegExp | string;
    readonly serial?: string;
    /** From the nth match on (1 = the first, the default). */
    readonly nth?: number;
    /** How often; without it, always. */
    readonly times?: number;
    /** Not before so long after the rule was added. */
    readonly afterMs?: number;
  };
  readonly do: FaultAction;
}

export interface FaultHandle {
  readonly uses: number;
  remove(): void;
}

interface Entry {
  readonly rule: FaultRule;
  readonly addedAtMs: number;
  matches: number;
  uses: number;
}

const streamKinds: ReadonlySet<string> = new Set([
  'hang',
  'delay',
  'cut',
  'stall',
  'kill',
  'exit',
  'garbage',
  'replace',
  'truncate',
  'refuse',
  'state',
  'reboot',
  'server_gone',
  'clock_jump',
  'call',
]);

export class FaultScript {
  readonly #entries = new Set<Entry>();
  readonly #clock: Clock;

  constructor(rules: readonly FaultRule[] = [], clock: Clock = systemClock) {
    this.#clock = clock;
    for (const rule of rules) this.add(rule);
  }

  add(rule: FaultRule): FaultHandle {
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

  /** All stream faults that hit this opening, counted as used. */
  forService(serial: string, service: string): readonly StreamFault[] {
    const hits: StreamFault[] = [];
    for (const entry of this.#entries) {
      const action = entry.rule.do;
      if (!isStreamFault(action) || !this.#hits(entry, serial, service)) continue;
      if (action.kind === 'call') action.run();
      else hits.push(action);
    }
    return hits;
  }

  /** The program fault of this kind that hits here, counted as used; null when none does. */
  take<K extends ProgramFault['kind']>(
    kind: K,
    serial: string,
    service: string,
  ): Extract<ProgramFault, { kind: K }> | null {
    for (const entry of this.#entries) {
      const action = entry.rule.do;
      if (isKind(action, kind) && this.#hits(entry, serial, service)) return action;
    }
    return null;
  }

  #hits(entry: Entry, serial: string, service: string): boolean {
    const when = entry.rule.when ?? {};
    if (when.serial !== undefined && when.serial !== serial) return false;
    if (typeof when.service === 'string' && !service.includes(when.service)) return false;
    if (when.service instanceof RegExp && service.search(when.service) < 0) return false;
    if (this.#clock.monotonicMs() - entry.addedAtMs < (when.afterMs ?? 0)) return false;
    entry.matches++;
    if (entry.matches < (when.nth ?? 1)) return false;
    if (entry.uses >= (when.times ?? Number.POSITIVE_INFINITY)) return false;
    entry.uses++;
    return true;
  }
}

function isStreamFault(action: FaultAction): action is StreamFault {
  return streamKinds.has(action.kind);
}

function isKind<K extends FaultAction['kind']>(
  action: FaultAction,
  kind: K,
): action is Extract<FaultAction, { kind: K }> {
  return action.kind === kind;
}
