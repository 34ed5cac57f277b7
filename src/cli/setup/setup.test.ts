import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse as parseToml } from '@decimalturn/toml-patch';
import fc from '@mobile-debug/core/testing/property.ts';
import { parse as parseJson } from 'jsonc-parser';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { type ClientName, clients, userFolders } from './clients.ts';
import { entryIn, withEntry, withoutEntry } from './config-text.ts';
import { setup } from './setup.ts';

const names = Object.keys(clients) as ClientName[];
let home: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'setup-'));
});

afterEach(async () => {
  await rm(home, { recursive: true });
});

async function run(args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const lines: string[] = [];
  await setup(readConfig(['setup', ...args], env), {
    platform: 'linux',
    home,
    execPath: '/usr/bin/node',
    script: '/opt/mobile debug/dist/main.mjs',
    say: (line) => lines.push(line),
  });
  return lines.join('\n');
}

const fileOf = (name: ClientName): string =>
  clients[name].files(userFolders({}, 'linux', home))[0] ?? 'no file';
const read = (name: ClientName): Promise<string> => readFile(fileOf(name), 'utf8');

async function write(name: ClientName, text: string | Buffer): Promise<void> {
  await mkdir(dirname(fileOf(name)), { recursive: true });
  await writeFile(fileOf(name), text);
}

/** Read by a parser that does not write it. */
function documentOf(name: ClientName, text: string): Record<string, Record<string, unknown>> {
  return clients[name].format === 'toml'
    ? (parseToml(text) as Record<string, Record<string, unknown>>)
    : parseJson(text);
}

describe.each(names)('%s', (name) => {
  const servers = clients[name].servers;

  it('starts what runs now, lean, with the flags given', async () => {
    await run([name, '--virtual', '--android-helper', 'off']);
    const entry = documentOf(name, await read(name))[servers]?.['mobile-debug'];
    const args = ['/opt/mobile debug/dist/main.mjs', '--lean', '--virtual', '--android-helper', 'off'];
    const whole =
      name === 'opencode' ? { command: ['/usr/bin/node', ...args] } : { command: '/usr/bin/node', args };
    expect(entry).toMatchObject(whole);
  });

  it('is taken out to the last byte, and a file that was made for it goes', async () => {
    await run([name]);
    expect(await run([name, '--undo'])).toContain(fileOf(name));
    await expect(stat(fileOf(name))).rejects.toMatchObject({ code: 'ENOENT' });
    const text = clients[name].format === 'toml' ? 'model = "x" # mine\n' : '{\n\t// mine\n\t"a": [1,\n2]\n}';
    await write(name, text);
    await run([name]);
    expect(await read(name)).not.toBe(text);
    await run([name, '--undo']);
    expect(await read(name)).toBe(text);
    expect((await readdir(dirname(fileOf(name)))).filter((file) => file.includes('before'))).toEqual([]);
  });

  it('shows the block and writes nothing', async () => {
    const shown = await run([name, '--print']);
    expect(shown).toContain(fileOf(name));
    expect(shown).toContain('/opt/mobile debug/dist/main.mjs');
    expect(await readdir(home)).toEqual([]);
  });
});

const word = fc.stringMatching(/^[A-Za-z][A-Za-z0-9 _-]{0,8}$/);
const leaf = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.integer(),
  fc.boolean(),
  fc.array(fc.string(), { maxLength: 3 }),
);
const server = fc.dictionary(word, leaf, { maxKeys: 4 });

it('JSON: whatever else stands in the file stays, and undoing gives its content back', () => {
  const place = { format: 'json', servers: 'mcpServers', name: 'mobile-debug' } as const;
  const given = fc.record(
    { mcpServers: fc.dictionary(word, server, { maxKeys: 3 }), other: fc.dictionary(word, leaf), n: leaf },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(given, fc.constantFrom(undefined, 2, '\t'), server, (document, indent, entry) => {
      const text = JSON.stringify(document, null, indent);
      const next = withEntry(text, place, entry);
      expect(JSON.parse(next)).toEqual({
        ...document,
        mcpServers: { ...document.mcpServers, 'mobile-debug': entry },
      });
      const back = JSON.parse(withoutEntry(next, place, document.mcpServers === undefined)) as unknown;
      const { 'mobile-debug': _, ...others } = document.mcpServers ?? {};
      expect(back).toEqual(document.mcpServers ? { ...document, mcpServers: others } : document);
    }),
  );
});

it('TOML: comments, other tables and other servers stay as they are written', () => {
  const place = { format: 'toml', servers: 'mcp_servers', name: 'mobile-debug' } as const;
  const blocks = [
    '# of mine\n',
    'model = "gpt" # the best\n',
    '[mcp_servers.other]\ncommand = "x"\nargs = ["a", # why\n  "b"]\n',
    '[mcp_servers."two words"]\ncommand = \'C:\\new\'\n[mcp_servers."two words".env]\nA = "[mcp_servers.mobile-debug]"\n',
    '[projects."/home/me/x"]\ntrust_level = "trusted"\n',
    '[tui]\ntext = """\n[mcp_servers.mobile-debug]\n"""\n',
  ];
  const entry = fc.record({
    command: fc.string(),
    args: fc.array(fc.string(), { maxLength: 3 }),
    env: fc.dictionary(word, fc.string(), { maxKeys: 2 }),
  });
  fc.assert(
    fc.property(fc.subarray(blocks), entry, (some, ours) => {
      const text = some.join('\n');
      const next = withEntry(text, place, ours);
      for (const block of some) {
        for (const line of block.trim().split('\n')) expect(next).toContain(line);
      }
      const before = parseToml(text) as { mcp_servers?: object };
      expect(parseToml(next)).toEqual({
        ...before,
        mcp_servers: { ...before.mcp_servers, 'mobile-debug': ours },
      });
      expect(entryIn(withoutEntry(next, place, false), place)).toBeUndefined();
    }),
  );
});

