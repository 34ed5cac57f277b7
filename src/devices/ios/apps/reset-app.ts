/**
 * Resets an app to its state after installing. The simulator's cfprefsd keeps defaults in memory and writes
 * them back over files that were deleted under it, so it has to be told first.
 */

import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import type { Environment } from '@mobile-debug/core/environment.ts';
import { Fault, isFault } from '@mobile-debug/core/fault.ts';
import { copyFolder } from '../../../host/files-below.ts';
import { withScratchFolder } from '../../../host/scratch-folder.ts';
import type { Simctl } from '../ios-types.ts';
import type { AppCatalog } from './app-catalog.ts';
import { notInstalled } from './app-id.ts';
import { emptyContainer } from './data-container.ts';

export interface ResetDeps {
  readonly simctl: Simctl;
  readonly catalog: AppCatalog;
  readonly environment: Environment;
}

/** The app must have been ended. Answers how its data was removed. */
export async function resetApp(
  dispatch: Dispatch,
  parts: ResetDeps,
  appId: string,
): Promise<{ readonly how: string }> {
  const folder = await parts.catalog.dataPath(dispatch.unrecorded(), appId);
  if (folder === null) throw notInstalled(appId);
  try {
    await forgetDefaults(dispatch, parts.simctl, `${folder}/Library/Preferences/${appId}`);
    await emptyContainer(dispatch, folder, parts.environment['HOME']);
    return { how: 'terminated, defaults deleted, data container emptied; the keychain and permissions stay' };
  } catch (error) {
    if (dispatch.ended || !isFault(error, 'ACTION_REJECTED')) throw error;
    return await reinstall(dispatch, parts, appId);
  }
}

/** By the path, which is how the app's own process names them too. Fails when the app has stored none. */
async function forgetDefaults(dispatch: Dispatch, simctl: Simctl, path: string): Promise<void> {
  try {
    await simctl.run(dispatch, ['spawn', 'defaults', 'delete', path]);
  } catch (error) {
    if (!isFault(error, 'ACTION_REJECTED')) throw error;
  }
}

/** Uninstalling deletes the bundle: a copy of it is installed. It is kept, and named, when that fails. */
async function reinstall(
  dispatch: Dispatch,
  { simctl, catalog }: ResetDeps,
  appId: string,
): Promise<{ readonly how: string }> {
  const record = await catalog.find(dispatch.unrecorded(), appId);
  const path = await catalog.bundlePath(dispatch.unrecorded(), appId);
  if (path === null || record?.system === true) {
    throw new Fault('ACTION_REJECTED', `The data of ${appId} cannot be cleared: it belongs to the system.`, {
      nextStep: 'Erase the simulator (`xcrun simctl erase UDID`) for a fresh state of system apps.',
    });
  }
  return await withScratchFolder(async (folder, keep) => {
    const copy = `${folder}/${path.split('/').at(-1) ?? 'App.app'}`;
    await copyFolder(path, copy);
    dispatch.check();
    try {
      await simctl.run(dispatch, ['uninstall', appId]);
      await simctl.run(dispatch, ['install', copy]);
    } catch (error) {
      keep();
      throw new Fault(
        'ACTION_REJECTED',
        `${appId} was being reinstalled to clear its data, and that failed: ${error instanceof Error ? error.message : String(error)}`,
        { cause: error, nextStep: `Install it from its copy: ${copy}.`, details: { copy } },
      );
    } finally {
      catalog.forget();
    }
    return { how: 'terminated, uninstalled and installed again' };
  });
}
