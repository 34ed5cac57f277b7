import { Operation } from '@mobile-debug/core/operation.ts';
import { describe, expect, it } from 'vitest';
import type { ProcessRequest } from '../process.ts';
import { findLldb, type Run } from './find-lldb.ts';
import type { SearchPaths } from './tool-search.ts';

function search(wanted: Partial<SearchPaths> & { readonly files?: readonly string[] }): SearchPaths {
  const files = wanted.files ?? [];
  return {
    env: { PATH: '/opt/bin:/usr/bin' },
    platform: 'linux',
    exists: (path) => files.includes(path),
    list: (folder) =>
      files.filter((path) => path.startsWith(`${folder}/`)).map((path) => path.slice(folder.length + 1)),
    ...wanted,
  };
}

/** An xcrun that finds these. */
function xcrun(found: Readonly<Record<string, string>>, asked: ProcessRequest[] = []): Run {
  return async (_, request) => {
    asked.push(request);
    const path = found[request.args[1] ?? ''];
    return {
      exitCode: path === undefined ? 72 : 0,
      signal: null,
      stdout: Buffer.from(path === undefined ? '' : `${path}\n`),
      stderr: Buffer.alloc(0),
    };
  };
}

describe('findLldb', () => {
  it.each([
    ['the plain name before all', ['/usr/bin/lldb-dap', '/usr/bin/lldb-dap-19'], '/usr/bin/lldb-dap'],
    [
      'the newest of several',
      ['/usr/bin/lldb-dap-19', '/usr/bin/lldb-vscode-14', '/opt/bin/lldb-dap-18'],
      '/usr/bin/lldb-dap-19',
    ],
    ['the old name', ['/usr/bin/lldb-vscode-14'], '/usr/bin/lldb-vscode-14'],
  ])('takes on Linux %s', async (_, files, path) => {
    using op = Operation.start(5_000);
    expect(await findLldb(op, search({ files }), xcrun({}))).toEqual({ path, source: 'PATH' });
  });

  it.each([
    [{ 'lldb-dap': '/X/lldb-dap', 'lldb-vscode': '/X/lldb-vscode' }, '/X/lldb-dap', 1],
    [{ 'lldb-vscode': '/X/lldb-vscode' }, '/X/lldb-vscode', 2],
  ])('asks xcrun on macOS, the new name first', async (found, path, questions) => {
    using op = Operation.start(5_000);
    const asked: ProcessRequest[] = [];
    const mac = search({ platform: 'darwin', files: ['/usr/bin/xcrun'] });
    expect(await findLldb(op, mac, xcrun(found, asked))).toEqual({ path, source: 'xcrun' });
    expect(asked).toHaveLength(questions);
  });

  it('never passes over a LLDB_DAP_PATH that leads nowhere', async () => {
    using op = Operation.start(5_000);
    const wrong = search({
      env: { LLDB_DAP_PATH: '/wrong', PATH: '/usr/bin' },
      files: ['/usr/bin/lldb-dap'],
    });
    await expect(findLldb(op, wrong, xcrun({}))).rejects.toMatchObject({
      code: 'TOOL_NOT_FOUND',
      message: expect.stringContaining('LLDB_DAP_PATH'),
    });
    const right = search({ env: { LLDB_DAP_PATH: '/mine' }, files: ['/mine'] });
    expect(await findLldb(op, right, xcrun({}))).toEqual({ path: '/mine', source: 'LLDB_DAP_PATH' });
  });

  it.each([
    ['linux', 'apt install lldb'],
    ['darwin', 'Xcode'],
    ['win32', 'macOS only'],
  ] as const)('says on %s how to get it', async (platform, hint) => {
    using op = Operation.start(5_000);
    const bare = search({ platform, files: ['/usr/bin/xcrun'] });
    await expect(findLldb(op, bare, xcrun({}))).rejects.toMatchObject({
      code: 'TOOL_NOT_FOUND',
      nextStep: expect.stringContaining(hint),
    });
  });
});
