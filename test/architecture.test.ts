import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { settings, variables } from '../src/config.ts';
import { onlyIn } from './only-in.ts';

/** Which room may import which. This table is the architecture. */
const rooms: Record<string, readonly string[]> = {
  'packages/core': [],
  'packages/virtual-phone': ['packages/core'],
  ui: ['packages/core'],
  logs: ['packages/core'],
  analysis: ['packages/core'],
  'host-port': ['packages/core'],
  host: ['packages/core', 'host-port'],
  'devices/port': ['packages/core', 'ui', 'logs'],
  'devices/android': ['devices/port', 'packages/core', 'ui', 'logs', 'host'],
  'devices/ios': ['devices/port', 'packages/core', 'ui', 'logs', 'host'],
  projects: ['packages/core', 'host-port'],
  session: ['packages/core', 'ui', 'logs', 'devices/port'],
  debugger: ['packages/core', 'devices/port'],
  wire: ['packages/core', 'ui', 'logs', 'session', 'devices/port', 'debugger'],
  workflows: [
    'packages/core',
    'ui',
    'logs',
    'session',
    'devices/port',
    'host-port',
    'projects',
    'wire',
    'debugger',
    'analysis',
  ],
  tools: [
    'packages/core',
    'ui',
    'logs',
    'session',
    'devices/port',
    'host-port',
    'projects',
    'wire',
    'workflows',
    'debugger',
    'analysis',
  ],
  server: ['packages/core', 'session', 'tools', 'wire', 'devices/port', 'host-port', 'debugger'],
  cli: ['*'],
  'main.ts': ['*'],
  'config.ts': ['packages/core'],
  'version.ts': [],
};

/** Packages and built-ins that only some rooms may touch. */
const reserved: readonly { readonly name: RegExp; readonly rooms: readonly string[] }[] = [
  { name: /^@modelcontextprotocol\//, rooms: ['server', 'cli', 'main.ts'] },
  { name: /^node:child_process$/, rooms: ['host', 'cli'] },
  { name: /^node:fs/, rooms: ['host', 'packages/virtual-phone'] },
  { name: /^fast-check$/, rooms: ['packages/core'] },
  { name: /^sharp$/, rooms: ['host', 'devices/android', 'devices/ios'] },
];

const longest = 300;

const files = ['src', 'packages/core/src', 'packages/virtual-phone/src'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.ts')),
);
const sources = files.filter((file) => !file.endsWith('.test.ts'));
const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));

/** A path without `src/`: `packages/core`, `devices/android`, `ui`, `main.ts`. */
function roomOf(file: string): string {
  const [first = '', second = ''] = file.replace(/^src\//, '').split('/');
  return first === 'devices' || first === 'packages' ? `${first}/${second}` : first;
}

/** The file or package that an import names, as a path from the root where it is ours. */
function targetOf(file: string, from: string): string {
  const own = /^@mobile-debug\/([^/]+)\/(.*)$/.exec(from);
  if (own) return `packages/${own[1]}/src/${own[2]}`;
  return normalize(join(dirname(file), from)).replaceAll('\\', '/');
}

function imports(text: string): string[] {
  const found = text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g);
  return [...found].map(([, from = '']) => from);
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:'"`])\/\/.*$/gm, '$1');
}

/** One rule over all files: whoever breaks it is listed, with what was found. */
function breakers(
  over: readonly string[],
  broken: (text: string, file: string) => string | undefined,
): string[] {
  return over.flatMap((file) => {
    const what = broken(texts.get(file) ?? '', file);
    return what === undefined ? [] : [`${file}: ${what}`];
  });
}

test(`no file has more than ${longest} lines`, () => {
  const tooLong = breakers(files, (text) => {
    const lines = text.trimEnd().split('\n').length;
    return lines > longest ? `${lines} lines` : undefined;
  });
  expect(tooLong).toEqual([]);
});

/** Suites from before this rule held in `test/`, with what they had then: they may only shrink. */
const longSuites: Readonly<Record<string, number>> = {
  'test/actions/conditions.test.ts': 385,
  'test/actions/journeys.test.ts': 392,
  'test/contract/bad-input.test.ts': 367,
  'test/faults/answers.test.ts': 332,
  'test/helper/failures.test.ts': 356,
  'test/tools/builds.test.ts': 375,
  'test/tools/device-control-ios.test.ts': 480,
  'test/tools/logs-ios.test.ts': 307,
  'test/ui-tools/trees.test.ts': 325,
};

