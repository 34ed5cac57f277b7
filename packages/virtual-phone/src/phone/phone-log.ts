/** The log of the phone: a bounded ring as logd keeps it, with listeners for running `logcat` streams. */
import type { Clock } from '@mobile-debug/core/clock.ts';
import { Ring } from '@mobile-debug/core/ring.ts';
import type { LogLine } from './phone-types.ts';

export interface PhoneLog {
  append(line: Omit<LogLine, 'epochMs'> & { readonly epochMs?: number }): void;
  /** What the ring still holds, oldest first. */
  lines(): readonly LogLine[];
  subscribe(listener: (line: LogLine) => void): () => void;
  clear(): void;
}

const CAPACITY_LINES = 50_000;

/** `now` is the phone's own wall clock, which a fault can move against the host's. */
export function createLog(now: Clock['epochMs']): PhoneLog {
  const ring = new Ring<LogLine>(CAPACITY_LINES);
  const listeners = new Set<(line: LogLine) => void>();
  let lastMicros = 0;
  /** Two messages never have the same microsecond: logging one takes longer. */
  const next = (atMs: number): number => {
    const micros = Math.round(atMs * 1_000);
    lastMicros = micros <= lastMicros && lastMicros - micros < 100_000 ? lastMicros + 1 : micros;
    return lastMicros / 1_000;
  };
  return {
    append(line) {
      const epochMs = line.epochMs ?? next(now());
      // Printed with the head of the message before each of its lines, as logcat does.
      for (const message of line.message.split('\n')) {
        const written: LogLine = { ...line, message, epochMs };
        ring.push(written);
        for (const listener of listeners) listener(written);
      }
    },
    lines: () => ring.read().entries,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    clear: () => ring.clear(),
  };
}
