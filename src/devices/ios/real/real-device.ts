/**
 * A real iPhone or iPad: what Apple's `devicectl` can do with it (install, start, end, list, copy files), and with a
 * WebDriverAgent that the user runs also its screen. Everything else is refused with the reason.
 */
import { Fault, isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { readScratch, withScratchFolder, writeScratch } from '../../../host/scratch-folder.ts';
import type { Device, Facets } from '../../port/device.ts';
import type { FilesFacet } from '../../port/files.ts';
import type { InstallFacet } from '../../port/install.ts';
import type { PackagesFacet } from '../../port/packages.ts';
import { checkAppId, notInstalled } from '../apps/app-id.ts';
import { realDeviceDebug } from '../debug.ts';
import { parseLocation } from '../files.ts';
import { installFault } from '../install/install-failures.ts';
import { type DeviceDeps, geometryOrNull } from '../ios-device.ts';
import type { IosInteraction } from '../ios-types.ts';
import { iosScreenshot } from '../screen/screenshot.ts';
import { ToolFault } from '../tool-fault.ts';
import { type Devicectl, devicectlFor } from './devicectl.ts';
import { realApps, realAppsOf } from './real-apps.ts';
import type { RealDevice } from './real-device-list.ts';

/** Copying a large app over the network [O1]. */
const installMs = 300_000;
const needsAgent =
  "Apple's tools cannot read or touch the screen of a real device. Run a WebDriverAgent on it and start this server with --ios-driver wda and IOS_WDA_URL.";

/** Starts nothing. */
export function realDevice({ info, coreDeviceId }: RealDevice, parts: DeviceDeps): Device {
  const { tools, clock, driver, wdaUrl, openInteraction, onLost } = parts;
  const xcrun = { ...parts.xcrun, onLost };
  const { environment } = xcrun;
  const devicectl = devicectlFor(coreDeviceId, xcrun);
  const apps = realAppsOf(devicectl);
  const withAgent = wdaUrl !== undefined && (driver === 'auto' || driver === 'wda');
  const interaction = withAgent
    ? openInteraction({
        info,
        simctl: null,
        tools,
        clock,
        driver,
        wdaUrl,
        environment,
        appNames: apps,
        onLost,
      })
    : null;
  const onLaunch = (appId: string, pid: number | null): void => interaction?.noteLaunch(appId, pid);
  return {
    info,
    cannot: {
      ...(interaction ? {} : { screen: needsAgent, input: needsAgent }),
      logs: 'The log of a real device cannot be read with the available tools; use Console.app, or a simulator.',
      clipboard: 'The pasteboard of a real device cannot be reached; type text instead.',
      settings:
        'Settings of a real device cannot be changed with a command; use its settings app, or a simulator.',
      power: 'This server does not switch off real devices.',
      debug: realDeviceDebug,
    },
    ...(interaction && screenOf(interaction)),
    apps: realApps(devicectl, apps, onLaunch),
    install: realInstall(devicectl),
    packages: realPackages(devicectl, apps),
    files: realFiles(devicectl),
    async close() {
      await interaction?.close();
    },
  };
}

function screenOf(interaction: IosInteraction): Pick<Facets, 'screen' | 'input'> {
  const capture = async (op: Operation): Promise<Buffer> => {
    if (!interaction.picture) throw new Fault('CAPABILITY_MISSING', needsAgent);
    return Buffer.from(await interaction.picture(op));
  };
  const geometry = (op: Operation) => geometryOrNull(op, interaction);
  const screenshot = iosScreenshot({ capture, geometry, deviceType: null });
  return { screen: { ...interaction.screen, screenshot }, input: interaction.input };
}

function realInstall(devicectl: Devicectl): InstallFacet {
  return {
    endings: ['.app', '.ipa'],
    async install(dispatch, { path }) {
      try {
        await devicectl.run(dispatch, ['device', 'install', 'app', path], installMs);
        return { how: 'devicectl', output: '' };
      } catch (error) {
        if (isFault(error, 'ACTION_REJECTED'))
          throw installFault(error instanceof ToolFault ? error.said : '');
        throw error;
      }
    },
  };
}

function realPackages(devicectl: Devicectl, apps: ReturnType<typeof realAppsOf>): PackagesFacet {
  return {
    async list(op, { system }) {
      const all = await apps.list(op, system);
      return all.map(({ appId, version, removable }) => ({
        appId,
        versionCode: version,
        system: !removable,
      }));
    },
    async uninstall(dispatch, { appId }) {
      checkAppId(appId);
      if (!(await apps.find(dispatch.unrecorded(), appId))) throw notInstalled(appId);
      await devicectl.run(dispatch, ['device', 'uninstall', 'app', appId]);
    },
    async setPermission() {
      throw new Fault(
        'CAPABILITY_MISSING',
        'Permissions of a real device cannot be changed with a command.',
        {
          nextStep:
            'Change them in the settings of the device, or let the app request them and answer its dialog.',
        },
      );
    },
    async openUrl(dispatch, { url, appId }) {
      if (appId === undefined) {
        throw new Fault(
          'INVALID_ARGUMENT',
          'On a real device open_url needs appId: the link is passed to that app.',
        );
      }
      checkAppId(appId);
      const args = ['device', 'process', 'launch', '--payload-url', url, appId];
      await devicectl.run(dispatch, args);
      return { took: [], front: null };
    },
  };
}

/** Paths as on a simulator, `com.example.app:Documents/a.txt`; apps must be built for development. */
function realFiles(devicectl: Devicectl): FilesFacet {
  const copy = (
    op: Operation,
    direction: 'from' | 'to',
    names: { appId: string; from: string; to: string },
  ) =>
    devicectl.run(op, [
      'device',
      'copy',
      direction,
      ...['--domain-type', 'appDataContainer', '--domain-identifier', names.appId],
      ...['--source', names.from, '--destination', names.to],
    ]);
  const locationOf = (path: string): { appId: string; inner: string } => {
    const location = parseLocation(path);
    if (location.appId !== 'media' && !location.inner.split('/').includes('..')) return location;
    throw new Fault('INVALID_ARGUMENT', `${JSON.stringify(path)} cannot be reached on a real device.`, {
      nextStep: 'Use com.example.app:Documents/file.txt.',
    });
  };
  return {
    async push(dispatch, { path, content }) {
      const { appId, inner } = locationOf(path);
      await withScratchFolder(async (folder) => {
        await dispatch.race(writeScratch(`${folder}/file`, content));
        await copy(dispatch, 'to', { appId, from: `${folder}/file`, to: inner });
      });
    },
    async pull(op, path) {
      const { appId, inner } = locationOf(path);
      return await withScratchFolder(async (folder) => {
        await copy(op, 'from', { appId, from: inner, to: `${folder}/file` });
        return await readScratch(`${folder}/file`);
      });
    },
  };
}