it('a second setup replaces the entry; undo brings the one that stood there before', async () => {
  const theirs = '{"mcpServers":{"mobile-debug":{"command":"their own"},"x":{"command":"y"}}}';
  await write('cursor', theirs);
  await run(['cursor']);
  expect(await run(['cursor', '--virtual'])).toContain('replaced');
  expect(await run(['cursor', '--virtual'])).toContain('configured already');
  await run(['cursor', '--undo']);
  expect(await read('cursor')).toBe(theirs);
});

it('undo keeps what others wrote since', async () => {
  await write('cursor', '{ "mcpServers": {} }');
  await run(['cursor']);
  const grown = { ...(JSON.parse(await read('cursor')) as { mcpServers: object }), theme: 'dark' };
  await write('cursor', JSON.stringify(grown));
  await run(['cursor', '--undo']);
  expect(JSON.parse(await read('cursor'))).toEqual({ mcpServers: {}, theme: 'dark' });
});

it.each([
  ['broken JSON', '{ "mcpServers": ', /line 1/],
  ['servers that are no object', '{ "mcpServers": [] }', /"mcpServers" is not an object/],
  ['no object at all', '[]', /not an object/],
  ['bytes that are no UTF-8', Buffer.from('{"x":"\xe9"}', 'latin1'), /cannot be read/],
])('%s: refused with the reason, and the file stays', async (_, text, why) => {
  await write('cursor', text);
  await expect(run(['cursor'])).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    message: expect.stringMatching(why),
    nextStep: expect.stringContaining('--print'),
  });
  expect(await readFile(fileOf('cursor'))).toEqual(Buffer.from(text));
  expect(await readdir(dirname(fileOf('cursor')))).toEqual(['mcp.json']);
});

it('a byte order mark stays', async () => {
  await write('cursor', '\uFEFF{"mcpServers":{}}');
  await run(['cursor']);
  expect(await read('cursor')).toMatch(/^\uFEFF\{"mcpServers":\{"mobile-debug"/);
  await run(['cursor', '--undo']);
  expect(await read('cursor')).toBe('\uFEFF{"mcpServers":{}}');
});

it('a file with secrets keeps its mode, and a link of a folder of dotfiles stays one', async () => {
  const dotfiles = join(home, 'dotfiles.json');
  await writeFile(dotfiles, '{}');
  await chmod(dotfiles, 0o640);
  await mkdir(join(home, '.cursor'));
  await symlink(dotfiles, fileOf('cursor'));
  await run(['cursor']);
  expect(
    entryIn(await readFile(dotfiles, 'utf8'), {
      format: 'json',
      servers: 'mcpServers',
      name: 'mobile-debug',
    }),
  ).toBeDefined();
  expect((await stat(dotfiles)).mode & 0o777).toBe(0o640);
  await run(['claude-desktop']);
  expect((await stat(fileOf('claude-desktop'))).mode & 0o777).toBe(0o600);
});

it('variables that lead to programs go with the server: clients do not hand them on', async () => {
  const told = await run(['codex'], { ANDROID_HOME: '/sdk', MOBILE_DEBUG_VIRTUAL: '1', SECRET: 'x' });
  expect(told).toContain('With ANDROID_HOME');
  const text = await read('codex');
  expect(documentOf('codex', text)).toMatchObject({
    mcp_servers: {
      'mobile-debug': {
        args: ['/opt/mobile debug/dist/main.mjs', '--lean', '--virtual'],
        env: { ANDROID_HOME: '/sdk' },
      },
    },
  });
  expect(text).not.toContain('SECRET');
});

it('without a name it lists the clients, which of them are here, and what they have', async () => {
  await write('codex', 'model = "x"\n');
  await write('gemini-cli', '{"mcpServers":{"mobile-debug":{"command":"old"}}}');
  await write('zed', '{');
  await mkdir(fileOf('vscode'), { recursive: true });
  await run(['cursor']);
  const listed = await run([]);
  for (const name of names) expect(listed).toContain(`  ${name} `);
  expect(listed).toMatch(/codex +found +not configured/);
  expect(listed).toMatch(/cursor +found +configured/);
  expect(listed).toMatch(/gemini-cli +found +differs/);
  expect(listed).toMatch(/zed +found +cannot be read/);
  expect(listed).toMatch(/vscode +found +cannot be read/);
  expect(listed).toMatch(/windsurf +not found/);
  expect(listed).toContain('Connect one: /usr/bin/node "/opt/mobile debug/dist/main.mjs" setup codex');
});

it.each([
  [['emacs'], /"emacs".*known/],
  [['cursor', 'emacs'], /"emacs"/],
  [['--undo'], /need the name/],
  [['cursor', '--undo', '--print'], /--print writes nothing/],
  [['cursor', '--tools', 'nope'], /"nope"/],
  [['cursor', '--exclude', 'nope'], /"nope"/],
  [['cursor', '--undo'], /no "mobile-debug" to take out/],
])('setup %s: says what is wrong, and writes nothing', async (args, why) => {
  await expect(run(args)).rejects.toMatchObject({ message: expect.stringMatching(why) });
  expect(await readdir(home)).toEqual([]);
});

it('knows the names that people use, and several at once', async () => {
  await run(['claude', 'copilot', 'gemini']);
  for (const name of ['claude-code', 'copilot-cli', 'gemini-cli'] as const) {
    expect(await read(name)).toContain('mobile-debug');
  }
});
