/**
 * Putting the helper on a device and taking it off. Where its files come from is the caller's business.
 * Sources: [A9] and [T1].
 */
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { AdbDevice } from '../adb/adb-types.ts';
import { askManager, questionFault } from '../apps/package-manager.ts';
import { installPackages } from '../install/install.ts';
import { helperPackages } from './instrumentation.ts';

/** appium-uiautomator2-server, Apache License 2.0. The digest is the registry's for this very version. */
export const helperPin = {
  name: 'appium-uiautomator2-server',
  version: '10.6.6',
  integrity:
    'sha512-Ae7mB19OcLkEBi/U/r9eKnCmCJHV5iNf2/HYYHstuP7iWGCTXj1WXfIC++7fBfGWdSZVDoWc6nJO8miZInE1Wg==',
} as const;

/** Paths inside the package's archive, in the order in which they are installed. */
export const helperFiles = [
  `package/apks/appium-uiautomator2-server-v${helperPin.version}.apk`,
  'package/apks/appium-uiautomator2-server-debug-androidTest.apk',
] as const;

export interface InstalledHelper {
  /** Of each package that is there, by name. */
  readonly versions: Readonly<Record<string, string>>;
  readonly complete: boolean;
}

/** One round trip [A9]. */
export async function installedHelper(op: Operation, adb: AdbDevice): Promise<InstalledHelper> {
  const [list = '', details = ''] = await askManager(op, adb, [
    `pm list packages ${helperPackages[0]}`,
    `dumpsys package ${helperPackages[0]} | grep -m 1 versionName=`,
  ]);
  const fault = questionFault(list);
  if (fault) throw fault;
  const lines = new Set(list.split(/\r?\n/));
  const there = helperPackages.filter((name) => lines.has(`package:${name}`));
  const version = /versionName=(\S+)/.exec(details)?.[1] ?? 'unknown';
  return {
    versions: Object.fromEntries(there.map((name) => [name, version])),
    complete: there.length === helperPackages.length,
  };
}

/** `apks` by the names of `helperFiles`. INSTALL_FAILED with the device's reason. */
export async function installHelper(
  op: Operation,
  adb: AdbDevice,
  apks: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  for (const path of helperFiles) {
    const bytes = apks.get(path) ?? new Uint8Array();
    const name = path.split('/').at(-1) ?? path;
    const file = { name, sizeBytes: bytes.length, chunks: () => pieces(bytes) };
    await installPackages(op, adb, { path: name, files: [file] });
  }
}

/** Names of what was there [A9]. */
export async function removeHelper(op: Operation, adb: AdbDevice): Promise<readonly string[]> {
  const removed: string[] = [];
  for (const name of helperPackages.toReversed()) {
    const { stdout, stderr } = await adb.command(op, ['pm', 'uninstall', name]);
    const words = `${stdout.toString('utf8')}\n${stderr.toString('utf8')}`.trim();
    if (/^Success/m.test(words)) removed.push(name);
    else if (!/DELETE_FAILED_INTERNAL_ERROR|not installed for|Unknown package/.test(words))
      throw new Fault('UNKNOWN', `The device did not remove ${name}: ${words.slice(0, 300)}`);
  }
  return removed;
}

const pieceBytes = 256 << 10;

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}
