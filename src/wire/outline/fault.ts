/** A call that was refused or failed before it had a result to tell. */
import type { Fault } from '@mobile-debug/core/fault.ts';
import { candidateLines, factLines, firstLine, reasonLines } from './words.ts';

export interface FaultTold {
  readonly tool: string;
  readonly fault: Fault;
}

export function faultLines({ tool, fault }: FaultTold): readonly string[] {
  const { code, message, retryable, nextStep, details } = fault;
  return [
    firstLine(['FAILED', tool], [code, retryable ? 'may be tried again' : 'do not repeat unchanged'], []),
    ...reasonLines(message, nextStep),
    ...candidateLines(details),
    ...factLines(details),
  ];
}
