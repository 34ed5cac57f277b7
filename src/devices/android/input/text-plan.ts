/**
 * How to type a text so that every character arrives unchanged: which commands, in which order. Pure.
 * Source: [A12].
 */
import { Fault } from '@mobile-debug/core/fault.ts';
import { quoteArg } from '../adb/quote.ts';
import { key } from './key-codes.ts';

export interface TextCapabilities {
  /** Whether the device's shell can put a text on the clipboard. */
  readonly clipboard: boolean;
}

export type TextPlan =
  /** Command lines for the device's shell, one round trip each. */
  | { readonly method: 'input text'; readonly lines: readonly string[] }
  | { readonly method: 'clipboard paste'; readonly text: string };

/** Slow apps lose characters of longer bursts. */
const maxChunkChars = 48;
/** Well inside every limit on the way: 64 KiB for the service name, a page for an old shell's line. */
const maxLineChars = 3_000;
const typable = /^[\x20-\x7e\n\r\t]*$/;

/**
 * Exact for printable ASCII, tab and newline by key events; everything else needs the clipboard. CAPABILITY_MISSING,
 * with nothing sent, when it does not have one.
 */
export function planText(text: string, capabilities: TextCapabilities): TextPlan {
  if (typable.test(text)) return { method: 'input text', lines: joinLines(inputCommands(text)) };
  if (capabilities.clipboard) return { method: 'clipboard paste', text };
  throw new Fault(
    'CAPABILITY_MISSING',
    `This device cannot type ${untypable(text)}: its key map has only ASCII.`,
    {
      nextStep:
        'Use a device with the resident helper (--android-helper), or one whose shell has a clipboard (`cmd clipboard`); both take every character.',
    },
  );
}

function untypable(text: string): string {
  const odd = [...new Set([...text].filter((char) => !typable.test(char)))];
  const shown = odd
    .slice(0, 5)
    .map((char) => `"${char}" (U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')})`);
  return `${shown.join(', ')}${odd.length > shown.length ? ` and ${odd.length - shown.length} more` : ''}`;
}

function inputCommands(text: string): string[] {
  const commands: string[] = [];
  for (const part of text.replaceAll('\r\n', '\n').split(/([\r\n\t]+)/)) {
    if (part === '') continue;
    if (/^[\r\n\t]/.test(part)) commands.push(`input keyevent ${[...part].map(keyOf).join(' ')}`);
    else commands.push(...chunks(part).map((chunk) => `input text ${quoteArg(escapeSpaces(chunk))}`));
  }
  return commands;
}

function keyOf(char: string): number {
  return char === '\t' ? key.tab : key.enter;
}

/** `input` reads `%s` as a blank, so a literal one must not be in one call: it is split after its `%`. */
function chunks(text: string): string[] {
  const result: string[] = [];
  let chunk = '';
  for (const char of text) {
    if (chunk.length >= maxChunkChars || (char === 's' && chunk.endsWith('%'))) {
      result.push(chunk);
      chunk = '';
    }
    chunk += char;
  }
  if (chunk !== '') result.push(chunk);
  return result;
}

/** Blanks as `%s`: the script of older systems splits its arguments at blanks once more. */
function escapeSpaces(chunk: string): string {
  return chunk.replaceAll(' ', '%s');
}

/** As few lines as possible; `&&` ends a line at its first failure, so that nothing is typed behind a gap. */
function joinLines(commands: readonly string[]): string[] {
  const lines: string[] = [];
  for (const command of commands) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + command.length + 4 <= maxLineChars) {
      lines[lines.length - 1] = `${last} && ${command}`;
    } else lines.push(command);
  }
  return lines;
}

/** One command line that empties the focused field of `length` characters without a key combination. */
export function clearByKeys(length: number): string {
  return `input keyevent ${[key.moveEnd, ...Array.from({ length }, () => key.del)].join(' ')}`;
}

/** Select all, then delete: `keycombination` came with Android 12. */
export const clearByCombination = `input keycombination ${key.ctrlLeft} ${key.a} && input keyevent ${key.del}`;
