/**
 * Programs of others that judge a server: the Python SDK, which validates every structured answer against its schema, and the
 * MCP Inspector, which refuses schemas that not every client takes. MCP_PYTHON names a Python with the package `mcp`,
 * MCP_INSPECTOR the program; without them these tests are skipped.
 */
import { spawn } from 'node:child_process';
import { accessSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tools } from '../../src/tools/index.ts';
import { startTestPhone, type TestPhone } from './phone.ts';
import { cleanEnvironment, collect, ended, type Finished, program } from './program.ts';

const python = existing(process.env['MCP_PYTHON']);
const inspector = existing(process.env['MCP_INSPECTOR']);
let phone: TestPhone;

beforeAll(async () => {
  phone = await startTestPhone();
  phone.open('com.example.shop');
});

afterAll(async () => await phone.close());

function existing(path: string | undefined): string | null {
  if (path === undefined) return null;
  accessSync(path); // named and not there is a mistake, not a reason to skip
  return path;
}

async function run(command: string, args: readonly string[], input = ''): Promise<Finished> {
  const child = spawn(command, args, { env: cleanEnvironment(), stdio: ['pipe', 'pipe', 'pipe'] });
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return { code: await ended(child), stdout: stdout(), stderr: stderr() };
}

const sets = ['--tools', [...new Set(tools.map(({ toolset }) => toolset))].join(',')];

describe.runIf(python !== null)('the Python SDK', () => {
  test.each([
    ['usual', []],
    ['lean', ['--lean']],
  ])('reads every answer, %s', async (_, flags) => {
    // Examples on the virtual phone, with what they need of it; a refusal is an answer too.
    const calls = tools
      .filter(({ name }) => !/build|emulator|simulator|wait_for|job/.test(name))
      .flatMap(({ name, examples }) =>
        examples.map(({ input }) => [name, { platform: 'android', ...input }]),
      );
    const { code, stdout, stderr } = await run(
      python ?? '',
      ['test/e2e/strict_client.py', process.execPath, program, ...phone.args, ...sets, ...flags],
      JSON.stringify(calls),
    );
    expect(stderr).not.toMatch(/Traceback|\[bug\]/);
    expect(code).toBe(0);
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { structured?: boolean });
    expect(lines).toHaveLength(calls.length + 1);
    const structured = lines.filter((line) => line.structured === true).length;
    process.stdout.write(`Python SDK: ${calls.length} calls, ${structured} structured answers validated\n`);
    expect(structured).toBeGreaterThan(flags.length > 0 ? 0 : calls.length / 4);
  });
});

describe.runIf(inspector !== null)('the MCP Inspector', () => {
  const inspect = async (era: string, ...args: string[]): Promise<Finished> =>
    await run(inspector ?? '', [
      '--cli',
      process.execPath,
      program,
      ...phone.args,
      ...sets,
      '--protocol-era',
      era,
      ...args,
    ]);

  describe.each(['legacy', 'modern'])('%s era', (era) => {
    test('finds nothing in the schemas that is not portable', async () => {
      const { code, stdout, stderr } = await inspect(
        era,
        '--method',
        'tools/list',
        '--strict',
        '--format',
        'json',
      );
      expect(code, stderr.slice(-2_000)).toBe(0);
      expect(stdout).toContain('get_ui_tree');
    });

    test('calls a tool, and tells a refusal by its exit code', async () => {
      const call = ['--method', 'tools/call', '--tool-name'];
      const { code, stdout } = await inspect(era, ...call, 'get_current_screen');
      expect(code).toBe(0);
      expect(stdout).toContain('com.example.shop');
      const missing = ['--tool-arg', 'appId=com.example.missing'];
      expect((await inspect(era, ...call, 'start_app', ...missing)).code).not.toBe(0);
    });
  });
});
