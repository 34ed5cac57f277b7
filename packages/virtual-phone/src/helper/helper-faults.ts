/** Scripted failures of the helper's server: which request they wait for and what they do to it. */

export type HelperFault =
  /** The process dies in the middle: before (`acted: false`) or after it did what was asked, never answering. */
  | { readonly kind: 'crash'; readonly acted: boolean }
  /** Nothing is answered until the client leaves; `acted` as above. */
  | { readonly kind: 'hang'; readonly acted: boolean }
  | { readonly kind: 'slow'; readonly ms: number }
  /** Something else happens on the phone first; the answer is right. */
  | { readonly kind: 'call'; readonly run: () => void }
  /** Bytes in place of an answer. */
  | { readonly kind: 'garbage'; readonly bytes: string }
  /** A W3C error; nothing is done. */
  | { readonly kind: 'error'; readonly status: number; readonly error: string; readonly message: string }
  /** Another answer than the right one. */
  | { readonly kind: 'answer'; readonly body: unknown }
  /** The answer is cut in its middle and the connection closed; what was asked is done. */
  | { readonly kind: 'cut' }
  /** The connection closes after a right answer: the next request meets a closed one. */
  | { readonly kind: 'close' };

export interface HelperFaultRule {
  /** Matched against `METHOD /path`, the session id left out: `GET /source`, `POST /appium/gestures/click`. */
  readonly when?: RegExp;
  /** From the nth such request on (1 = the next). */
  readonly nth?: number;
  /** How often; without it, always. */
  readonly times?: number;
  readonly do: HelperFault;
}

export class HelperFaults {
  #rules: { readonly rule: HelperFaultRule; seen: number; uses: number }[] = [];

  add(rule: HelperFaultRule): void {
    this.#rules.push({ rule, seen: 0, uses: 0 });
  }

  clear(): void {
    this.#rules = [];
  }

  /** The first that hits, counted as used. */
  take(request: string): HelperFault | null {
    for (const entry of this.#rules) {
      const { when, nth = 1, times = Number.POSITIVE_INFINITY } = entry.rule;
      if (entry.uses >= times || (when && !when.test(request))) continue;
      entry.seen += 1;
      if (entry.seen < nth) continue;
      entry.uses += 1;
      return entry.rule.do;
    }
    return null;
  }
}
