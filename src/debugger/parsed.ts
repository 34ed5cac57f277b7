/** Expressions and messages of a call, refused with what is wrong with them. */
import { Fault } from '@mobile-debug/core/fault.ts';
import { ExpressionProblem } from './language.ts';

/** What `parse` gives; INVALID_ARGUMENT for an expression or message that cannot be understood. */
export function parsed<T>(what: 'condition' | 'log message' | 'expression', parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof ExpressionProblem)) throw error;
    throw new Fault('INVALID_ARGUMENT', `The ${what} cannot be parsed: ${error.message}`, {
      nextStep:
        'Use names, members, indices, literals, comparisons, && || and !; in log messages {expression}, and {{ for a brace.',
    });
  }
}
