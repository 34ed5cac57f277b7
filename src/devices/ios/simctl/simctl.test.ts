import { Fault } from '@mobile-debug/core/fault.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import { expect, it } from 'vitest';
import { type Answer, scripted } from '../testing/scripted-xcrun.ts';
import { simctlFor } from './simctl.ts';
import { errorText } from './simctl-failures.ts';

const udid = '978BAD6B-EEB8-4A54-9D5F-D17280D12AA5';

async function fail(answer: Answer, args: readonly string[]): Promise<Fault> {
  using op = Operation.start(10_000);
  const { xcrun } = scripted([answer]);
  const error = await simctlFor(udid, xcrun)
    .run(op, args)
    .then(
      () => null,
      (reason: unknown) => reason,
    );
  if (!(error instanceof Fault)) throw new Error(`no fault but ${String(error)}`);
  return error;
}

function shape(domain: string, code: number, text: string, underlying = ''): string {
  return `An error was encountered processing the command (domain=${domain}, code=${code}):\n${text}\n${underlying}`;
}

const opening = 'The request to open "com.example.shop" failed.';
const sim = 'com.apple.CoreSimulator.SimError';

/** Every failure sentence of simctl on record: what was asked, what it says, what it becomes. */
const sentences: readonly (readonly [
  reason: string,
  code: string,
  args: readonly string[],
  stderr: string,
])[] = [
  [
    'command_line_tools_only',
    'TOOL_NOT_FOUND',
    ['boot'],
    'xcrun: error: unable to find utility "simctl", not a developer tool or in PATH',
  ],
  [
    'command_line_tools_only',
    'TOOL_NOT_FOUND',
    ['boot'],
    "xcode-select: error: tool 'xcodebuild' requires Xcode, but active developer directory '/Library/Developer/CommandLineTools' is a command line tools instance",
  ],
  [
    'license',
    'TOOL_NOT_FOUND',
    ['boot'],
    'You have not agreed to the Xcode license agreements. Please run ‘sudo xcodebuild -license’.',
  ],
  [
    'service_restarted',
    'DEVICE_UNAVAILABLE',
    ['launch', 'a.b'],
    'CoreSimulatorService connection became invalid.  Simulator services will no longer be available.',
  ],
  ['service_restarted', 'DEVICE_UNAVAILABLE', ['openurl', 'a:b'], 'Unable to locate device set'],
  ['none_booted', 'DEVICE_UNAVAILABLE', ['ui', 'appearance'], 'No devices are booted.'],
  ['unknown_device', 'DEVICE_NOT_FOUND', ['boot'], 'Invalid device: 978BAD6B'],
  [
    'already_booted',
    'DEVICE_UNAVAILABLE',
    ['boot'],
    shape(sim, 405, 'Unable to boot device in current state: Booted'),
  ],
  [
    'already_booted',
    'DEVICE_UNAVAILABLE',
    ['boot'],
    shape(sim, 164, 'Unable to boot device in current state: Booted'),
  ],
  [
    'already_off',
    'DEVICE_UNAVAILABLE',
    ['shutdown'],
    shape(sim, 405, 'Unable to shutdown device in current state: Shutdown'),
  ],
  [
    'wrong_state',
    'DEVICE_UNAVAILABLE',
    ['launch', 'a.b'],
    shape(sim, 405, 'Unable to lookup in current state: Shutting Down'),
  ],
  [
    'no_bundle',
    'INSTALL_FAILED',
    ['install', '/x.app'],
    shape('NSPOSIXErrorDomain', 2, 'An application bundle was not found at the provided path.'),
  ],
  [
    'not_running',
    'ACTION_REJECTED',
    ['terminate', 'a.b'],
    shape('NSPOSIXErrorDomain', 3, 'Simulator device failed to terminate a.b.\nfound nothing to terminate'),
  ],
  [
    'not_installed',
    'APP_NOT_INSTALLED',
    ['get_app_container', 'a.b', 'data'],
    shape('NSPOSIXErrorDomain', 2, 'The operation couldn’t be completed. No such file or directory'),
  ],
  [
    'no_handler',
    'LAUNCH_FAILED',
    ['openurl', 'nobody://x'],
    shape('NSOSStatusErrorDomain', -10814, 'The operation couldn’t be completed. (OSStatus error -10814.)'),
  ],
  [
    'slow_after_boot',
    'DEVICE_UNAVAILABLE',
    ['openurl', 'a:b'],
    shape('NSPOSIXErrorDomain', 60, 'The operation couldn’t be completed. Operation timed out'),
  ],
  [
    'screen_not_up',
    'OBSERVATION_FAILED',
    ['io', 'screenshot', '-'],
    shape('NSPOSIXErrorDomain', 60, 'Timeout waiting for screen surfaces'),
  ],
  [
    'output_not_writable',
    'OBSERVATION_FAILED',
    ['io', 'screenshot', '/dev/stdout'],
    shape('NSCocoaErrorDomain', 513, 'You don’t have permission.'),
  ],
  [
    'too_many_files',
    'LOGS_UNAVAILABLE',
    ['spawn', 'log', 'show'],
    shape('NSPOSIXErrorDomain', 24, 'Too many open files'),
  ],
  [
    'not_known_to_system',
    'LAUNCH_FAILED',
    ['launch', 'com.example.shop'],
    shape(
      'FBSOpenApplicationServiceErrorDomain',
      1,
      opening,
      'Underlying error (domain=FBSOpenApplicationErrorDomain, code=4):\n\tThe operation couldn’t be completed. NotFound',
    ),
  ],
  [
    'not_known_to_system',
    'LAUNCH_FAILED',
    ['launch', 'com.example.shop'],
    shape(
      'FBSOpenApplicationServiceErrorDomain',
      4,
      `${opening}\nApplication "com.example.shop" is unknown to FrontBoard.`,
    ),
  ],
  [
    'open_refused',
    'LAUNCH_FAILED',
    ['launch', 'com.example.shop'],
    shape('FBSOpenApplicationServiceErrorDomain', 1, opening),
  ],
  [
    'runtime_missing',
    'DEVICE_UNAVAILABLE',
    ['boot'],
    shape(sim, 401, 'runtime profile not found using "System" match policy'),
  ],
  [
    'runtime_missing',
    'DEVICE_UNAVAILABLE',
    ['boot'],
    shape(sim, 401, 'device type not supported by runtime'),
  ],
  ['unknown', 'ACTION_REJECTED', ['ui', 'appearance'], shape('Some.New', 7, 'A sentence of next year')],
];

