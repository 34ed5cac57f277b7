/** The files of a package that is to be installed: one, several splits, or those of a bundle. */
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { PackageFile } from '../devices/port/install.ts';
import type { ProjectHost } from '../host-port/project-host.ts';
import { baseName, joinPath } from '../projects/paths.ts';
import type { SessionOf } from '../session/device-session.ts';
import type { JobVoice } from '../session/job.ts';

export interface InstallDeps {
  readonly host: ProjectHost;
  readonly session: SessionOf<'install'>;
  readonly voice: JobVoice;
}

export async function packageFiles(
  op: Operation,
  { host, session, voice }: InstallDeps,
  path: string,
): Promise<readonly PackageFile[]> {
  const { info, install } = session.device;
  const { endings } = install;
  const takes = (ending: string): boolean => endings.includes(ending);
  const stat = await host.stat(op, path);
  if (stat?.folder && /\.app\/?$/.test(path) && takes('.app')) return [];
  if (stat?.folder && takes('.apk'))
    return await Promise.all(
      (await splitsIn(op, host, path)).map(async (file) => {
        await host.assertReadable(op, file);
        return await fileAt(op, host, file);
      }),
    );
  if (path.endsWith('.aab') && takes('.apk'))
    return [await fileAt(op, host, await universalApk(op, host, { bundle: path, voice }))];
  const ending = /\.[A-Za-z]+$/.exec(path)?.[0].toLowerCase() ?? '';
  if (takes(ending)) return [await fileAt(op, host, path)];
  throw new Fault(
    'INVALID_ARGUMENT',
    `${info.id} does not take ${baseName(path)}; it takes ${endings.join(', ')}.`,
  );
}

async function fileAt(op: Operation, host: ProjectHost, path: string): Promise<PackageFile> {
  const file = await host.open(op, path);
  if (file.sizeBytes === 0) throw new Fault('INVALID_ARGUMENT', `${path} is empty.`);
  return { name: baseName(path), ...file };
}

/** A folder that directly contains APKs is one app in splits. */
export async function splitsIn(op: Operation, host: ProjectHost, folder: string): Promise<readonly string[]> {
  const entries = (await host.list(op, folder)) ?? [];
  return entries
    .filter(({ name, folder }) => !folder && name.endsWith('.apk'))
    .map(({ name }) => joinPath(folder, name));
}

async function universalApk(
  op: Operation,
  host: ProjectHost,
  { bundle, voice }: { readonly bundle: string; readonly voice: JobVoice },
): Promise<string> {
  const { path: tool } = host.findTool('bundletool');
  const folder = await host.newPath(op, 'apks', '');
  const logPath = await host.newPath(op, 'bundletool', '.log');
  const args = [
    'build-apks',
    `--bundle=${bundle}`,
    `--output=${folder}`,
    '--output-format=DIRECTORY',
    '--mode=universal',
  ];
  voice.say('Converting the bundle to an APK');
  const lines: string[] = [];
  const jar = tool.endsWith('.jar');
  const { exitCode } = await host.run(op, {
    command: jar ? host.findTool('java').path : tool,
    args: jar ? ['-jar', tool, ...args] : args,
    cwd: host.workFolder,
    env: host.env,
    logPath,
    onLine(line) {
      if (lines.length < 20) lines.push(line);
    },
  });
  const apk = joinPath(folder, 'universal.apk');
  if (exitCode === 0 && (await host.stat(op, apk))) return apk;
  throw new Fault(
    'INSTALL_FAILED',
    `bundletool produced no APK from ${baseName(bundle)}: ${lines.join(' ').slice(0, 400)}`,
    {
      nextStep: 'Read its log, or build an APK instead of a bundle.',
      details: { logPath, exitCode },
    },
  );
}
