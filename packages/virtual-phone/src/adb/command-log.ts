/** What was opened on a phone, when, and how it ended: what tests and benches count and sum. */
import type { Clock } from '@mobile-debug/core/clock.ts';

export type ServiceKind =
  | 'shell'
  | 'shell_v2'
  | 'exec'
  | 'abb'
  | 'abb_exec'
  | 'sync'
  | 'socket'
  | 'jdwp'
  | 'reverse'
  | 'other';

export type ServiceOutcome = 'running' | 'exited' | 'closed' | 'hangup' | 'killed' | 'refused' | 'cut';

/** One opened device service. Fields change until `outcome` is no longer `running`. */
export interface CommandRecord {
  readonly serial: string;
  /** Phone clock, monotonic milliseconds. */
  readonly atMs: number;
  /** As it came over the wire, NULs kept. */
  readonly service: string;
  readonly kind: ServiceKind;
  /** Device programs that it ran, in order. */
  readonly programs: string[];
  /** What the timing profile charged: the least time this service could take. */
  deviceTimeMs: number;
  durationMs: number;
  outcome: ServiceOutcome;
  exitCode: number | null;
}

/** Older records fall out in long sessions. */
const maxRecords = 50_000;

export class CommandLog {
  #records: CommandRecord[] = [];

  open(serial: string, clock: Clock, service: string): CommandRecord {
    const record: CommandRecord = {
      serial,
      atMs: clock.monotonicMs(),
      service,
      kind: serviceKind(service),
      programs: [],
      deviceTimeMs: 0,
      durationMs: 0,
      outcome: 'running',
      exitCode: null,
    };
    if (this.#records.length >= maxRecords) this.#records = this.#records.slice(maxRecords / 2);
    this.#records.push(record);
    return record;
  }

  /** Only the first ending counts: a cut command's later exit is no news. */
  close(record: CommandRecord, clock: Clock, outcome: ServiceOutcome, exitCode: number | null = null): void {
    if (record.outcome !== 'running') return;
    record.outcome = outcome;
    record.exitCode = exitCode;
    record.durationMs = clock.monotonicMs() - record.atMs;
  }

  get records(): readonly CommandRecord[] {
    return this.#records;
  }

  clear(): void {
    this.#records = [];
  }
}

function serviceKind(service: string): ServiceKind {
  const word = service.slice(0, service.search(/[:,]|$/));
  switch (word) {
    case 'shell':
      return /^shell,[^:]*\bv2\b/.test(service) ? 'shell_v2' : 'shell';
    case 'exec':
    case 'abb':
    case 'abb_exec':
    case 'sync':
    case 'reverse':
      return word;
    case 'jdwp':
    case 'track-jdwp':
    case 'track-app':
      return 'jdwp';
    case 'tcp':
    case 'localabstract':
    case 'localfilesystem':
    case 'localreserved':
    case 'local':
      return 'socket';
    default:
      return 'other';
  }
}
