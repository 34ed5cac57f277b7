/** What a user gets who installs the package: the bundle and the documents, and nothing it needs besides sharp. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { cleanEnvironment } from './program.ts';

interface Packed {
  readonly files: readonly { readonly path: string; readonly mode: number }[];
  readonly size: number;
  readonly unpackedSize: number;
}

describe('npm pack', () => {
  const output = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [packed] = JSON.parse(output) as readonly Packed[];
  const paths = (packed?.files ?? []).map(({ path }) => path);

  test('holds program, documents and licence', () => {
    expect(paths).toEqual(
      expect.arrayContaining([
        'dist/main.mjs',
        'dist/THIRD-PARTY-NOTICES.txt',
        'LICENSE',
        'README.md',
        'CHANGELOG.md',
        'SECURITY.md',
        'package.json',
      ]),
    );
    expect(paths).toContain('docs/tools/tap_element.md');
    // Compiled on the computer of the user, when the JDI backend is asked for.
    expect(paths).toContain('worker/src/mobiledebug/Worker.java');
  });

  test('holds no other sources, tests or settings of tools', () => {
    const known = /^(dist|docs)\/|^worker\/src\/mobiledebug\/\w+\.java$|^(LICENSE|package\.json|[A-Z]+\.md)$/;
    expect(paths.filter((path) => !known.test(path))).toEqual([]);
    expect(paths.filter((path) => /\.test\.|\.map$|fixtures/.test(path))).toEqual([]);
  });

  test('stays small', () => {
    expect(packed?.size).toBeLessThan(900_000);
    expect(packed?.unpackedSize).toBeLessThan(4_000_000);
  });

  test('its program can be run and says how', () => {
    expect(manifest.bin['mobile-debug-mcp']).toBe('dist/main.mjs');
    expect(readFileSync('dist/main.mjs', 'utf8').startsWith('#!/usr/bin/env node\n')).toBe(true);
    expect(manifest.scripts.prepack).toBe('npm run build');
  });
});

test('every file of the bundle is one that Node 20 can parse, also those that load late', () => {
  for (const file of readdirSync('dist').filter((name) => name.endsWith('.mjs'))) {
    const checked = spawnSync(process.execPath, ['--check', join('dist', file)], { encoding: 'utf8' });
    expect(checked.status, `${file}: ${checked.stderr.slice(-300)}`).toBe(0);
    // The bundler leaves this one in a `finally` block; newer versions of Node would not find it.
    expect(/\bfinally\s*\{\s*(await )?using /.test(readFileSync(join('dist', file), 'utf8')), file).toBe(
      false,
    );
  }
});

/** The bundle with its line breaks and the comments that name the packages, which the shipped one leaves out. */
const plain = mkdtempSync(join(tmpdir(), 'mobile-debug-plain-'));
execFileSync(process.execPath, ['node_modules/tsdown/dist/run.mjs', '--no-minify', '--out-dir', plain], {
  stdio: 'ignore',
});
afterAll(() => rmSync(plain, { recursive: true, force: true }));

test('the bundle imports Node and sharp only', () => {
  const known = new Set([...builtinModules, ...builtinModules.map((name) => `node:${name}`), 'sharp']);
  const foreign = readdirSync(plain).flatMap((file) => {
    const text = readFileSync(join(plain, file), 'utf8');
    const froms = text.matchAll(
      /^(?:import|export)\b[^'"\n;]*?from\s*"([^"]+)";|^import\s*"([^"]+)";|\bimport\("([^"]+)"\)/gm,
    );
    return [...froms]
      .map(([, a, b, c]) => a ?? b ?? c ?? '')
      .filter((name) => !name.startsWith('.') && !known.has(name));
  });
  expect(foreign).toEqual([]);
});

test('the licence of every package in the bundle is shipped with it', () => {
  const bundled = readdirSync(plain).flatMap((file) => {
    const regions = readFileSync(join(plain, file), 'utf8').matchAll(/^\/\/#region node_modules\/(.+)$/gm);
    return [...regions].map(([, path = '']) => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path);
  });
  const notices = readFileSync('dist/THIRD-PARTY-NOTICES.txt', 'utf8');
  expect(new Set(bundled).size).toBeGreaterThan(1);
  for (const name of [...new Set(bundled), 'ajv', 'fast-uri']) {
    // Name and version, what licence, and its text.
    expect(notices, name).toMatch(new RegExp(`^${name} [\\d.]+\\nLicence: \\S+\\n\\n\\S`, 'm'));
  }
  expect(notices.match(/Permission is hereby granted/g)?.length).toBeGreaterThan(1);
});

test('no client and no cryptography for one is shipped', () => {
  const text = readdirSync(plain)
    .map((file) => readFileSync(join(plain, file), 'utf8'))
    .join('\n');
  expect(text).not.toMatch(
    /region node_modules\/(jose|eventsource|cross-spawn|pkce|@modelcontextprotocol\/client)/,
  );
});

test('the bundle runs where nothing but sharp is installed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mobile-debug-package-'));
  try {
    cpSync('dist', join(folder, 'dist'), { recursive: true });
    // As the link is resolved, sharp finds what it needs itself where it really lies.
    cpSync('package.json', join(folder, 'package.json'));
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(resolve('node_modules/sharp'), join(folder, 'node_modules/sharp'));
    const platforms = process.platform === 'win32' ? ['android'] : ['android', 'ios'];
    for (const platform of platforms) {
      const call = ['call', 'capture_screenshot', '--virtual', '--json', JSON.stringify({ platform })];
      const text = execFileSync(process.execPath, [join(folder, 'dist/main.mjs'), ...call], {
        encoding: 'utf8',
        env: cleanEnvironment(),
        cwd: folder,
      });
      expect(text).toContain('"mimeType":"image/jpeg"');
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
