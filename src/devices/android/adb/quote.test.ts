/** Quoting proved with a real shell: what goes in is what a program gets. */

import { Operation } from '@mobile-debug/core/operation.ts';
import fc from '@mobile-debug/core/testing/property.ts';
import { expect, it } from 'vitest';
import { runProcess } from '../../../host/process.ts';
import { quoteArg, quoteCommand } from './quote.ts';

const printable = String.fromCharCode(...Array.from({ length: 95 }, (_, at) => 32 + at));
const nasty = [
  '',
  printable,
  "it's",
  "''",
  '"$(reboot)`reboot`"',
  'path:"C:\\program files\\\\Test"',
  'a\nb\n',
  '-n',
  '~',
  '*',
  '$HOME;&|<>(){}[]!#',
  'tab\there',
  'emoji \u{1f600} ä 漢字',
  '%s %d \\n',
];

async function echoed(args: readonly string[]): Promise<string[]> {
  using op = Operation.start(10_000);
  const script = `for each in ${quoteCommand(args)}; do printf '%s\\0' "$each"; done`;
  const { stdout } = await runProcess(op, { command: 'sh', args: ['-c', script] });
  return stdout.toString('utf8').split('\0').slice(0, -1);
}

it('passes the nasty ones, all at once', async () => {
  expect(await echoed(nasty)).toEqual(nasty);
});

it('passes any text without NUL', async () => {
  const text = fc
    .array(
      fc.oneof(fc.constantFrom(...printable, '\n', '\t', "'", '\\', '%s'), fc.string({ unit: 'grapheme' })),
    )
    .map((parts) => parts.join('').replaceAll('\0', ''));
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 20 }), async (args) => {
      expect(await echoed(args)).toEqual(args);
    }),
    { numRuns: 40 },
  );
});

it('refuses NUL', () => {
  expect(() => quoteArg('a\0b')).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
});
