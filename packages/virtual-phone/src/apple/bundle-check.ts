/** What the installer looks at in an `.app` folder before it takes it. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Failure, failureOf } from './failure.ts';
import { isList, type PlistValue, readXmlPlist } from './info-plist.ts';
import type { Outcome } from './program.ts';
import { runtimeOf, saysAsXcode26 } from './runtimes.ts';
import type { Simulator } from './simulator.ts';

/** The bundle id of the folder, or why it cannot be installed here. */
export function checkBundle(path: string, simulator: Simulator, build: 'simulator' | 'any'): Outcome<string> {
  if (!existsSync(path) || !statSync(path).isDirectory()) {
    if (saysAsXcode26(simulator)) {
      const first = 'Simulator device failed to install the application.';
      const under = {
        domain: 'NSPOSIXErrorDomain',
        code: 2,
        text: `lstat of ${path} failed: No such file or directory`,
      };
      return { ok: false, failure: failureOf('IXErrorDomain', 2, first, under) };
    }
    const text =
      'An application bundle was not found at the provided path.\nProvide a valid path to the desired application bundle.';
    return { ok: false, failure: failureOf('NSPOSIXErrorDomain', 2, text) };
  }
  const file = join(path, 'Info.plist');
  if (!existsSync(file)) return refused(path, `Failed to load Info.plist from bundle at path ${path}`);
  const reading = readXmlPlist(readFileSync(file));
  if (!reading.ok || typeof reading.value !== 'object' || isList(reading.value))
    return refused(path, `Failed to load Info.plist from bundle at path ${path}`);
  const info = reading.value;
  const bundleId = text(info['CFBundleIdentifier']);
  if (bundleId === '') return refused(path, 'Missing bundle ID.');
  const executable = text(info['CFBundleExecutable']);
  if (executable === '' || !existsSync(join(path, executable)))
    return refused(
      path,
      `Bundle at path ${path} has missing or invalid CFBundleExecutable in its Info.plist`,
    );
  const forDevices =
    text(info['DTPlatformName']) === 'iphoneos' || lists(info['CFBundleSupportedPlatforms'], 'iPhoneOS');
  if (build === 'simulator' && forDevices)
    return refused(path, `Failed to find matching arch for input file : ${join(path, executable)}`);
  const { version } = runtimeOf(simulator.runtime);
  const minimum = text(info['MinimumOSVersion']);
  if (minimum !== '' && newer(minimum, version))
    return refused(path, `System version ${version} is lower than minimum OS version ${minimum} in bundle`);
  return { ok: true, value: bundleId };
}

function refused(path: string, why: string): { ok: false; failure: Failure } {
  const name = basename(path, '.app');
  return {
    ok: false,
    failure: failureOf(
      'IXUserPresentableErrorDomain',
      4,
      `“${name}” could not be installed at this time.`,
      { domain: 'IXErrorDomain', code: 3, text: 'Simulator device failed to install the application.' },
      { domain: 'MIInstallerErrorDomain', code: 4, text: why },
    ),
  };
}

function text(value: PlistValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function lists(value: PlistValue | undefined, wanted: string): boolean {
  return value !== undefined && typeof value === 'object' && isList(value) && value.includes(wanted);
}

function newer(one: string, other: string): boolean {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number));
  for (let part = 0; part < 3; part++) {
    const difference = (a?.[part] ?? 0) - (b?.[part] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}
