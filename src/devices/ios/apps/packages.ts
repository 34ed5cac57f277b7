/** What is installed on a simulator, its permissions, and links. */
import { Fault, failedBecause } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { DispatchMark } from '../../port/dispatch.ts';
import type { PackagesFacet } from '../../port/packages.ts';
import { acting } from '../acting.ts';
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
    async uninstall(op, appId, mark) {
      // simctl succeeds for an app that is not there.
      await need(op, appId);
      if ((await catalog.find(op, appId))?.system === true) {
        throw new Fault('ACTION_REJECTED', `${appId} belongs to the system and cannot be uninstalled.`, {
          delivery: 'not_delivered',
        });
      }
      await acting(mark, () => simctl.run(op, ['uninstall', appId]));
      catalog.forget();
    },
    async setPermission(op, { appId, permission, state }, mark) {
      const services = permissionServices(permission);
      await need(op, appId);
      for (const service of services)
        await acting(mark, () => simctl.run(op, ['privacy', state, service, appId]));
      return services;
    },
    async openUrl(op, { url, appId }, mark) {
      if (!/^[A-Za-z][\w+.-]*:/.test(url)) {
        throw new Fault('INVALID_ARGUMENT', `${JSON.stringify(url)} is no address with a scheme.`, {
          delivery: 'not_delivered',
        });
      }
      if (appId !== undefined) await need(op, appId);
      await open(op, simctl, { url, mark });
      return { activity: null };
    },
  };
}

async function open(
  op: Operation,
  simctl: Simctl,
  { url, mark }: { readonly url: string; readonly mark: DispatchMark },
): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await acting(mark, () => simctl.run(op, ['openurl', url]));
      return;
    } catch (error) {
      if (!failedBecause(error, 'slow_after_boot') || attempt >= openRetries) throw error;
      await op.sleep(retryWaitMs);
    }
  }
}
