/** Builds of Xcode projects with a stand-in xcodebuild that refuses what it does not know. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeTestBed, type TestBed } from '../harness.ts';

let bed: TestBed;
let project = '';

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'xcode-'));
  for (const folder of ['App.xcworkspace', 'App.xcodeproj/project.xcworkspace', 'Pods/Pods.xcodeproj'])
    mkdirSync(join(project, folder), { recursive: true });
});

afterEach(async () => {
  expect(bed.bugs).toEqual([]);
  await bed.close();
  rmSync(project, { recursive: true, force: true });
});

async function build(
  environment: Record<string, string>,
  args: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  bed = await makeTestBed({
    environment: { XCODEBUILD_PATH: resolve('test/fixtures/tools/xcodebuild'), ...environment },
  });
  return (await bed.call('build_app', { projectPath: project, ...args })).data;
}

describe('build_app on an Xcode project', () => {
  it('takes the workspace, its scheme, DerivedData of its own, and the product of the build settings', async () => {
    const data = await build({});
    expect(data).toMatchObject({
      success: true,
      warningsCount: 1,
      artifactPath: expect.stringMatching(/Debug-iphonesimulator\/App\.app$/),
    });
    expect(existsSync(String(data['artifactPath']))).toBe(true);
    expect(String(data['artifactPath']).startsWith(bed.artifacts)).toBe(true);
    expect(readFileSync(String(data['logPath']), 'utf8')).toContain(
      'DESTINATION=generic/platform=iOS Simulator',
    );
    expect(data['command']).toContain(`-workspace ${join(project, 'App.xcworkspace')} -scheme App`);
  });

  it('takes the configuration from the variant', async () => {
    expect(await build({}, { variant: 'App:Release' })).toMatchObject({
      artifactPath: expect.stringContaining('Release-iphonesimulator'),
    });
  });

  it('answers places, and causes with their remedy', async () => {
    expect(await build({ FAKE_XCODE: 'swift_error' })).toMatchObject({
      success: false,
      errors: [{ file: '/w/View.swift', line: 10, column: 15, message: "cannot find 'foo' in scope" }],
    });
    await bed.close();
    expect(await build({ FAKE_XCODE: 'signing' })).toMatchObject({
      success: false,
      cause: { code: 'signing' },
      errors: [{ message: expect.stringContaining('development team') }],
    });
  });

  it('gives the schemes, and the projects, when several can be meant', async () => {
    expect(await build({ FAKE_SCHEMES: '"One", "Two"' })).toMatchObject({
      error: { code: 'INVALID_ARGUMENT', details: { schemes: ['One', 'Two'] } },
    });
    await bed.close();
    mkdirSync(join(project, 'Other.xcworkspace'));
    expect(await build({})).toMatchObject({
      error: { details: { choices: [join(project, 'App.xcworkspace'), join(project, 'Other.xcworkspace')] } },
    });
  });

  it('says that xcodebuild is missing, and what is no project', async () => {
    expect(await build({ XCODEBUILD_PATH: '/nowhere/xcodebuild' })).toMatchObject({
      error: { code: 'TOOL_NOT_FOUND', message: expect.stringContaining('XCODEBUILD_PATH') },
    });
    await bed.close();
    writeFileSync(join(project, 'pubspec.yaml'), 'flutter:\n');
    expect(await build({}, { platform: 'android' })).toMatchObject({
      error: { code: 'INVALID_ARGUMENT', message: expect.stringContaining('flutter') },
    });
  });
});
