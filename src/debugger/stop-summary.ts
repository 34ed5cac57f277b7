/** One stop as clients see it. Holds no value of the program. */
import type { BackendStop, CodeLocation } from './backend.ts';

export interface StopSummary {
  readonly stopId: string;
  readonly threadId: string;
  readonly reason: BackendStop['reason'];
  readonly description: string;
  readonly locations: readonly CodeLocation[];
  readonly breakpointIds: readonly string[];
  /** Host UTC epoch milliseconds. */
  readonly atMs: number;
}

/** `com.example.Cart.total (Cart.java:12)`. */
export function placeText({ className, method, file, line }: CodeLocation): string {
  const code = [className, method].filter((part) => part !== null).join('.') || 'unknown code';
  if (file === null) return code;
  return `${code} (${line === null ? file : `${file}:${line}`})`;
}
