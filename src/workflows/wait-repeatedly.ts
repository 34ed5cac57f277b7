/** A wait for an element that is tried again after it timed out. */
import { isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { SessionOf } from '../session/device-session.ts';
import { type MatchQuery, waitForMatch } from '../session/wait-match.ts';

interface Attempts {
  readonly session: SessionOf<'screen'>;
  readonly wanted: MatchQuery;
  readonly retry: { readonly max_attempts: number; readonly backoff_ms: number };
}

/** An attempt in which nothing could be read is tried again like one that found nothing; the last one's fault counts. */
export async function waitRepeatedly(op: Operation, { session, wanted, retry }: Attempts) {
  let polls = 0;
  for (let attempts = 1; ; attempts++) {
    const last = attempts >= retry.max_attempts;
    try {
      const seen = await waitForMatch(op, session, wanted);
      polls += seen.polls;
      if (seen.satisfied || last) return { seen, attempts, polls };
    } catch (error) {
      if (last || op.ended || !isFault(error, 'OBSERVATION_FAILED')) throw error;
    }
    if (retry.backoff_ms > 0) await op.sleep(retry.backoff_ms);
  }
}
