/** The computer as tools see it, from the parts of `host`. */
import type { Environment } from '@mobile-debug/core/environment.ts';
import { randomId } from '@mobile-debug/core/ids.ts';
import { xcodeProblem } from '../devices/ios/simctl/xcode-problem.ts';
import { ArtifactFiles, type ArtifactOptions } from '../host/artifact-files.ts';
import { prepareImage } from '../host/image/image.ts';
import type { RunProgram } from '../host/process.ts';
import { probeTools } from '../host/programs/probe-tools.ts';
import { ProjectFiles } from '../host/project-files.ts';
import { projectFolder } from '../host/readable-files.ts';
import type { StreamProgram } from '../host/streamed-process.ts';
import type { Computer } from '../host-port/computer.ts';
import { version } from '../version.ts';

/** How the computer runs programs; as the host does where one is left out. */
export interface ProgramRunners {
  readonly run?: RunProgram;
  readonly stream?: StreamProgram;
}

export interface ComputerOptions extends ArtifactOptions {
  /** Of the programs that are started; nothing but what is given. */
  readonly environment?: Environment;
  /** Of which files may be sent to a device; those of `allowedRoots` unless given. */
  readonly readableRoots?: readonly string[];
  /** Another than this computer's, for tests of layouts. */
  readonly platform?: NodeJS.Platform;
  readonly programs?: ProgramRunners;
}

export function makeComputer(options: ComputerOptions): Computer {
  const files = new ArtifactFiles(options);
  const env = options.environment ?? {};
  const platform = options.platform ?? process.platform;
  const { programs = {} } = options;
  const projectFiles = new ProjectFiles({
    env,
    platform,
    artifactFolder: options.folder,
    workFolder: process.cwd(),
    readableRoots: options.readableRoots ?? options.allowedRoots ?? [],
    ...programs,
  });
  const run = programs.run && { run: programs.run };
  return {
    prepareImage,
    async saveArtifact(op, name, bytes) {
      const [stem = name, ending = 'txt'] = name.split('.');
      const content = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes;
      return (await files.write(op, `${randomId(stem)}.${ending}`, content)).path;
    },
    assertSavePath: () => files.assertNamed(),
    allowFolders(folders) {
      // A home folder, or one above it, would allow everything.
      const home = env['HOME'] ?? env['USERPROFILE'] ?? '';
      const projects = folders.filter((workFolder) => projectFolder({ workFolder, home }) !== null);
      files.allow(projects);
      projectFiles.allow(projects);
    },
    async saveAs(op, path, bytes) {
      return (await files.writeAs(op, path, bytes)).path;
    },
    projects: projectFiles,
    machine: {
      os: platform,
      arch: process.arch,
      node: process.versions.node,
      serverVersion: version,
      environment: env,
      probeTools: (op, budgetMs) =>
        probeTools(op, { env, platform, budgetMs, explain: xcodeProblem, ...run }),
    },
  };
}
