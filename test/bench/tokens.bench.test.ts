/** What answers cost a model: characters of recorded screens and of each tool's examples. The fixture flow is the interaction bench's. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { readDumpOutput } from '../../src/devices/android/screen/screen-command.ts';
import { parseUiXml } from '../../src/devices/android/screen/ui-xml.ts';
import { inputSchema } from '../../src/server/arguments.ts';
import type { Tool } from '../../src/tools/define-tool.ts';
import { tools } from '../../src/tools/index.ts';
import { buildTree } from '../../src/ui/build-tree.ts';
import { stateDelta } from '../../src/ui/delta.ts';
import { HandleTable } from '../../src/ui/handles.ts';
import { outline } from '../../src/ui/outline.ts';
import { treeToWire } from '../../src/ui/wire.ts';
import { bedFor, usedUp } from '../docs/example-bed.ts';
import { recordedBytes, recordedIn } from '../recorded/recorded.ts';
import { answerModes } from './flow-characters.ts';

const lines: string[] = ['# What answers cost', ''];

afterAll(() => {
  mkdirSync('docs/benchmarks', { recursive: true });
  writeFileSync('docs/benchmarks/tokens.md', `${lines.join('\n')}\n`);
});

function table(title: string, head: readonly string[], rows: readonly (readonly unknown[])[]): void {
  lines.push(`## ${title}`, '', `| ${head.join(' | ')} |`, `| ${head.map(() => '---').join(' | ')} |`);
  for (const row of rows) lines.push(`| ${row.join(' | ')} |`);
  lines.push('');
}

test('recorded screens', () => {
  const rows = recordedIn('uiautomator').flatMap((file) => {
    if (!file.endsWith('.xml')) return [];
    const output = readDumpOutput(recordedBytes(`uiautomator/${file}`));
    if (output.kind !== 'xml') return [];
    const { windows, rotation } = parseUiXml(output.xml);
    const source = { tier: 'capture', detail: [] };
    const tree = buildTree({
      platform: 'android',
      windows,
      rotation: rotation ?? 0,
      size: null,
      foreground: null,
      source,
      qualityWarnings: [],
    });
    const handles = new HandleTable().assign(tree);
    const count = tree.elements.length;
    const none = { revision: 1, tree: { ...tree, elements: [] }, elementCount: 0, handles: [] };
    const delta = stateDelta(none, { revision: 2, tree, elementCount: count, handles });
    const debug = JSON.stringify(treeToWire(tree, handles)).length;
    const told = outline(tree, handles, { revision: 1 }).length;
    return [[file, count, told, JSON.stringify(delta).length, debug, Math.round(debug / count)]];
  });
  const head = [
    'screen',
    'elements',
    'outline',
    'compact (all of it new)',
    'debug elements',
    'debug per element',
  ];
  table('Recorded screens, characters', head, rows);
  expect(rows.length).toBeGreaterThanOrEqual(20);
});

test('examples of the tools', async () => {
  const rows: (readonly unknown[])[] = [];
  for (const tool of tools as readonly Tool[]) {
    const [example] = tool.examples;
    if (!example) continue;
    const mode = inputSchema(tool).shape['responseMode'];
    const sizes: (number | string)[] = [];
    for (const responseMode of answerModes) {
      if (mode === undefined || !mode.safeParse(responseMode).success) {
        sizes.push(mode === undefined && responseMode === 'debug' ? await cost(tool, {}) : '');
      } else sizes.push(await cost(tool, { responseMode }));
    }
    rows.push([tool.name, ...sizes]);
  }
  table('First example of each tool, characters', ['tool', ...answerModes], rows);
});

async function cost(tool: Tool, more: object): Promise<number> {
  const { app, input = {} } = tool.examples[0] ?? {};
  const platform = 'platform' in input && input.platform === 'ios' ? 'ios' : 'android';
  const bed = await bedFor(platform, tools, app);
  const { texts } = await bed.call(tool.name, { ...input, ...more });
  await usedUp(platform, tool);
  return texts.join('').length;
}
