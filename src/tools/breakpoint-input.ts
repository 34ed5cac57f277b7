/** Where a breakpoint stops, as callers say it. */
import { Fault } from '@mobile-debug/core/fault.ts';
import * as z from 'zod';
import type { BreakpointRequest } from '../debugger/backend.ts';
import { debugSessionId, oneOf, text, timeoutMs } from './debug-input.ts';

const exception = z
  .strictObject({
    className: text
      .optional()
      .meta({ doc: 'Binary name of the exception, its subclasses included; all when absent' }),
    caught: z.boolean().default(false).meta({ doc: 'Stop on caught exceptions' }),
    uncaught: z.boolean().default(true).meta({ doc: 'Stop on uncaught exceptions' }),
  })
  .optional()
  .meta({ doc: 'Stop where such an exception is thrown' });

export const breakpointInput = z.object({
  debugSessionId,
  className: text.optional().meta({
    description: 'binary name, with line',
    doc: 'Exact binary name, such as `com.example.Cart$Item`; with `line`',
  }),
  file: text.optional().meta({
    description: 'instead of className',
    doc: 'Source file, with `line`; enough of its path to be unambiguous',
  }),
  line: z.int().min(1).max(1_000_000).optional().meta({ doc: 'Line from 1' }),
  function: text.optional().meta({ doc: '`com.example.Cart.total`: stop at the start of the method' }),
  exception,
  condition: text.optional().meta({
    description: 'stop only if true',
    doc: 'Expression of names, fields, indices, length, literals, comparison and `&& || !`',
  }),
  logMessage: text.optional().meta({
    description: 'log instead of stopping; {expr}',
    doc: 'Log this instead of stopping: `{expr}` is a value, `{{` a brace',
  }),
  timeoutMs,
});

export function placeOf({
  className,
  file,
  line,
  function: name,
  exception: thrown,
}: z.output<typeof breakpointInput>): BreakpointRequest['at'] {
  oneOf({
    'className and line': className !== undefined,
    'file and line': file !== undefined,
    function: name !== undefined,
    exception: thrown !== undefined,
  });
  if ((className ?? file) !== undefined && line === undefined) {
    throw new Fault('INVALID_ARGUMENT', 'className and file each need a line.');
  }
  if ((name !== undefined || thrown) && line !== undefined) {
    throw new Fault('INVALID_ARGUMENT', 'A function or an exception takes no line.');
  }
  if (className !== undefined && line !== undefined) return { kind: 'class_line', className, line };
  if (file !== undefined && line !== undefined) return { kind: 'file_line', file, line };
  if (name !== undefined) return { kind: 'function', name };
  const { className: type = null, caught = false, uncaught = true } = thrown ?? {};
  if (!caught && !uncaught) {
    throw new Fault(
      'INVALID_ARGUMENT',
      'An exception breakpoint stops at caught exceptions, uncaught ones, or both.',
    );
  }
  return { kind: 'exception', className: type, caught, uncaught };
}
