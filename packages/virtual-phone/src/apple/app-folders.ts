/** Where a simulator keeps its apps on the simulated Mac, and the real files and folders that stand there. */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { virtualApps } from '../apps/index.ts';
import type { InstalledPackage } from '../phone/phone-types.ts';
import { writeXmlPlist } from './info-plist.ts';
import { bundleIdOf } from './simulator.ts';

/** The folders of an app's data container. */
const dataFolders = ['Documents', 'Library/Caches', 'Library/Preferences', 'tmp'];

export function deviceFolder(home: string, udid: string): string {
  return join(home, 'Library/Developer/CoreSimulator/Devices', udid);
}

/** Name under the icon; the model keeps it with the app's definition. */
export function displayNameOf(packageName: string): string {
  const known = virtualApps.find((app) => app.packageName === packageName)?.label;
  return known ?? packageName.split('.').at(-1) ?? packageName;
}

/** Name of the program in the bundle. Never the last part of the bundle id, which tools like to guess. */
export function executableOf(packageName: string): string {
  const bundleId = bundleIdOf(packageName);
  if (bundleId === 'com.apple.springboard') return 'SpringBoard';
  if (bundleId === 'com.apple.Preferences') return 'Preferences';
  return `${displayNameOf(packageName).replace(/[^A-Za-z0-9]/g, '')}App`;
}

/** The scheme of addresses that open the app. */
export function urlSchemeOf(bundleId: string): string {
  return (bundleId.split('.').at(-1) ?? bundleId).toLowerCase();
}

export function infoPlistOf(app: InstalledPackage, minimumOs = '17.0'): Readonly<Record<string, string>> {
  const bundleId = bundleIdOf(app.name);
  return {
    CFBundleDisplayName: displayNameOf(app.name),
    CFBundleExecutable: executableOf(app.name),
    CFBundleIdentifier: bundleId,
    CFBundleName: displayNameOf(app.name),
    CFBundlePackageType: 'APPL',
    CFBundleShortVersionString: app.versionName,
    CFBundleVersion: String(app.versionCode),
    DTPlatformName: 'iphonesimulator',
    MinimumOSVersion: minimumOs,
  };
}

/** Writes an `.app` folder as Xcode builds it for the simulator. */
export function writeBundle(path: string, info: Readonly<Record<string, string>>): void {
  mkdirSync(path, { recursive: true });
  const { CFBundleIdentifier: bundleId = '' } = info;
  const scheme = urlSchemeOf(bundleId);
  const plist = {
    ...info,
    CFBundleSupportedPlatforms: [info['DTPlatformName'] === 'iphoneos' ? 'iPhoneOS' : 'iPhoneSimulator'],
    CFBundleURLTypes: [{ CFBundleURLSchemes: [scheme] }],
  };
  writeFileSync(join(path, 'Info.plist'), writeXmlPlist(plist));
  const program = Buffer.from('cffaedfe0c000001', 'hex'); // 64 bit Mach-O for arm64
  const { CFBundleExecutable: executable = 'App' } = info;
  writeFileSync(join(path, executable), program, { mode: 0o755 });
}

export function makeDataContainer(path: string, bundleId: string): void {
  for (const folder of dataFolders) mkdirSync(join(path, folder), { recursive: true });
  const own = join(path, '.com.apple.mobile_container_manager.metadata.plist');
  writeFileSync(own, writeXmlPlist({ MCMMetadataIdentifier: bundleId }));
}

/** What the app leaves behind by running: by it the next launch sees whether its data are still there. */
export function leaveTrace(path: string, bundleId: string): void {
  const file = join(path, 'Library/Preferences', `${bundleId}.plist`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, writeXmlPlist({ launched: true }));
}

/** Whether the container holds any file besides its own description. */
export function holdsData(path: string): boolean {
  if (!existsSync(path)) return false;
  return readdirSync(path, { recursive: true, withFileTypes: true }).some(
    (entry) => entry.isFile() && !entry.name.startsWith('.com.apple.'),
  );
}

export function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true });
}
