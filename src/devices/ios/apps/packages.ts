/** What is installed on a simulator, its permissions, and links. */
import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import { Fault, failedBecause } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { PackagesFacet } from '../../port/packages.ts';
import type { Simctl } from '../ios-types.ts';
import type { AppCatalog } from './app-catalog.ts';
import { checkAppId, notInstalled } from './app-id.ts';
import { permissionServices } from './permission-services.ts';

/** Right after a boot `openurl` times out (NSPOSIX 60) [S2]; the pause is chosen [O1]. */
const openRetries = 2;
const retryWaitMs = 1_500;

export function iosPackages(simctl: Simctl, catalog: AppCatalog): PackagesFacet {
  const need = async (op: Operation, appId: string): Promise<void> => {
    checkAppId(appId);
    if ((await catalog.bundlePath(op, appId)) === null) throw notInstalled(appId);
  };
  return {
    async list(op, { system }) {
      const apps = await catalog.list(op);
      return apps
        .filter((app) => system || !app.system)
        .map(({ appId, version, system }) => ({ appId, versionCode: version, system }));
    },
    async uninstall(dispatch, { appId }) {
      // simctl succeeds for an app that is not there.
      await need(dispatch.unrecorded(), appId);
      if ((await catalog.find(dispatch.unrecorded(), appId))?.system === true) {
        throw new Fault('ACTION_REJECTED', `${appId} belongs to the system and cannot be uninstalled.`);
      }
      await simctl.run(dispatch, ['uninstall', appId]);
      catalog.forget();
    },
    async setPermission(dispatch, { appId, permission, state }) {
      const services = permissionServices(permission);
      await need(dispatch.unrecorded(), appId);
      for (const service of services) await simctl.run(dispatch, ['privacy', state, service, appId]);
      return services;
    },
    async openUrl(dispatch, { url, appId }) {
      if (!/^[A-Za-z][\w+.-]*:/.test(url)) {
        throw new Fault('INVALID_ARGUMENT', `${JSON.stringify(url)} is not a URL with a scheme.`);
      }
      if (appId !== undefined) await need(dispatch.unrecorded(), appId);
      await open(dispatch, simctl, url);
      return { took: [], front: null };
    },
  };
}

async function open(dispatch: Dispatch, simctl: Simctl, url: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await simctl.run(dispatch, ['openurl', url]);
      return;
    } catch (error) {
      if (!failedBecause(error, 'slow_after_boot') || attempt >= openRetries) throw error;
      await dispatch.sleep(retryWaitMs);
    }
  }
}
