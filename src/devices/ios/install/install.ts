/** Installs `.app` bundles on a simulator; an `.ipa` is a zip with one inside, nearly always built for real devices. */
import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import { Fault, isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { namesIn, withScratchFolder } from '../../../host/scratch-folder.ts';
import type { InstallFacet } from '../../port/install.ts';
import type { AppCatalog } from '../apps/app-catalog.ts';
import type { Simctl } from '../ios-types.ts';
import type { Xcrun } from '../simctl/run-xcrun.ts';
import { jsonIn } from '../simctl/tool-json.ts';
import { ToolFault } from '../tool-fault.ts';
import { deviceBuild, installFault, isVague } from './install-failures.ts';

export interface InstallDeps {
  readonly simctl: Simctl;
  readonly xcrun: Xcrun;
  readonly catalog: AppCatalog;
}

/** To read one small file [O1]. */
const plistMs = 5_000;

export function iosInstall({ simctl, xcrun, catalog }: InstallDeps): InstallFacet {
  const install = async (dispatch: Dispatch, path: string): Promise<string> => {
    try {
      const { stderr } = await simctl.run(dispatch, ['install', path]);
      return stderr.trim();
    } catch (error) {
      throw await asInstallFault(dispatch, { error, xcrun, bundle: path });
    } finally {
      catalog.forget();
    }
  };
  return {
    endings: ['.app', '.ipa'],
    async install(dispatch, { path }) {
      const bundle = path.replace(/\/+$/, '');
      if (/\.app$/i.test(bundle)) return { how: 'simctl install', output: await install(dispatch, bundle) };
      return await withScratchFolder(async (folder) => {
        const inner = await unpackArchive(dispatch, xcrun, { archive: path, folder });
        return { how: 'unpacked, then simctl install', output: await install(dispatch, inner) };
      });
    },
  };
}

/** Path of the bundle in an `.ipa`. INSTALL_FAILED when there is none. */
export async function unpackArchive(
  op: Operation,
  { run, environment }: Pick<Xcrun, 'run' | 'environment'>,
  { archive, folder }: { readonly archive: string; readonly folder: string },
): Promise<string> {
  const { exitCode, stderr } = await run(op, {
    command: 'unzip',
    args: ['-q', '-o', archive, '-d', folder],
    env: environment,
  });
  const [bundle, another] = (await namesIn(`${folder}/Payload`)).filter((name) => name.endsWith('.app'));
  // 1 is a warning, such as of odd file names.
  if (bundle !== undefined && another === undefined && (exitCode ?? 2) <= 1)
    return `${folder}/Payload/${bundle}`;
  throw new Fault('INSTALL_FAILED', `There is no app in ${archive}.`, {
    nextStep: 'Pass the .app folder of a simulator build.',
    details: {
      failure_code: 'NO_PAYLOAD',
      meaning: 'An .ipa holds one Payload/NAME.app.',
      output: stderr.toString('utf8', 0, 500),
    },
  });
}

/** Turns messages about the bundle into INSTALL_FAILED; faults about the simulator itself are passed on. */
async function asInstallFault(
  op: Operation,
  { error, xcrun, bundle }: { readonly error: unknown; readonly xcrun: Xcrun; readonly bundle: string },
): Promise<unknown> {
  if (!isFault(error, 'ACTION_REJECTED', 'INSTALL_FAILED', 'APP_NOT_INSTALLED')) return error;
  const said = error instanceof ToolFault ? error.said : '';
  const known = isVague(said) && (await forRealDevices(op, xcrun, bundle)) ? deviceBuild : null;
  return installFault(said, known);
}

/** By what Xcode wrote into the bundle; false when that cannot be read. */
async function forRealDevices(op: Operation, { run, environment }: Xcrun, bundle: string): Promise<boolean> {
  using bounded = op.within(plistMs);
  try {
    const args = ['-convert', 'json', '-o', '-', `${bundle}/Info.plist`];
    const { stdout } = await run(bounded, { command: 'plutil', args, env: environment });
    const info = jsonIn(stdout.toString('utf8'));
    const platforms = info?.['CFBundleSupportedPlatforms'];
    return (
      info?.['DTPlatformName'] === 'iphoneos' || (Array.isArray(platforms) && platforms.includes('iPhoneOS'))
    );
  } catch (error) {
    if (op.ended || !isFault(error)) throw error;
    return false;
  }
}
