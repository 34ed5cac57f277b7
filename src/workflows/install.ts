/** From a path to an installable package: one APK, splits in a folder, an AAB converted to an APK, or a project built first. */
import { Fault, isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { DeviceWith } from '../devices/port/device.ts';
import { type BuildOptions, type BuildReport, buildProject } from '../projects/build.ts';
import { baseName, resolvePath } from '../projects/paths.ts';
import { deviceToWire } from '../wire/answers.ts';
import { toldUser, userInFront } from './app-user.ts';
import { type InstallDeps, packageFiles, splitsIn } from './package-files.ts';

/** What install_app answers. INSTALL_FAILED, BUILD_FAILED, INVALID_ARGUMENT otherwise. */
export async function installPath(
  op: Operation,
  deps: InstallDeps,
  request: PackageRequest & { readonly type?: BuildOptions['type'] },
) {
  const { host, session, voice } = deps;
  const path = resolvePath(host.workFolder, request.path);
  const stat = await host.stat(op, path);
  if (!stat) throw new Fault('INVALID_ARGUMENT', `There is nothing at ${path}.`);
  if (!stat.folder || path.endsWith('.app')) await host.assertReadable(op, path);
  const isPackage = !stat.folder || /\.app\/?$/.test(path) || (await splitsIn(op, host, path)).length > 0;
  const { user } = request;
  if (isPackage) return await installPackage(op, deps, { path, user });
  const report = await buildProject(
    op,
    host,
    { path, type: request.type, ...targetOf(session.device) },
    voice,
  );
  return {
    ...(await installPackage(op, deps, { path: productOf(report), user })),
    built: { durationMs: report.durationMs, logPath: report.logPath },
  };
}

/** A build for the selected device. */
export function targetOf({
  info,
  install,
}: DeviceWith<'install'>): Pick<BuildOptions, 'platform' | 'target'> {
  const { id, platform, simulator } = info;
  return { platform, target: { id, simulator, abis: install.abis?.bind(install) } };
}

/** BUILD_FAILED with the first errors, also for a build whose product was not found. */
export function productOf(report: BuildReport): string {
  const { success, artifactPath, artifacts, errors, logPath, cause } = report;
  if (success && artifactPath !== undefined) return artifactPath;
  if (success) {
    throw new Fault('BUILD_FAILED', `The build produced ${artifacts?.length ?? 0} packages.`, {
      nextStep: 'Pass the one for this device to install_app.',
      details: { logPath, artifacts: artifacts ?? [] },
    });
  }
  const [first] = errors;
  const where = first?.file ? ` ${first.file}:${first.line ?? '?'}` : '';
  throw new Fault(
    'BUILD_FAILED',
    `The build failed.${where}${first ? ` ${first.message}` : ''}${cause ? ` ${cause.title}` : ''}`,
    {
      ...(cause ? { nextStep: cause.remedy } : {}),
      details: { errors: errors.slice(0, 3), logPath },
    },
  );
}

interface PackageRequest {
  readonly path: string;
  /** As the caller named it. */
  readonly user?: number | undefined;
}

export async function installPackage(
  op: Operation,
  { host, session, voice }: InstallDeps,
  { path, user }: PackageRequest,
) {
  const startedMs = op.clock.monotonicMs();
  const { device } = session;
  const files = await packageFiles(op, { host, session, voice }, path);
  voice.say(`Installing ${baseName(path)} on ${device.info.id}`);
  let told = 0;
  const onProgress = (sent: number, total: number): void => {
    const percent = total > 0 ? Math.floor((sent * 100) / total) : 0;
    if (percent < told + 10) return;
    told = percent;
    voice.say(`Installing ${baseName(path)}: ${percent} % sent`);
  };
  const { whose, done } = await session.sendInTurn(op, async (dispatch) => {
    const meant = await userInFront(dispatch.unrecorded(), device, user);
    try {
      const request = { path, files, user: meant, onProgress };
      return { whose: meant, done: await device.install.install(dispatch, request) };
    } catch (error) {
      throw isFault(error, 'DEVICE_NOT_FOUND') ? lostMeanwhile(device.info.id, error) : error;
    }
  });
  return {
    device: deviceToWire(device.info),
    ...toldUser(whose),
    installed: true,
    output: done.output,
    diagnostics: {
      how: done.how,
      path,
      sizeBytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      files: files.length,
      durationMs: Math.round(op.clock.monotonicMs() - startedMs),
    },
  };
}

/** It was there when the call chose it. */
function lostMeanwhile(id: string, cause: Fault): Fault {
  const { message, delivery } = cause;
  return new Fault('DEVICE_UNAVAILABLE', `${id} was lost during the installation. ${message}`, {
    cause,
    reason: 'lost',
    nextStep: 'Wait until list_devices shows it as ready, then install again; nothing was refused.',
    ...(delivery && { delivery }),
  });
}
