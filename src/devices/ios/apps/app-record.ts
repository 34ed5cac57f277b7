/** What simctl and launchctl say of installed and running apps. */
import { Fault } from '@mobile-debug/core/fault.ts';
import { textOf } from '../simctl/tool-json.ts';

export interface AppRecord {
  readonly appId: string;
  readonly displayName: string | null;
  readonly bundleName: string | null;
  /** CFBundleExecutable. */
  readonly executable: string | null;
  readonly version: string | null;
  readonly system: boolean;
  /** Path of the bundle on this computer. */
  readonly path: string | null;
}

/**
 * The last line that is a path: chatter of the system may stand before it. Null for no words at all. What is no folder of
 * its kind is a fault: folders are emptied and copied by this answer.
 */
export function folderIn(text: string, kind: 'app' | 'data'): string | null {
  const lines = text.split('\n').map((line) => line.trim());
  const path = lines.findLast((line) => line !== '');
  if (path === undefined) return null;
  const fits = path.startsWith('/') && !noPath.test(path) && (kind === 'data' || path.endsWith('.app'));
  if (fits) return path;
  throw new Fault('DEVICE_UNAVAILABLE', 'simctl get_app_container returned no folder of the app.', {
    reason: 'unreadable',
    details: { output: text.slice(0, 400) },
  });
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: a path with one of them is what is looked for
const noPath = /[\u0000-\u001f]/;

export function recordOf(id: string, app: Readonly<Record<string, unknown>>): AppRecord {
  const bundle = textOf(app['Bundle']);
  return {
    appId: textOf(app['CFBundleIdentifier']) ?? id,
    displayName: textOf(app['CFBundleDisplayName']),
    bundleName: textOf(app['CFBundleName']),
    executable: textOf(app['CFBundleExecutable']),
    version: textOf(app['CFBundleVersion']),
    system: textOf(app['ApplicationType']) === 'System',
    path: textOf(app['Path']) ?? (bundle === null ? null : filePath(bundle)),
  };
}

function filePath(url: string): string | null {
  try {
    const { protocol, pathname } = new URL(url);
    return protocol === 'file:' ? decodeURIComponent(pathname).replace(/\/$/, '') : null;
  } catch {
    return null; // no address
  }
}

/** Lines `PID STATUS LABEL`; apps are `UIKitApplication:com.example.app[8b2e][rb-legacy]`, `-` for those that ended [S1]. */
export function parseLaunchctl(text: string): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const [, pid, appId = ''] of text.matchAll(/^\s*(\d+)\s+\S+\s+UIKitApplication:([\w.-]+)/gm)) {
    const pids = found.get(appId) ?? [];
    pids.push(Number(pid));
    found.set(appId, pids);
  }
  return found;
}