it.each(sentences)('takes %s for %s, whatever the exit code (%j: %j)', async (reason, code, args, stderr) => {
  for (const exitCode of [1, 3, 72, 148, 149, 159, 164, 165, 194, 255]) {
    const fault = await fail({ stderr, exitCode }, args);
    expect([fault.code, fault.details?.['reason']]).toEqual([code, reason]);
    expect(fault.nextStep).not.toBe('');
  }
});

it('names domain and code of each level, and the first line that says something', () => {
  const text = `objc[77]: Class FBProcess is implemented in both A and B.\n${shape('FBSOpenApplicationServiceErrorDomain', 1, opening, 'Underlying error (domain=FBSOpenApplicationErrorDomain, code=4):\n\tNotFound')}`;
  expect(errorText(text)).toEqual({
    pairs: [
      { domain: 'FBSOpenApplicationServiceErrorDomain', code: 1 },
      { domain: 'FBSOpenApplicationErrorDomain', code: 4 },
    ],
    message: opening,
    innermost: 'NotFound',
  });
});

it('puts the device behind the verb and its flags, and keeps user text one argument', async () => {
  using op = Operation.start(10_000);
  const { xcrun, calls } = scripted([{}]);
  await simctlFor(udid, xcrun).run(op, ['launch', 'com.example.shop', "it's; $(id)"], {
    flags: ['--terminate-running-process'],
    env: { SIMCTL_CHILD_X: '1' },
  });
  expect(calls).toEqual([
    ['simctl', 'launch', '--terminate-running-process', udid, 'com.example.shop', "it's; $(id)"],
  ]);
});

it('is not taken in by an exit code of 0', async () => {
  const stderr = shape(sim, 405, 'Unable to lookup in current state: Shutdown');
  expect((await fail({ stderr, exitCode: 0 }, ['launch', 'a.b'])).code).toBe('DEVICE_UNAVAILABLE');
});

it('asks a second time when the service was restarted, but never where that can be seen', async () => {
  const restarted: Answer = { stderr: 'CoreSimulatorService connection became invalid.', exitCode: 1 };
  const clock = new ManualClock();
  using op = Operation.start(10_000, { clock });
  const again = scripted([restarted, { stdout: 'dark\n' }]);
  const answer = simctlFor(udid, again.xcrun).run(op, ['ui', 'appearance']);
  await clock.advance(1_500);
  expect((await answer).stdout.toString()).toBe('dark\n');
  const once = scripted([restarted, {}]);
  await expect(simctlFor(udid, once.xcrun).run(op, ['openurl', 'a:b'])).rejects.toMatchObject({
    code: 'DEVICE_UNAVAILABLE',
  });
  expect([again.calls.length, once.calls.length]).toEqual([2, 1]);
});

it('gives up a verb that hangs long before the caller does', async () => {
  const clock = new ManualClock();
  using op = Operation.start(1_000_000, { clock });
  const { xcrun } = scripted(['hang']);
  const answer = simctlFor(udid, xcrun).run(op, ['terminate', 'a.b']);
  const failed = expect(answer).rejects.toMatchObject({
    code: 'DEVICE_UNAVAILABLE',
    message: 'simctl terminate did not answer within 15 s.',
  });
  await clock.advance(15_000);
  await failed;
});
