/** Parsing of large dumps: the parser's share of the 150 ms for 10,000 nodes, and linear growth to 50,000. */
import { describe, expect, it } from 'vitest';
import { largeDump } from '../../src/devices/android/fixtures/dumps.ts';
import { parseUiXml } from '../../src/devices/android/screen/ui-xml.ts';
import { buildTree } from '../../src/ui/build-tree.ts';

interface Times {
  readonly first: number;
  readonly median: number;
  readonly least: number;
}

function measure(runs: number, work: () => void): Times {
  const all = Array.from({ length: runs }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  const [first = 0] = all;
  all.sort((a, b) => a - b);
  return { first, median: all[runs >> 1] ?? 0, least: all[0] ?? 0 };
}

const ms = (value: number): string => value.toFixed(0);

describe('a large dump', () => {
  it.each([10_000, 20_000, 50_000])('of %i nodes', (nodes) => {
    const bytes = Buffer.from(largeDump(nodes));
    const parse = measure(9, () => void parseUiXml(bytes));
    const { windows } = parseUiXml(bytes);
    const json = Buffer.from(JSON.stringify(windows));
    const yardstick = measure(9, () => void JSON.parse(json.toString('utf8')));
    const model = measure(5, () => {
      buildTree({
        platform: 'android',
        windows,
        rotation: 0,
        size: { width: 900, height: 1_800 },
        foreground: null,
        source: { tier: 'bench', detail: [] },
        qualityWarnings: [],
      });
    });
    console.info(
      `${nodes} nodes, ${(bytes.length / 1e6).toFixed(1)} MB: parse ${ms(parse.median)} ms (first ${ms(parse.first)}), model ${ms(model.median)} ms, both ${ms(parse.median + model.median)} ms`,
    );
    console.info(
      `${nodes} nodes as JSON (${(json.length / 1e6).toFixed(1)} MB): ${ms(yardstick.median)} ms; least times: parse ${ms(parse.least)} ms, JSON ${ms(yardstick.least)} ms`,
    );
    // Machines differ: the engine's own JSON parser on the same tree is the yardstick.
    expect(parse.least / yardstick.least).toBeLessThan(4);
  });
});
