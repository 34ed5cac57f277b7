/** The only function that puts a value into a device shell's command line. */
import { Fault } from '@mobile-debug/core/fault.ts';

/** Characters that no shell gives a meaning to, at any place of a word. */
const plainWord = /^[A-Za-z0-9_%+:,./@-]+$/;

/**
 * One argument for the device's `sh`: single-quoted, every inner `'` as `'\''` (POSIX; mksh and toybox alike).
 * INVALID_ARGUMENT for a NUL character, which no argument can contain.
 */
export function quoteArg(value: string): string {
  if (value.includes('\0')) {
    throw new Fault('INVALID_ARGUMENT', 'Text with a NUL character cannot be passed to the device.');
  }
  if (plainWord.test(value)) return value;
  return `'${value.replaceAll("'", "'\\''")}'`;
}

/** A whole command line of quoted arguments. */
export function quoteCommand(args: readonly string[]): string {
  return args.map(quoteArg).join(' ');
}
