import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AppleBed, makeAppleBed, type Result, udid } from '../testing/apple-bed.ts';

let bed: AppleBed;
let project = '';
beforeEach(async () => {
  bed = await makeAppleBed();
  project = join(bed.appleTools.folder, 'project');
  for (const folder of ['Shop.xcworkspace', 'Shop.xcodeproj'])
    mkdirSync(join(project, folder), { recursive: true });
});
afterEach(async () => {
  expect(bed.appleTools.defects).toEqual([]);
  await bed.close();
});

async function xcodebuild(...args: readonly string[]): Promise<Result> {
  return await bed.start('xcodebuild', args, { cwd: project }).result;
}

const build = [
  '-workspace',
  'Shop.xcworkspace',
  '-scheme',
  'Shop',
  '-configuration',
  'Debug',
  '-derivedDataPath',
  'dd',
];

test('lists schemes of workspaces and projects, with chatter before the JSON', async () => {
  const workspace = await xcodebuild('-list', '-json', '-workspace', 'Shop.xcworkspace');
  expect(workspace.stdout).toMatch(/^Resolve Package Graph\n\{/);
  expect(JSON.parse(workspace.stdout.slice(workspace.stdout.indexOf('{')))).toEqual({
    workspace: { name: 'Shop', schemes: ['Shop', 'ShopTests', 'Pods-Shop'] },
  });
  const { stdout } = await xcodebuild('-list', '-json', '-project', 'Shop.xcodeproj');
  expect(JSON.parse(stdout.slice(stdout.indexOf('{')))).toMatchObject({
    project: {
      name: 'Shop',
      configurations: ['Debug', 'Release'],
      schemes: expect.any(Array),
      targets: expect.any(Array),
    },
  });
});

test('builds an app where the settings say it is, and it can be installed', async () => {
  const destination = ['-destination', `platform=iOS Simulator,id=${udid}`];
  const done = await xcodebuild(
    ...build,
    ...destination,
    '-resultBundlePath',
    'r.xcresult',
    '-skipMacroValidation',
    'build',
  );
  expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining('** BUILD SUCCEEDED **') });
  const settings = await xcodebuild(...build, ...destination, '-showBuildSettings', '-json');
  const entries = JSON.parse(settings.stdout.slice(settings.stdout.indexOf('['))) as {
    buildSettings: Record<string, string>;
  }[];
  const own =
    entries
      .map((entry) => entry.buildSettings)
      .find((each) => each['PRODUCT_TYPE'] === 'com.apple.product-type.application') ?? {};
  expect(own).toMatchObject({ PRODUCT_BUNDLE_IDENTIFIER: 'com.example.shop', EXECUTABLE_NAME: 'ShopApp' });
  const app = join(own['TARGET_BUILD_DIR'] ?? '', own['WRAPPER_NAME'] ?? '');
  expect(existsSync(app)).toBe(true);
  await bed.simctl('uninstall', udid, 'com.example.shop');
  expect((await bed.simctl('install', udid, app)).code).toBe(0);
  expect(bed.phone.packages.has('com.example.shop')).toBe(true);
  expect((await xcodebuild(...build, '-resultBundlePath', 'r.xcresult', 'build')).code).toBe(64);
});

test('a failing build prints what the fault says, and its results name file and line', async () => {
  const lines = [
    "/w/View.swift:10:15: error: cannot find 'foo' in scope",
    '        foo()',
    '/w/View.swift:3:5: warning: unused',
  ];
  bed.appleTools.faults.add({ do: { kind: 'build', lines } });
  const failed = await xcodebuild(...build, '-resultBundlePath', 'r.xcresult', 'build');
  expect(failed).toMatchObject({ code: 65, stdout: expect.stringContaining('** BUILD FAILED **') });
  const { stdout } = await bed.start(
    'xcrun',
    ['xcresulttool', 'get', 'build-results', '--path', 'r.xcresult', '--compact'],
    { cwd: project },
  ).result;
  expect(JSON.parse(stdout)).toMatchObject({
    status: 'failed',
    errorCount: 1,
    errors: [
      { message: "cannot find 'foo' in scope", sourceURL: expect.stringContaining('StartingLineNumber=10') },
    ],
    warningCount: 1,
  });
});

test('refuses what it does not know', async () => {
  expect(await xcodebuild('-frob')).toMatchObject({
    code: 64,
    stderr: "xcodebuild: error: invalid option '-frob'\n",
  });
  expect((await xcodebuild('-workspace', 'Shop.xcworkspace', '-scheme', 'Nope', 'build')).stderr).toContain(
    'does not contain a scheme named "Nope"',
  );
  expect(
    await xcodebuild(...build, '-destination', 'platform=iOS Simulator,id=booted', 'build'),
  ).toMatchObject({
    code: 70,
    stderr: expect.stringContaining(`{ platform:iOS Simulator, id:${udid}`),
  });
  expect((await xcodebuild('-project', 'None.xcodeproj', '-list')).code).toBe(66);
  expect((await xcodebuild('-version')).stdout).toMatch(/^Xcode 26\.3\nBuild version /);
});
