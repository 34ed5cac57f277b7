import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';

/** Which room may import which. This table is the architecture. */
const rooms: Record<string, readonly string[]> = {
  core: [],
  ui: ['core'],
  logs: ['core'],
  host: ['core'],
  'devices/control.ts': ['core'],
  'devices/device.ts': ['core', 'ui', 'logs', 'devices/control.ts'],
  'devices/android': ['devices/device.ts', 'core', 'ui', 'logs', 'host'],
  'devices/ios': ['devices/device.ts', 'core', 'ui', 'logs', 'host'],
  projects: ['core', 'host'],
  debugger: ['core', 'devices/device.ts'],
  trace: ['core', 'devices/device.ts'],
  heap: ['core', 'devices/device.ts'],
  session: ['core', 'ui', 'logs', 'devices/device.ts'],
  tools: ['core', 'ui', 'logs', 'session', 'devices/device.ts', 'projects', 'debugger', 'trace', 'heap'],
  server: ['core', 'session', 'tools', 'devices/device.ts'],
  virtual: ['core'],
  cli: ['*'],
  'main.ts': ['*'],
  'config.ts': ['core'],
  'version.ts': [],
};

/** Packages and built-ins that only some rooms may touch. */
const reserved: readonly { readonly name: RegExp; readonly rooms: readonly string[] }[] = [
  { name: /^@modelcontextprotocol\//, rooms: ['server', 'cli', 'main.ts'] },
  { name: /^node:child_process$/, rooms: ['host', 'cli'] },
  { name: /^node:fs/, rooms: ['host', 'virtual'] },
  { name: /^sharp$/, rooms: ['host', 'devices/android', 'devices/ios'] },
];

/** What may stand in one place only, as a pattern over source text without comments. */
const onlyIn: readonly {
  readonly what: string;
  readonly pattern: RegExp;
  readonly files: readonly RegExp[];
}[] = [
  {
    what: 'timers',
    pattern: /\b(setTimeout|setInterval|setImmediate)\s*\(|node:timers/,
    files: [/^core\/operation\.ts$/],
  },
  { what: 'the environment', pattern: /process\.env/, files: [/^config\.ts$/] },
  { what: 'console', pattern: /\bconsole\s*[.?[]/, files: [/^cli\/quiet-stdout\.ts$/] },
  { what: 'any', pattern: /\bas any\b|: any\b|@ts-ignore|@ts-expect-error/, files: [] },
  { what: 'unfinished work', pattern: /\b(TODO|FIXME|XXX)\b/, files: [] },
];

const longest = 300;

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts'));
const sources = files.filter((file) => !file.endsWith('.test.ts'));

function roomOf(file: string): string {
  const [first = '', second = ''] = file.split('/');
  if (first !== 'devices') return first;
  return `${first}/${second}`;
}

function imports(text: string): string[] {
  const found = text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g);
  return [...found].map(([, from = '']) => from);
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:'"`])\/\/.*$/gm, '$1');
}

test.each(files)(`%s has at most ${longest} lines`, (file) => {
  const text = readFileSync(join('src', file), 'utf8');
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(longest);
});

describe.each(sources)('%s', (file) => {
  const text = readFileSync(join('src', file), 'utf8');
  const room = roomOf(file);

  test('imports only what its room may', () => {
    const allowed = rooms[room];
    expect(allowed, `room ${room} is not in the table`).toBeDefined();
    const strays = imports(text).filter((from) => {
      if (!from.startsWith('.')) {
        return reserved.some(({ name, rooms: may }) => name.test(from) && !may.includes(room));
      }
      const target = roomOf(normalize(join(dirname(file), from)).replaceAll('\\', '/'));
      return target !== room && target !== '..' && !allowed?.includes(target) && !allowed?.includes('*');
    });
    expect(strays).toEqual([]);
  });

  test('has a kebab-case name', () => {
    expect(file).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*\/)*[a-z0-9]+(-[a-z0-9]+)*\.ts$/);
  });

  test('says what it is for, unless it is a tool', () => {
    const isTool = /^tools\/[a-z]+\//.test(file) || file === 'tools/index.ts';
    expect(isTool || /^(#!.*\n)?(\/\*\*|\/\/)/.test(text)).toBe(true);
  });

  test.each(onlyIn)('keeps to its place: $what', ({ pattern, files: places }) => {
    if (places.some((place) => place.test(file))) return;
    expect(withoutComments(text).match(pattern)?.[0]).toBeUndefined();
  });
});

test('the table names no room that a rule of it forbids to exist', () => {
  const known = new Set(Object.keys(rooms));
  for (const [room, may] of Object.entries(rooms)) {
    for (const other of may) expect(other === '*' || known.has(other), `${room} -> ${other}`).toBe(true);
  }
});

test('properties are drawn with the one seed of test/property.ts, so that no run differs from the last', () => {
  const tests = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const users = [
    ...files.map((file) => join('src', file)),
    ...tests.map((file) => join('test', file)),
  ].filter((file) => imports(readFileSync(file, 'utf8')).includes('fast-check'));
  expect(users).toEqual([join('test', 'property.ts')]);
});
