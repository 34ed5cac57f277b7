/** The simulated companion under the real `idb` client: named by `IDB_REAL_CLIENT`, else on the path, else skipped. */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Bed, makeTestBed, UDID } from './testing/bed.ts';
import { type Companion, startCompanion } from './testing/running-companion.ts';

const idb = findIdb();

function findIdb(): string | null {
  const named = process.env['IDB_REAL_CLIENT'];
  if (named) return named;
  try {
    return execFileSync('which', ['idb'], { encoding: 'utf8' }).trim();
  } catch {
    return null;
  }
}

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(companion: Companion, ...args: readonly string[]): Promise<Ran> {
  const env = { ...process.env, IDB_COMPANION: companion.path, IDB_UDID: UDID };
  return await new Promise((resolve) => {
    execFile(idb ?? '', args, { env, timeout: 30_000 }, (error, stdout, stderr) => {
      const code = error ? (typeof error.code === 'number' ? error.code : 1) : 0;
      resolve({ code, stdout, stderr });
    });
  });
}

async function start(bed: Bed): Promise<Companion> {
  return await startCompanion(bed);
}

const quiet = { code: 0, stdout: '', stderr: '' };

describe.skipIf(idb === null)('the real idb client', { timeout: 120_000 }, () => {
  test.each(['head', '1.1.8'] as const)('looks at a simulator served by %s', async (version) => {
    const bed = makeTestBed({ version });
    const companion = await start(bed);
    const described = await run(companion, 'describe', '--json');
    expect(described).toMatchObject({ code: 0 });
    expect(JSON.parse(described.stdout)).toMatchObject({
      udid: UDID,
      name: 'iPhone 17',
      state: 'Booted',
      os_version: 'iOS 26.3',
      screen_dimensions: { width: 1206, height: 2622, density: 3, width_points: 402, height_points: 874 },
    });
    const apps = await run(companion, 'list-apps', '--json');
    const names = apps.stdout
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { bundle_id: string }).bundle_id);
    expect(names).toContain('com.example.gallery');
    const tree = JSON.parse((await run(companion, 'ui', 'describe-all')).stdout) as { type: string }[];
    expect(tree[0]?.type).toBe('Application');
    expect(Object.keys(tree[1] ?? {})).toHaveLength(version === 'head' ? 16 : 14);
    const point = JSON.parse((await run(companion, 'ui', 'describe-point', '60', '200')).stdout) as object;
    expect(point).toMatchObject({ type: 'Button', AXLabel: 'Settings' });
  });

  test('touches, types, presses', async () => {
    const bed = makeTestBed();
    bed.phone.start('com.example.gallery', '.FieldsActivity');
    const companion = await start(bed);
    const before = bed.phone.record.length;
    expect(await run(companion, 'ui', 'tap', '201', '126')).toEqual(quiet);
    expect(await run(companion, 'ui', 'text', 'Hi @7')).toEqual(quiet);
    expect(await run(companion, 'ui', 'key', '42')).toEqual(quiet);
    expect(await run(companion, 'ui', 'swipe', '200', '600', '200', '300', '--duration', '0.2')).toEqual(
      quiet,
    );
    expect(await run(companion, 'ui', 'button', 'HOME')).toEqual(quiet);
    const seen = bed.phone.record
      .slice(before)
      .map(({ kind, detail }) => [kind, detail['text'] ?? detail['code']]);
    expect(seen).toEqual([
      ['tap', undefined],
      ...[...'Hi @7'].map((char) => ['text', char]),
      ['key', 67],
      ['swipe', undefined],
      ['key', 3],
    ]);
    expect(bed.phone.tasks.at(-1)?.packageName).toBe('com.android.launcher3');
  });

  test('installs, launches, takes a picture, ends, opens', async () => {
    const bed = makeTestBed();
    const companion = await start(bed);
    const source = bed.mac.apps.find(bed.simulator, 'com.example.shop')?.bundlePath ?? '';
    const installed = await run(companion, 'install', source);
    expect([installed.code, installed.stdout]).toEqual([0, expect.stringContaining('com.example.shop')]);
    const launched = await run(companion, 'launch', 'com.example.shop');
    const pid = bed.mac.apps.pidOf(bed.simulator, 'com.example.shop');
    // Newer clients end the line.
    expect(launched).toEqual({ ...quiet, stdout: expect.stringMatching(`^\\{"pid": ${pid}\\}\n?$`) });
    const again = await run(companion, 'launch', 'com.example.shop');
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining(`as is running (PID=${pid})`)]);
    const picture = join(bed.mac.folder, 'shot.png');
    expect(await run(companion, 'screenshot', picture)).toEqual(quiet);
    expect(readFileSync(picture).subarray(1, 4).toString()).toBe('PNG');
    expect(await run(companion, 'open', 'prefs:root=General')).toEqual(quiet);
    expect(await run(companion, 'terminate', 'com.example.shop')).toEqual(quiet);
    expect(bed.mac.apps.pidOf(bed.simulator, 'com.example.shop')).toBeNull();
    expect(await run(companion, 'focus')).toEqual(quiet);
  });

  test('follows the log until it is interrupted', async () => {
    const bed = makeTestBed();
    const companion = await start(bed);
    const env = { ...process.env, IDB_COMPANION: companion.path, IDB_UDID: UDID };
    const child = spawn(idb ?? '', ['log', '--', '--style', 'ndjson'], { env });
    onTestFinished(() => void child.kill('SIGKILL'));
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
    });
    await expect.poll(() => bed.mac.logStreams, { timeout: 20_000 }).toBe(1);
    bed.phone.start('com.example.gallery', null);
    await expect.poll(() => out, { timeout: 20_000 }).toContain('"eventMessage":');
    const left = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGINT');
    await left;
    await expect.poll(() => bed.mac.logStreams).toBe(0);
  });

  test('fails with the companion\u2019s words', async () => {
    const bed = makeTestBed();
    const companion = await start(bed);
    bed.mac.faults.add({ do: { kind: 'simulator_kit_missing' } });
    const tapped = await run(companion, 'ui', 'tap', '10', '10');
    expect([tapped.code, tapped.stderr]).toEqual([
      1,
      expect.stringContaining('SimulatorKit is required for HID interactions'),
    ]);
  });
});
