/** Progress for calls that last: the first word after two seconds, then at least every ten, so that no client gives up. */
import type { Clock } from '@mobile-debug/core/clock.ts';

const firstMs = 2_000;
const everyMs = 5_000;

export interface Heartbeat {
  /** Says something now; the same words are repeated with the time until the next. */
  say(message: string): void;
  stop(): void;
}

export function startHeartbeat(clock: Clock, send: (step: number, message: string) => void): Heartbeat {
  const from = clock.monotonicMs();
  let step = 0;
  let words = 'working';
  let cancel = clock.after(firstMs, beat);
  function beat(): void {
    send(++step, `${words} (${Math.round((clock.monotonicMs() - from) / 1_000)} s)`);
    cancel = clock.after(everyMs, beat);
  }
  return {
    say(message) {
      words = message;
      send(++step, message);
    },
    stop: () => cancel(),
  };
}
