/** The settings of the resident helper, and where its files come from when they are asked for. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Config } from '../config.ts';
import type { AndroidSourceOptions } from '../devices/android/android-source.ts';
import { helperFiles, helperPin, installHelper } from '../devices/android/uia2/helper-packages.ts';
import { fetchPackage } from '../host/programs/npm-package.ts';
import { filesOfTarball } from '../host/tarball.ts';

const modes = ['auto', 'install', 'off'] as const;
const defaultIdleSeconds = 30;
/** Unpacked it takes 18 MB. */
const maxUnpackedBytes = 200 << 20;

/** INVALID_ARGUMENT for an unknown mode, or a time that is no number. */
export function helperChoice(config: Config): NonNullable<AndroidSourceOptions['helper']> {
  const wanted = config.values['android-helper'] ?? 'auto';
  const mode = modes.find((one) => one === wanted);
  if (!mode) {
    throw new Fault('INVALID_ARGUMENT', `--android-helper: there is no ${JSON.stringify(wanted)}.`, {
      nextStep: `One of ${modes.join(', ')}.`,
    });
  }
  const seconds = Number(config.values['helper-idle-seconds'] ?? defaultIdleSeconds);
  if (!Number.isFinite(seconds) || seconds < 1 || seconds > 86_400) {
    throw new Fault('INVALID_ARGUMENT', '--helper-idle-seconds: give a number from 1 to 86400.');
  }
  return {
    mode,
    idleReleaseMs: seconds * 1_000,
    install: async (op, adb) => await installHelper(op, adb, await helperApks(op, config.environment)),
  };
}

/** Fetched with the user's own npm unless it was before; checked against the recorded digest each time. */
export async function helperApks(
  op: Operation,
  environment: Config['environment'],
): Promise<ReadonlyMap<string, Buffer>> {
  const cache = environment['XDG_CACHE_HOME'] || join(homedir(), '.cache');
  const folder = join(cache, 'mobile-debug-mcp', 'helper');
  const archive = await fetchPackage(op, helperPin, { folder, env: environment });
  return await filesOfTarball(archive, helperFiles, maxUnpackedBytes);
}
