/** Text plans run through a real shell and a model of the device's `input` command give back the text. */

import { Operation } from '@mobile-debug/core/operation.ts';
import fc from '@mobile-debug/core/testing/property.ts';
import { expect, it } from 'vitest';
import { runProcess } from '../../../host/process.ts';
import { planText } from './text-plan.ts';

/** As `InputShellCommand.sendText` reads it: a `%` makes a following `s` a blank. */
function typedBy(argument: string): string {
  let typed = '';
  for (const char of argument) {
    if (char === 's' && typed.endsWith('%')) typed = `${typed.slice(0, -1)} `;
    else typed += char;
  }
  return typed;
}

/** Each `input` call as its arguments, by a real shell in which `input` is a function that prints them. */
async function typed(lines: readonly string[]): Promise<string> {
  using op = Operation.start(10_000);
  const stub = `input() { for each in "$@"; do printf '%s\\0' "$each"; done; printf '\\1'; }`;
  const { stdout } = await runProcess(op, { command: 'sh', args: ['-c', `${stub}\n${lines.join('\n')}`] });
  const calls = stdout.toString('utf8').split('\x01').slice(0, -1);
  return calls
    .map((call) => call.split('\0').slice(0, -1))
    .map(([kind, ...args]) => {
      if (kind === 'text') return typedBy(args.join(' '));
      return args.map((code) => (code === '66' ? '\n' : code === '61' ? '\t' : `<${code}>`)).join('');
    })
    .join('');
}

function linesFor(text: string): readonly string[] {
  const plan = planText(text, { clipboard: false });
  if (plan.method !== 'input text') throw new Error(plan.method);
  return plan.lines;
}

const printable = String.fromCharCode(...Array.from({ length: 95 }, (_, at) => 32 + at));

it.each([
  printable,
  '100%sure %s %%s %',
  's%s',
  'path:"C:\\program files\\\\Test"',
  "it's a 'quote' `id` $(id) $HOME && rm -rf / ; # | * ~",
  'two\nlines\r\nand\ta tab\n\n',
  '  blanks  ',
])('types %j exactly', async (text) => {
  expect(await typed(linesFor(text))).toBe(text.replaceAll('\r\n', '\n'));
});

it('types any ASCII text exactly', async () => {
  const unit = fc.constantFrom(...printable, '%s', '%', 's', "'", ' ', '\n', '\t');
  const text = fc.array(unit, { maxLength: 300 }).map((parts) => parts.join(''));
  await fc.assert(
    fc.asyncProperty(text, async (each) => {
      expect(await typed(linesFor(each))).toBe(each);
    }),
    { numRuns: 60 },
  );
});

it('takes one round trip for a long sentence and short calls for slow apps', () => {
  const lines = linesFor('The quick brown fox jumps over the lazy dog. '.repeat(20));
  expect(lines).toHaveLength(1);
  for (const call of lines.join('').split(' && ')) expect(call.length).toBeLessThan(160);
  expect(linesFor('x'.repeat(20_000)).every((line) => line.length <= 3_000)).toBe(true);
  expect(linesFor('')).toEqual([]);
});

it('pastes other characters, or says before anything is sent that it cannot', () => {
  expect(planText('grüße 😀', { clipboard: true })).toEqual({ method: 'clipboard paste', text: 'grüße 😀' });
  expect(() => planText('grüße 😀', { clipboard: false })).toThrow(
    expect.objectContaining({
      code: 'CAPABILITY_MISSING',
      message: expect.stringContaining('"ü" (U+00FC)'),
      nextStep: expect.stringContaining('helper'),
    }),
  );
});
