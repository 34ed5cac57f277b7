/**
 * A cold server: what reads the screen (the resident helper, the companion) starts while an app is launched, installed or
 * built, once, and serves what is read next. By what the phone and its tools received.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fixtureSteps } from '../actions/phone-side.ts';
import { makeTestBed, type TestBed } from '../harness.ts';
import type { Question } from '../wire.ts';

const shop = 'com.example.shop';
/** Without a look before the launch, which would have to wait for the start. */
const light = { verificationMode: 'light' } as const;
/** The work beside which it starts takes this long at least. */
const slowMs = 600;

let bed: TestBed;
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'early-start-'));
});

afterEach(async () => {
  await bed.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Side {
  begin(): Promise<void>;
  /** What starts, and how often it did. */
  readonly starts: RegExp;
  /** Makes what `work` matches slow. */
  slow(work: RegExp): void;
  readonly launch: RegExp;
  readonly install: RegExp;
  /** Something to build, and something to install. */
  project(): string;
  product(): Promise<string>;
}

const android: Side = {
  async begin() {
    bed = await makeTestBed({ helper: true });
  },
  starts: /am instrument/,
  slow: (service) => void bed.faults.add({ when: { service }, do: { kind: 'delay', ms: slowMs } }),
  launch: /am start/,
  install: /package.install/,
  project() {
    cpSync('test/fixtures/projects/gradle-app', join(folder, 'app'), { recursive: true });
    return join(folder, 'app');
  },
  product: async () => 'test/fixtures/projects/shop.apk',
};

const iphone: Side = {
  async begin() {
    bed = await makeTestBed({ ios: {} });
  },
  starts: /^idb_companion --udid/,
  slow: (command) => void bed.apple?.faults.add({ when: { command }, do: { kind: 'slow', ms: slowMs } }),
  launch: /simctl launch/,
  install: /simctl install/,
  project() {
    mkdirSync(join(folder, 'shop', 'Shop.xcodeproj'), { recursive: true });
    return join(folder, 'shop');
  },
  async product() {
    const { data } = await bed.call('build_app', { projectPath: this.project() });
    return String(data['artifactPath']);
  },
};

const asked = (pattern: RegExp): readonly Question[] =>
  bed.wire.asked().filter(({ what }) => pattern.test(what));

function first(pattern: RegExp): Question {
  const [found] = asked(pattern);
  if (!found) throw new Error(`nobody asked for ${pattern}`);
  return found;
}

describe.each([
  ['android', android],
  ['an iPhone', iphone],
] as const)('on %s', (_name, side) => {
  test.each([
    ['start_app', { appId: shop, ...light }],
    ['restart_app', { appId: shop, ...light }],
    ['run_journey', { steps: [{ id: 'launch', type: 'start_app', appId: shop, ...light }] }],
  ])('%s: while the app is launched', async (tool, args) => {
    await side.begin();
    side.slow(side.launch);
    const answer = await bed.call(tool, args);
    expect(answer.isError, answer.texts[0]).toBe(false);
    expect(first(side.starts).atMs).toBeLessThan(first(side.launch).atMs + slowMs);
    expect(asked(side.starts)).toHaveLength(1);
  });

  test('install_app: while the package is installed; the first reading starts nothing', async () => {
    await side.begin();
    const appPath = await side.product();
    side.slow(side.install);
    const answer = await bed.call('install_app', { appPath });
    expect(answer.isError, answer.texts[0]).toBe(false);
    expect(first(side.starts).atMs).toBeLessThan(first(side.install).atMs + slowMs);
    expect((await bed.call('get_ui_tree')).isError).toBe(false);
    expect(asked(side.starts)).toHaveLength(1);
  });

  test('build_and_install: while the project is built', async () => {
    await side.begin();
    const answer = await bed.call('build_and_install', { projectPath: side.project() });
    expect(answer.isError, answer.texts[0]).toBe(false);
    expect(first(side.starts).atMs).toBeLessThan(first(side.install).atMs);
    expect((await bed.call('get_ui_tree')).isError).toBe(false);
    expect(asked(side.starts)).toHaveLength(1);
  });

  test('the log alone starts nothing', async () => {
    await side.begin();
    await bed.call('get_logs', { appId: shop });
    expect(asked(side.starts)).toEqual([]);
  });
});

test('the helper serves all six readings of the journey, and is looked up once', async () => {
  await android.begin();
  android.slow(android.launch);
  const steps = fixtureSteps;
  const answer = await bed.call('run_journey', { steps, defaults: { verificationMode: 'light' } });
  expect(answer.data['success']).toBe(true);
  expect(bed.helpers.map(({ starts }) => starts)).toEqual([1]);
  expect(asked(/uiautomator dump/)).toEqual([]);
  expect(asked(/^GET \/source$/)).toHaveLength(6);
  expect(asked(/list.packages/)).toHaveLength(1);
});
