/** Works beside each other. All are over before a failure is thrown, so that nothing goes on behind the caller. */

/** The results in order; the failure of the first in this order that failed. */
export async function allDone<T extends readonly unknown[]>(
  works: readonly [...{ [K in keyof T]: Promise<T[K]> }],
): Promise<T> {
  const results: unknown[] = [];
  for (const outcome of await Promise.allSettled(works)) {
    if (outcome.status === 'rejected') throw outcome.reason;
    results.push(outcome.value);
  }
  return results as unknown as T;
}
