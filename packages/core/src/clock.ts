/** Time as a value that can be passed in: the real clock lives in operation.ts, that of tests in testing/manual-clock.ts. */

export interface Clock {
  /** Monotonic milliseconds since an arbitrary start; decides order and durations. */
  monotonicMs(): number;
  /** UTC epoch milliseconds; for display only, may jump. */
  epochMs(): number;
  /** Calls `fire` once after `ms`; the returned function cancels. Never fires synchronously. */
  after(ms: number, fire: () => void): () => void;
}

/** One instant on both clocks. */
export interface Moment {
  readonly monotonicMs: number;
  readonly epochMs: number;
}
