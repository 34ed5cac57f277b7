/** Forms of a dump that are unusual and can be read all the same. */
import { expect, test } from 'vitest';
import { readDumpOutput } from './screen-command.ts';
import { parseUiXml } from './ui-xml.ts';

const node = (text: string, bounds: string, inner = '') =>
  `<node text="${text}" class="android.widget.TextView" package="com.example.app" bounds="${bounds}">${inner}</node>`;
const hierarchy = (inner: string) => `<?xml version='1.0'?><hierarchy rotation="1">${inner}</hierarchy>`;
const parsed = (output: string) => {
  const found = readDumpOutput(output);
  if (found.kind !== 'xml') throw new Error(found.why);
  const { windows, notes, rotation } = parseUiXml(found.xml);
  return { texts: windows.flatMap(({ roots }) => roots.map(({ text }) => text)), notes, rotation };
};

test('two hierarchies of different windows are both read, with a note', () => {
  const two = `${hierarchy(node('Page', '[0,0][1080,2400]'))}\n${hierarchy(node('Dialog', '[90,800][990,1600]'))}`;
  expect(parsed(two)).toEqual({
    texts: ['Page', 'Dialog'],
    notes: ['The dump has 2 hierarchies; all of them are read.'],
    rotation: 90,
  });
});

test('of a dump that was written twice the last one counts', () => {
  const said = 'UI hierchary dumped to: /dev/tty\n';
  const twice = `${hierarchy(node('Old', '[0,0][1080,2400]'))}${said}${hierarchy(node('New', '[0,0][1080,2400]'))}${said}`;
  expect(parsed(twice).texts).toEqual(['New']);
  expect(parsed(twice).notes).toEqual([
    'The dump has 2 hierarchies; of windows that are in more than one, the last counts.',
  ]);
});

test.each([
  node('Only', '[0,0][1080,2400]', node('Inner', '[0,0][10,10]')),
  `<?xml version='1.0' encoding='UTF-8'?>\n${node('Only', '[0,0][1080,2400]')}\n`,
  '<node text="Only" class="x.Y" package="p" bounds="[0,0][10,10]" />',
])('a bare node is a root: %s', (output) => {
  expect(parsed(output)).toMatchObject({
    texts: ['Only'],
    notes: ['The dump has nodes without a hierarchy around them.'],
  });
});

test('what is cut off stays malformed, in whichever form', () => {
  for (const whole of [hierarchy(node('A', '[0,0][9,9]')), node('A', '[0,0][9,9]')])
    expect(() => parseUiXml(`${whole}${whole.slice(0, -8)}`)).toThrow(/malformed/);
});

test('a second dump that broke off is not passed over', () => {
  const whole = hierarchy(node('Page', '[0,0][1080,2400]'));
  expect(() => parsed(`${whole}${whole.slice(0, -30)}`)).toThrow(/malformed/);
});
