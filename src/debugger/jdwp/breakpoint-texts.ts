/** Condition and log message of a breakpoint, read when it is set. They run no code of the app. */
import { Fault } from '@mobile-debug/core/fault.ts';
import type { BreakpointRequest } from '../backend.ts';
import { callsCode, type Expression, parseExpression } from '../expression.ts';
import { parseTemplate, type TemplatePart } from '../log-template.ts';
import { parsed } from '../parsed.ts';

export interface BreakpointTexts {
  readonly condition: Expression | null;
  readonly log: readonly TemplatePart<Expression>[] | null;
}

/** INVALID_ARGUMENT for what cannot be parsed, and for what would call a method at every hit. */
export function textsOf({ condition, logMessage }: BreakpointRequest): BreakpointTexts {
  const texts = {
    condition: condition === null ? null : parsed('condition', () => parseExpression(condition)),
    log: logMessage === null ? null : parsed('log message', () => parseTemplate(logMessage, parseExpression)),
  };
  if (texts.condition && callsCode(texts.condition)) throw calls('condition');
  if (texts.log?.some((part) => 'expression' in part && callsCode(part.expression)))
    throw calls('log message');
  return texts;
}

function calls(what: string): Fault {
  return new Fault('INVALID_ARGUMENT', `The ${what} calls a method; it may only read.`, {
    nextStep:
      'Read fields, .length or .size instead. At a stop evaluate_in_debugger calls methods with allowGetters: true.',
  });
}