test(`no suite has more than ${longest} lines, or than it had`, () => {
  const suites = readdirSync('test', { recursive: true, encoding: 'utf8' })
    .map((file) => `test/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.ts'));
  const tooLong = suites.flatMap((file) => {
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n').length;
    return lines > (longSuites[file] ?? longest) ? [`${file}: ${lines} lines`] : [];
  });
  expect(tooLong).toEqual([]);
});

test('every file imports only what its room may', () => {
  const strays = breakers(sources, (text, file) => {
    const room = roomOf(file);
    const allowed = rooms[room];
    if (!allowed) return `room ${room} is not in the table`;
    const wrong = imports(text).filter((from) => {
      if (!from.startsWith('.') && !from.startsWith('@mobile-debug/')) {
        return reserved.some(({ name, rooms: may }) => name.test(from) && !may.includes(room));
      }
      const target = roomOf(targetOf(file, from));
      return (
        target !== room &&
        target !== 'package.json' &&
        target !== 'test' &&
        !allowed.includes(target) &&
        !allowed.includes('*')
      );
    });
    return wrong.length > 0 ? wrong.join(', ') : undefined;
  });
  expect(strays).toEqual([]);
});

test('every file has a kebab-case name', () => {
  const kebab = /^([a-z0-9]+(-[a-z0-9]+)*\/)*[a-z0-9]+(-[a-z0-9]+)*((\.long)?\.test)?\.ts$/;
  expect(files.filter((file) => !kebab.test(file))).toEqual([]);
});

test('every file says what it is for, unless it is a tool', () => {
  const silent = sources.filter((file) => {
    const isTool = /^src\/tools\/[a-z]+\//.test(file) || file === 'src/tools/index.ts';
    return !isTool && !/^(#!.*\n)?(\/\*\*|\/\/)/.test(texts.get(file) ?? '');
  });
  expect(silent).toEqual([]);
});

test.each(onlyIn)('keeps to its place: $what', ({ pattern, files: places }) => {
  const strays = breakers(sources, (text, file) =>
    places.some((place) => place.test(file)) ? undefined : withoutComments(text).match(pattern)?.[0],
  );
  expect(strays).toEqual([]);
});

test('architecture.md shows this table', () => {
  const cell = (may: readonly string[]): string =>
    may.length === 0 ? 'nothing' : may.includes('*') ? 'all' : may.map((room) => `\`${room}\``).join(', ');
  const rows = Object.entries(rooms).map(([room, may]) => `| \`${room}\` | ${cell(may)} |`);
  const document = readFileSync('architecture.md', 'utf8');
  expect(document).toContain(['| room | may import |', '| --- | --- |', ...rows, ''].join('\n'));
  const named = Object.keys(rooms).filter(
    (room) => !document.includes(`\`src/${room}`) && !document.includes(`\`${room}/src`),
  );
  expect(named, 'a line on each room in the table of rooms').toEqual([]);
});

test('the table names no room that a rule of it forbids to exist', () => {
  const known = new Set(Object.keys(rooms));
  for (const [room, may] of Object.entries(rooms)) {
    for (const other of may) expect(other === '*' || known.has(other), `${room} -> ${other}`).toBe(true);
  }
});

test('properties are drawn with the one seed of packages/core/src/testing/property.ts, so that no run differs from the last', () => {
  const tests = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const users = [...files, ...tests.map((file) => join('test', file))].filter((file) =>
    imports(readFileSync(file, 'utf8')).includes('fast-check'),
  );
  expect(users).toEqual(['packages/core/src/testing/property.ts']);
});

/** Variables of the system, read to find programs and folders. */
const systemVariables = ['HOME', 'PATH', 'Path', 'LOCALAPPDATA', 'ProgramFiles', 'USERPROFILE'];

test('every environment variable that is read stands in a table of config.ts', () => {
  const known = new Set<string>([
    ...Object.keys(variables),
    ...systemVariables,
    ...Object.values(settings).flatMap((setting) => ('env' in setting ? [setting.env] : [])),
  ]);
  const unknown = breakers(
    sources.filter((file) => file.startsWith('src/') && file !== 'src/config.ts'),
    (text) => {
      const code = withoutComments(text);
      const direct = code.matchAll(/\b(?:env|environment)(?:\?\.)?\[\s*'([^']+)'/g);
      // Where a variable is looked up by a name that stands in a list, the list is quoted in the same file.
      const listed = /\b(?:env|environment)\[[a-z]/.test(code)
        ? code.matchAll(/'([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_(?:PATH|HOME|ROOT|TIMEOUT|URL|PORT|ADDRESS))'/g)
        : [];
      const names = [...direct, ...listed].map(([, name = '']) => name).filter((name) => !known.has(name));
      return names.length > 0 ? names.join(', ') : undefined;
    },
  );
  expect(unknown).toEqual([]);
});
