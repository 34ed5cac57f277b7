/** The hand-written documents: links lead somewhere, examples parse, and nothing names what must not be named. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { settings } from '../../src/config.ts';

const documents = [
  ...readdirSync('.').filter((file) => file.endsWith('.md')),
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('docs', file)),
  ...readdirSync('packages').flatMap((name) =>
    readdirSync(join('packages', name), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md') && !file.includes('node_modules'))
      .map((file) => join('packages', name, file)),
  ),
];

const forbidden = [
  /registry\.\w+\.\w+/i,
  /(?<![\w.])\/work\//,
  /\.\.\/shared\//,
  /\b(localhost|127\.0\.0\.1):\d{4,5}\/npm/,
];

describe.each(documents)('%s', (file) => {
  const text = readFileSync(file, 'utf8');

  test('every local link leads to a file', () => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = '']) => to);
    const broken = links.filter(
      (to) => !/^(https?:|#)/.test(to) && !existsSync(join(dirname(file), to.split('#')[0] ?? '')),
    );
    expect(broken).toEqual([]);
  });

  test('every JSON block parses', () => {
    for (const [, json = ''] of text.matchAll(/^```json\n([\s\S]*?)^```/gm)) {
      expect(() => JSON.parse(json), json).not.toThrow();
    }
  });

  test('names nothing that must not be named', () => {
    expect(forbidden.flatMap((pattern) => text.match(pattern)?.[0] ?? [])).toEqual([]);
  });
});

test('every block of the README that registers the server with a client recommends --lean', () => {
  const blocks = [...readFileSync('README.md', 'utf8').matchAll(/^```\w*\n([\s\S]*?)^```/gm)].map(
    ([, text = '']) => text,
  );
  const registering = blocks.filter((text) => text.includes('/path/to/mobile-debug-mcp/dist/main.mjs'));
  expect(registering.length).toBeGreaterThanOrEqual(1);
  for (const block of registering) expect(block).toContain('--lean');
});

test('flags that the guides name exist', () => {
  const known = new Set<string>(Object.keys(settings));
  const guides = documents.filter(
    (file) => !/CHANGELOG|docs\/(tools|sources|benchmarks)|packages/.test(file),
  );
  const unknown = guides.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/`--([a-z-]+)/g)]
      .map(([, flag = '']) => flag)
      .filter((flag) => !known.has(flag))
      .map((flag) => `${file}: --${flag}`),
  );
  expect(unknown).toEqual([]);
});

test('every decision has its line and its title', () => {
  const index = readFileSync('docs/decisions/README.md', 'utf8');
  for (const file of readdirSync('docs/decisions').filter((name) => /^\d/.test(name))) {
    const [title = ''] = readFileSync(join('docs/decisions', file), 'utf8').split('\n');
    expect(title).toMatch(new RegExp(`^# ${file.slice(0, 4)}: `));
    expect(index).toContain(`[${title.slice(8)}](${file})`);
  }
});

test('pictures stay small', () => {
  for (const file of readdirSync('docs/images')) {
    expect(statSync(join('docs/images', file)).size, file).toBeLessThan(150_000);
  }
});
