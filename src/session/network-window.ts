/** Which requests of a device were already reported, and since when they count: its last action. */
import { isNoise } from '../logs/network-errors.ts';
import type { NetworkEvent } from '../logs/network-signals.ts';
import type { ActionRecord } from './action-journal.ts';

/** Without an action so far. */
const defaultSpanMs = 60_000;
const mostRemembered = 2_000;

export class NetworkWindow {
  readonly #told = new Set<string>();

  /** Host UTC epoch milliseconds since which requests count: the start of the newest action, or a minute ago. */
  static beginOf(records: readonly ActionRecord[], deviceKey: string, nowEpochMs: number): number {
    const last = records.findLast((record) => record.deviceKey === deviceKey);
    return (last?.dispatchStarted ?? last?.started)?.epochMs ?? nowEpochMs - defaultSpanMs;
  }

  /** Requests not reported before; noise only when there is nothing else. Marks them as reported. */
  fresh(events: readonly NetworkEvent[]): readonly NetworkEvent[] {
    const unknown = events.filter((event) => !this.#told.has(keyOf(event)));
    for (const event of unknown) this.#told.add(keyOf(event));
    for (const key of this.#told) {
      if (this.#told.size <= mostRemembered) break;
      this.#told.delete(key);
    }
    const primary = unknown.filter(({ endpoint }) => !isNoise(endpoint));
    return primary.length > 0 ? primary : unknown;
  }
}

function keyOf({ endpoint, method, statusCode, networkError, epochMs, pid, tid }: NetworkEvent): string {
  return [epochMs, pid, tid, method, endpoint, statusCode, networkError].join(' ');
}
