/**
 * What `setup` writes, judged by the clients' own programs, which are on the PATH or in the folder that MCP_CLIENTS_BIN
 * names. Each runs with a home of its own. Three start the server and ask it; two only read the file.
 */
import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cleanEnvironment, program, run } from './program.ts';

const folders = [process.env['MCP_CLIENTS_BIN'] ?? '', ...(process.env['PATH'] ?? '').split(delimiter)];
const path = folders.filter((folder) => folder !== '').join(delimiter);

const judges = [
  { name: 'claude-code', command: 'claude', file: '.claude.json', says: /mobile-debug: .*Connected/ },
  { name: 'gemini-cli', command: 'gemini', file: '.gemini/settings.json', says: /mobile-debug: .*Connected/ },
  {
    name: 'opencode',
    command: 'opencode',
    file: '.config/opencode/opencode.json',
    says: /mobile-debug.*connected/,
  },
  { name: 'codex', command: 'codex', file: '.codex/config.toml', says: /mobile-debug .*--lean.*enabled/ },
  {
    name: 'copilot-cli',
    command: 'copilot',
    file: '.copilot/mcp-config.json',
    says: /mobile-debug \(local\)/,
  },
] as const;

function isHere(command: string): boolean {
  return folders.some((folder) => {
    try {
      accessSync(join(folder, command), constants.X_OK);
      return folder !== '';
    } catch {
      return false;
    }
  });
}

let home: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'clients-'));
});

afterEach(async () => {
  await rm(home, { recursive: true, maxRetries: 5, retryDelay: 200 });
});

describe.each(judges)('$name', ({ name, command, file, says }) => {
  const missing = !isHere(command);
  if (missing) console.warn(`${command} is not here: what setup writes for it is not judged by it.`);

  test.skipIf(missing)('accepts what setup wrote', async () => {
    const environment = { HOME: home, PATH: path, XDG_CONFIG_HOME: join(home, '.config') };
    // Gemini starts servers only in folders that a person has said to trust.
    await mkdir(join(home, '.gemini'));
    await writeFile(join(home, '.gemini', 'trustedFolders.json'), JSON.stringify({ [home]: 'TRUST_FOLDER' }));
    const { code, stderr } = await run(['setup', name, '--virtual'], environment);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const list = await promisify(execFile)(command, ['mcp', 'list'], {
      cwd: home,
      env: cleanEnvironment(environment),
      timeout: 120_000,
    });
    const told = `${list.stdout}${list.stderr}`;
    expect(told).toMatch(says);
    expect(await readFile(join(home, file), 'utf8')).toContain(program);
  });
});
