import { afterEach, beforeEach, expect, test } from 'vitest';
import { failureOf } from './failure.ts';
import { type AppleBed, makeAppleBed, udid } from './testing/apple-bed.ts';

let bed: AppleBed;
beforeEach(async () => {
  bed = await makeAppleBed();
});
afterEach(async () => {
  expect(bed.appleTools.defects).toEqual([]);
  await bed.close();
});

const developerDir = '/Applications/Xcode.app/Contents/Developer';

test('finds tools, and names what there is not', async () => {
  expect((await bed.run('xcrun', '--find', 'simctl')).stdout).toBe(`${developerDir}/usr/bin/simctl\n`);
  expect((await bed.run('xcrun', '-f', 'devicectl')).stdout).toBe(`${developerDir}/usr/bin/devicectl\n`);
  expect((await bed.run('xcrun', '--version')).stdout).toBe('xcrun version 72.\n');
  expect((await bed.run('xcode-select', '-p')).stdout).toBe(`${developerDir}\n`);
  expect(await bed.run('xcrun', 'frobnicate')).toMatchObject({
    code: 72,
    stderr: 'xcrun: error: unable to find utility "frobnicate", not a developer tool or in PATH\n',
  });
  expect((await bed.run('xcrun', '--sdkk')).code).toBe(64);
  expect((await bed.run('xcode-select', '-s', '/x')).code).toBe(1);
});

test('with the command line tools alone there is no simctl, unless DEVELOPER_DIR names an Xcode', async () => {
  bed.appleTools.faults.add({ do: { kind: 'no_xcode' } });
  expect(await bed.simctl('list', '-j')).toMatchObject({
    code: 72,
    stdout: '',
    stderr: 'xcrun: error: unable to find utility "simctl", not a developer tool or in PATH\n',
  });
  expect((await bed.run('xcode-select', '-p')).stdout).toBe('/Library/Developer/CommandLineTools\n');
  expect(await bed.run('xcodebuild', '-version')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("tool 'xcodebuild' requires Xcode, but active developer directory"),
  });
  const env = { DEVELOPER_DIR: developerDir };
  expect((await bed.start('xcrun', ['simctl', 'list', '-j'], { env }).result).code).toBe(0);
});

test.each([
  ['xcode_moved', /active developer path \(".*"\) does not exist/],
  ['no_tools', /No developer tools were found/],
] as const)('%s', async (kind, words) => {
  bed.appleTools.faults.add({ do: { kind } });
  expect(await bed.simctl('list', '-j')).toMatchObject({ code: 1, stderr: expect.stringMatching(words) });
});

test('a DEVELOPER_DIR that is not there', async () => {
  const env = { DEVELOPER_DIR: '/Applications/Gone.app/Contents/Developer' };
  expect(await bed.start('xcrun', ['simctl', 'list', '-j'], { env }).result).toMatchObject({
    code: 1,
    stderr: 'xcrun: error: missing DEVELOPER_DIR path: /Applications/Gone.app/Contents/Developer\n',
  });
});

test('the licence comes before everything', async () => {
  bed.appleTools.faults.add({ do: { kind: 'licence' } });
  for (const tool of ['xcrun', 'xcodebuild'])
    expect(await bed.run(tool, '-version')).toMatchObject({
      code: 69,
      stderr: expect.stringContaining('You have not agreed to the Xcode license agreements.'),
    });
});

test('a service that became invalid is back on the next call', async () => {
  bed.appleTools.faults.add({ when: { times: 1 }, do: { kind: 'service_invalid' } });
  expect(await bed.simctl('list', '-j')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('CoreSimulatorService connection became invalid'),
  });
  expect((await bed.simctl('list', '-j')).code).toBe(0);
  bed.appleTools.faults.add({ when: { times: 1 }, do: { kind: 'no_device_set' } });
  expect((await bed.simctl('list', '-j')).stderr).toContain('Unable to locate device set');
});

test('any verb can be made to fail with any error, whatever the exit code of this Xcode is', async () => {
  const text = 'Unable to boot device in current state: Booted';
  const failure = failureOf('com.apple.CoreSimulator.SimError', 405, text, {
    domain: 'NSPOSIXErrorDomain',
    code: 37,
    text: 'Operation already in progress',
  });
  bed.appleTools.faults.add({
    when: { command: /simctl boot /, times: 1 },
    do: { kind: 'fail', failure, exitCode: 165 },
  });
  expect(await bed.simctl('boot', udid)).toMatchObject({
    code: 165,
    stderr: `An error was encountered processing the command (domain=com.apple.CoreSimulator.SimError, code=405):\n${text}\nUnderlying error (domain=NSPOSIXErrorDomain, code=37):\n\tOperation already in progress\n`,
  });
  bed.appleTools.faults.add({ when: { udid, times: 1 }, do: { kind: 'open_url_timeout' } });
  expect(await bed.simctl('openurl', udid, 'shop://x')).toMatchObject({
    code: 60,
    stderr: expect.stringContaining('NSPOSIXErrorDomain, code=60'),
  });
  bed.appleTools.faults.add({ when: { command: 'log stream', times: 1 }, do: { kind: 'too_many_files' } });
  expect((await bed.simctl('spawn', udid, 'log', 'stream')).code).toBe(24);
});

test('rules wait for their number, their time and their device', async () => {
  bed.appleTools.faults.add({
    when: { command: 'pbpaste', nth: 2, times: 1 },
    do: { kind: 'exit', code: 9 },
  });
  const codes = [];
  for (let call = 0; call < 3; call++) codes.push((await bed.simctl('pbpaste', udid)).code);
  expect(codes).toEqual([0, 9, 0]);
  const other = bed.appleTools.faults.add({ when: { udid: 'OTHER' }, do: { kind: 'exit', code: 9 } });
  bed.appleTools.faults.add({ when: { afterMs: 3_600_000 }, do: { kind: 'exit', code: 9 } });
  expect((await bed.simctl('pbpaste', udid)).code).toBe(0);
  expect(other.uses).toBe(0);
});
