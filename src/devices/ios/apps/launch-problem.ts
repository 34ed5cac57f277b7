/** Why the system did not open an app, asked in the order in which causes are frequent. Source: [S2]. */
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { runTool, type Xcrun } from '../simctl/run-xcrun.ts';
import type { AppCatalog } from './app-catalog.ts';
import { notInstalled } from './app-id.ts';

/** The first `otool` of an Xcode can take seconds [O1]. */
const otoolLimitMs = 20_000;

/** Null when the app is there and made for simulators: then it is worth another try. */
export async function launchProblem(
  op: Operation,
  { catalog, xcrun }: { readonly catalog: AppCatalog; readonly xcrun: Xcrun },
  appId: string,
): Promise<Fault | null> {
  const path = await catalog.bundlePath(op, appId);
  if (path === null) return notInstalled(appId).with({ delivery: 'not_delivered' });
  const executable = (await catalog.find(op, appId))?.executable ?? nameOf(path);
  const { stdout, exitCode } = await runTool(op, xcrun, {
    args: ['otool', '-l', `${path}/${executable}`],
    limitMs: otoolLimitMs,
  });
  const text = stdout.toString('utf8');
  // Without its load commands nothing is proven: the file may be unreadable, or otool missing [S15].
  if (exitCode !== 0 || !/LC_BUILD_VERSION|LC_VERSION_MIN/.test(text) || forSimulator(text)) return null;
  return new Fault('LAUNCH_FAILED', `${appId} was built for real devices and cannot run on a simulator.`, {
    nextStep: "Build it for the destination 'generic/platform=iOS Simulator' and install that.",
    reason: 'device_build',
    details: { path },
  });
}

/** 7 is the number of the platform `IOSSIMULATOR`; before Xcode 10 a build said only which version it needs [S15]. */
function forSimulator(loadCommands: string): boolean {
  return /^\s*platform\s+(?:7|iossimulator)\b/im.test(loadCommands) || !/LC_BUILD_VERSION/.test(loadCommands);
}

function nameOf(path: string): string {
  return (
    path
      .split('/')
      .at(-1)
      ?.replace(/\.app$/, '') ?? ''
  );
}
