/** A failure of one of Apple's tools, with what the tool printed: some callers read more from its words. */
import { Fault, type FaultOptions } from '@mobile-debug/core/fault.ts';
import type { FaultCode } from '@mobile-debug/core/fault-codes.ts';

export interface ToolWords {
  /** Such as `simctl launch`. */
  readonly tool: string;
  /** Everything it printed, cut. */
  readonly said: string;
}

export class ToolFault extends Fault {
  readonly said: string;

  constructor(code: FaultCode, message: string, { tool, said }: ToolWords, options: FaultOptions = {}) {
    super(code, message, { ...options, details: { tool, ...options.details, said } });
    this.said = said;
  }
}
