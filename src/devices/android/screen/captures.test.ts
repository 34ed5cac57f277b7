/** Real dumps, where they are at hand, against a reading of the same bytes that shares nothing with the parser. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { RawNode } from '../../../ui/raw-screen.ts';
import { readDumpOutput } from './dump-output.ts';
import { parseUiXml } from './ui-xml.ts';

const folder = '../shared/captures';
const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.xml')) : [];

interface Reading {
  readonly nodes: number;
  readonly roots: number;
  readonly clickable: readonly string[];
  readonly texts: readonly string[];
}

describe.skipIf(files.length === 0)('captured dumps (skipped where the captures are missing)', () => {
  it.each(files)('%s', (file) => {
    const bytes = readFileSync(`${folder}/${file}`);
    const output = readDumpOutput(bytes);
    if (output.kind !== 'xml') throw new Error(`no XML found: ${output.why}`);
    const screen = parseUiXml(output.xml);
    expect(fromParser(screen.windows.flatMap((window) => window.roots))).toEqual(byExpression(bytes));
    expect(screen.nodeCount).toBe(byExpression(bytes).nodes);
  });

  it.each([
    ['xml_20_tablet_rotation3_dialog.xml', { rotation: 270, windows: 1 }],
    ['xml_44_two_windows_two_roots_depth30.xml', { rotation: 0, windows: 2 }],
    ['xml_59_windows_option_two_displays_SYNTHETIC.xml', { rotation: 0, windows: 4 }],
    ['xml_08_ivi_appium_popup.xml', { rotation: 0, windows: 1 }],
  ] as const)('%s has its windows and rotation', (file, expected) => {
    const output = readDumpOutput(readFileSync(`${folder}/${file}`));
    if (output.kind !== 'xml') throw new Error('no XML found');
    const screen = parseUiXml(output.xml);
    expect({ rotation: screen.rotation, windows: screen.windows.length }).toEqual(expected);
  });
});

function fromParser(roots: readonly RawNode[]): Reading {
  const clickable: string[] = [];
  const texts: string[] = [];
  let nodes = 0;
  const walk = (node: RawNode): void => {
    nodes += 1;
    const [left, top, right, bottom] = node.bounds;
    if (node.clickable) clickable.push(`${(left + right) / 2},${(top + bottom) / 2}`);
    if (node.text) texts.push(node.text);
    for (const child of node.children) walk(child);
  };
  for (const root of roots) walk(root);
  return { nodes, roots: roots.length, clickable, texts };
}

/** Every opening tag that has bounds and is not a window is a node; depth by counting tags. */
function byExpression(bytes: Buffer): Reading {
  const text = bytes[0] === 0xff ? bytes.toString('utf16le') : bytes.toString('utf8');
  const clickable: string[] = [];
  const texts: string[] = [];
  let nodes = 0;
  let roots = 0;
  let depth = 0;
  const xml = text.slice(text.indexOf('<?xml'));
  for (const [tag, slash, name = '', inside = ''] of xml.matchAll(/<(\/?)([A-Za-z][\w.$]*)([^<>]*)>/g)) {
    const isNode = !['hierarchy', 'displays', 'display', 'window'].includes(name);
    if (!isNode) continue;
    if (slash === '/') {
      depth -= 1;
      continue;
    }
    nodes += 1;
    if (depth === 0) roots += 1;
    if (!tag.endsWith('/>')) depth += 1;
    const [left = 0, top = 0, right = 0, bottom = 0] = [
      ...(/\bbounds="([^"]*)"/.exec(inside)?.[1] ?? '').matchAll(/-?\d+/g),
    ].map(Number);
    if (/\sclickable="true"/.test(inside)) clickable.push(`${(left + right) / 2},${(top + bottom) / 2}`);
    const own = /\stext="([^"]*)"/.exec(inside)?.[1];
    if (own && !/showing-hint="true"/.test(inside)) texts.push(unescapeXml(own));
  }
  return { nodes, roots, clickable, texts };
}

function unescapeXml(text: string): string {
  return text
    .replace(/&#(\d+);/g, (_all, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}
