import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startDispatch } from '@mobile-debug/core/testing/test-dispatch.ts';
import { expect, it } from 'vitest';
import { AppCatalog } from '../apps/app-catalog.ts';
import { simctlFor } from '../simctl/simctl.ts';
import { type Answer, scripted } from '../testing/scripted-xcrun.ts';
import { iosInstall } from './install.ts';

function bed(answers: Answer[]) {
  const { xcrun, calls } = scripted(answers);
  const simctl = simctlFor('U', xcrun);
  return { install: iosInstall({ simctl, xcrun, catalog: new AppCatalog(simctl, xcrun) }), calls, xcrun };
}

it('hands a bundle over to simctl', async () => {
  using dispatch = startDispatch(5_000);
  const { install, calls } = bed([{}]);
  const done = await install.install(dispatch, { path: '/b/My App.app/', files: [] });
  expect(done.how).toBe('simctl install');
  expect(calls).toEqual([['simctl', 'install', 'U', '/b/My App.app']]);
});

function levels(innermost: string): string {
  return `An error was encountered processing the command (domain=IXUserPresentableErrorDomain, code=4):\nThis app could not be installed at this time.\nUnderlying error (domain=IXErrorDomain, code=3):\n\tSimulator device failed to install the application.\nUnderlying error (domain=MIInstallerErrorDomain, code=4):\n\t${innermost}\n`;
}

it.each([
  ['Missing bundle ID.', 'Info.plist'],
  ['Failed to find matching arch for input file : /x/Shop', 'processor'],
  ['System version 18.2 is lower than minimum OS version 26.0 in bundle', 'newer iOS'],
  ['DTPlatformName is iphoneos: iPhoneOS builds cannot run here', 'real devices'],
  ['The code signature is invalid', 'signature'],
  ['Something that nobody has seen', 'another platform'],
  ['Failed to load Info.plist from bundle at path /w/My App/Debug-iphonesimulator/Shop.app', 'Info.plist'],
  ['Failed to load Info.plist from bundle at path /w/Debug-iphoneos/Shop.app', 'Info.plist'],
  ['Bundle at path /w/a.app has missing or invalid CFBundleExecutable in its Info.plist', 'Info.plist'],
  ['No space left on device', 'disk is full'],
  ['The application requires a newer version of iOS', 'newer iOS'],
  ['This app was built for the iOS Simulator and cannot run here', 'for simulators'],
  ['A valid provisioning profile for this executable was not found.', 'signature'],
])('says what %j means', async (words, meaning) => {
  using dispatch = startDispatch(5_000);
  for (const exitCode of [1, 4, 165]) {
    const { install } = bed([{ stderr: levels(words), exitCode }]);
    await expect(install.install(dispatch, { path: '/b/Shop.app', files: [] })).rejects.toMatchObject({
      code: 'INSTALL_FAILED',
      message: expect.stringContaining(words) as string,
      details: {
        failure_code: 'MIInstallerErrorDomain 4',
        meaning: expect.stringContaining(meaning) as string,
      },
    });
  }
});

it('looks into the bundle where the words leave open what is wrong with it', async () => {
  using dispatch = startDispatch(5_000);
  const refused = { stderr: levels('Failed to find matching arch for input file : /b/Shop'), exitCode: 1 };
  for (const [info, meaning] of [
    ['{"DTPlatformName":"iphoneos"}', 'real devices'],
    ['{"CFBundleSupportedPlatforms":["iPhoneOS"]}', 'real devices'],
    ['{"DTPlatformName":"iphonesimulator"}', 'processor'],
    ['/b/Shop.app/Info.plist: (Permission denied)', 'processor'],
  ] as const) {
    const { install, calls } = bed([refused, { stdout: info }]);
    await expect(install.install(dispatch, { path: '/b/Shop.app', files: [] })).rejects.toMatchObject({
      details: { meaning: expect.stringContaining(meaning) as string },
    });
    expect(calls.at(-1)).toEqual(['-convert', 'json', '-o', '-', '/b/Shop.app/Info.plist']);
  }
});

it('names a path without a bundle', async () => {
  using dispatch = startDispatch(5_000);
  const stderr =
    'An error was encountered processing the command (domain=NSPOSIXErrorDomain, code=2):\nAn application bundle was not found at the provided path.\nProvide a valid path to the desired application bundle.';
  const { install } = bed([{ stderr, exitCode: 2 }]);
  await expect(install.install(dispatch, { path: '/b/No.app', files: [] })).rejects.toMatchObject({
    code: 'INSTALL_FAILED',
    details: { failure_code: 'NSPOSIXErrorDomain 2', meaning: 'There is no app bundle at this path.' },
  });
});

it('leaves faults of the simulator what they are', async () => {
  using dispatch = startDispatch(5_000);
  const { install } = bed([{ stderr: 'Unable to lookup in current state: Shutdown', exitCode: 149 }]);
  await expect(install.install(dispatch, { path: '/b/a.app', files: [] })).rejects.toMatchObject({
    code: 'DEVICE_UNAVAILABLE',
  });
});

it('unpacks an archive and installs the bundle in it', async () => {
  using dispatch = startDispatch(5_000);
  const { xcrun, calls } = scripted([]);
  const unzipping = {
    ...xcrun,
    run: async (...[own, request]: Parameters<typeof xcrun.run>) => {
      if (request.command === 'unzip')
        await mkdir(join(request.args[4] ?? '', 'Payload', 'Shop.app'), { recursive: true });
      return await xcrun.run(own, request);
    },
  };
  const simctl = simctlFor('U', unzipping);
  const facet = iosInstall({ simctl, xcrun: unzipping, catalog: new AppCatalog(simctl, unzipping) });
  await facet.install(dispatch, { path: '/b/Shop.ipa', files: [] });
  expect(calls.at(-1)?.join(' ')).toMatch(/^simctl install U .*\/Payload\/Shop\.app$/);
});

it('says that an archive holds no app', async () => {
  using dispatch = startDispatch(5_000);
  const { install } = bed([{ exitCode: 9, stderr: 'End-of-central-directory signature not found' }]);
  await expect(install.install(dispatch, { path: '/b/x.ipa', files: [] })).rejects.toMatchObject({
    code: 'INSTALL_FAILED',
    details: { failure_code: 'NO_PAYLOAD' },
  });
});

it.each([
  'The connection was interrupted.',
  'The connection to service named com.apple.mobile.installd was invalidated.',
  'Mach error -308 - (ipc/mig) server died',
  'The device was disconnected.',
])('a device that is lost refuses nothing: %s', async (innermost) => {
  using dispatch = startDispatch(5_000);
  const { install } = bed([{ stderr: levels(innermost), exitCode: 4 }, { exitCode: 1 }]);
  const lost = install.install(dispatch, { path: '/b/Shop.app', files: [] });
  await expect(lost).rejects.toMatchObject({ code: 'DEVICE_UNAVAILABLE', retryable: true });
});
