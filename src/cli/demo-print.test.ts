import { expect, test } from 'vitest';
import { DemoPrinter } from './demo-print.ts';

function paper(isTTY: boolean) {
  const written: string[] = [];
  return { isTTY, write: (text: string) => written.push(text), text: () => written.join('') };
}

test('the line of a step is open until its answer is there, and columns stand below each other', () => {
  const on = paper(false);
  const printer = new DemoPrinter(on);
  printer.begun(1, 'Short', 'tap');
  expect(on.text()).not.toContain('\n');
  printer.finished(12, true, 'one\ntwo');
  printer.begun(10, 'A title that is rather longer', 'expect_element_visible');
  printer.finished(12_345, false, 'three');
  const [first = '', , , second = ''] = on.text().split('\n');
  expect(first.indexOf('0.01 s')).toBe(second.indexOf('12.35 s') + 1);
  expect(first.endsWith('ok')).toBe(true);
  expect(second.endsWith('WRONG')).toBe(true);
});

test('colour is for terminals', () => {
  const [pipe, terminal] = [paper(false), paper(true)];
  for (const on of [pipe, terminal]) new DemoPrinter(on).verdict(true, 'fine');
  expect(pipe.text()).toBe('\nfine\n');
  expect(terminal.text()).toBe('\n\u001b[32mfine\u001b[0m\n');
});
