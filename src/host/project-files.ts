/** The computer's files and programs as finding and building projects needs them. Reads anywhere, writes nothing but logs. */

import { createReadStream } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '@mobile-debug/core/environment.ts';
import { Fault } from '@mobile-debug/core/fault.ts';
import { randomId } from '@mobile-debug/core/ids.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { FileStat, FolderEntry, HostFile, JavaHome, ProjectHost } from '../host-port/project-host.ts';
import { makeArtifactFolder } from './artifact-folders.ts';
import { errorCode } from './paths.ts';
import { type RunProgram, runProcess } from './process.ts';
import { type JavaPlace, javaHomes } from './programs/java-homes.ts';
import { type FoundTool, searchPaths } from './programs/tool-search.ts';
import { findOnPath, findTool, type ToolName } from './programs/tool-table.ts';
import { assertReadable } from './readable-files.ts';
import {
  runStreamed,
  type StreamedRequest,
  type StreamedResult,
  type StreamProgram,
} from './streamed-process.ts';

export interface ProjectFilesOptions {
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
  /** Where logs and build products of our own go; made when first needed. */
  readonly artifactFolder: string;
  readonly workFolder: string;
  /** Folders, besides these two, of which a caller may send files to a device. */
  readonly readableRoots?: readonly string[];
  /** How programs are run; as the host does unless told. */
  readonly run?: RunProgram;
  readonly stream?: StreamProgram;
}

const longestText = 1 << 20;

export class ProjectFiles implements ProjectHost {
  readonly env: ProjectFilesOptions['env'];
  readonly platform: NodeJS.Platform;
  readonly workFolder: string;
  readonly #artifactFolder: string;
  #readableRoots: readonly string[];
  readonly #run: RunProgram;
  readonly #stream: StreamProgram;

  constructor(options: ProjectFilesOptions) {
    this.env = options.env;
    this.platform = options.platform;
    this.workFolder = options.workFolder;
    this.#artifactFolder = options.artifactFolder;
    this.#readableRoots = [options.artifactFolder, ...(options.readableRoots ?? [])];
    this.#run = options.run ?? runProcess;
    this.#stream = options.stream ?? runStreamed;
  }

  async list(op: Operation, folder: string): Promise<readonly FolderEntry[] | null> {
    op.check();
    const entries = await orNull(readdir(folder, { withFileTypes: true }));
    return (
      entries
        ?.map((entry) => ({ name: entry.name, folder: entry.isDirectory() }))
        .sort((a, b) => (a.name < b.name ? -1 : 1)) ?? null
    );
  }

  async readText(op: Operation, path: string): Promise<string | null> {
    op.check();
    const file = await orNull(open(path, 'r'));
    if (!file) return null;
    try {
      const { size } = await file.stat();
      const buffer = Buffer.alloc(Math.min(size, longestText));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
      return buffer.subarray(0, bytesRead).toString('utf8');
    } catch (error) {
      if (errorCode(error) === 'EISDIR') return null;
      throw error;
    } finally {
      await file.close();
    }
  }

  async stat(op: Operation, path: string): Promise<FileStat | null> {
    op.check();
    const found = await orNull(stat(path));
    return (
      found && {
        folder: found.isDirectory(),
        sizeBytes: found.size,
        modifiedMs: found.mtimeMs,
        executable: (found.mode & 0o100) !== 0,
      }
    );
  }

  /** Further folders of which a caller may send files to a device, from now on. */
  allow(folders: readonly string[]): void {
    this.#readableRoots = [...new Set([...this.#readableRoots, ...folders])];
  }

  async assertReadable(op: Operation, path: string): Promise<void> {
    op.check();
    const home = this.env['HOME'] ?? this.env['USERPROFILE'] ?? '';
    await assertReadable(path, { workFolder: this.workFolder, home, roots: this.#readableRoots });
  }

  async open(op: Operation, path: string): Promise<HostFile> {
    op.check();
    const found = await orNull(stat(path));
    if (!found || found.isDirectory()) throw new Fault('INVALID_ARGUMENT', `There is no file ${path}.`);
    // A device such as /dev/zero has no end, and opening a pipe waits for somebody to write.
    if (!found.isFile()) throw new Fault('INVALID_ARGUMENT', `${path} is not a regular file.`);
    return { sizeBytes: found.size, chunks: () => chunksOf(path) };
  }

  async run(op: Operation, request: StreamedRequest): Promise<StreamedResult> {
    return await this.#stream(op, request);
  }

  async newPath(op: Operation, stem: string, ending: string): Promise<string> {
    op.check();
    const path = join(this.#artifactFolder, `${randomId(stem)}${ending}`);
    await makeArtifactFolder(this.#artifactFolder);
    return path;
  }

  findTool(name: ToolName): FoundTool {
    return findTool(name, searchPaths(this.env, this.platform));
  }

  async javaHomes(op: Operation): Promise<readonly JavaHome[]> {
    const search = searchPaths(this.env, this.platform);
    const first = explicitHome(this.env);
    // Refuses an explicit home that is wrong before anything else is tried.
    if (first) findTool('java', search);
    const asked = await this.#systemJavaHome(op);
    const onPath = await this.#homeOnPath(op);
    const candidates = [...(first ? [first] : []), ...javaHomes(search), ...asked, ...onPath];
    const found: JavaHome[] = [];
    for (const { home, source } of candidates) {
      if (found.some((other) => other.home === home)) continue;
      const program = join(home, 'bin', this.platform === 'win32' ? 'java.exe' : 'java');
      if (!search.exists(program)) continue;
      const release = await this.readText(op, join(home, 'release'));
      // As a JDK prints it [T7].
      found.push({ home, source, version: /^JAVA_VERSION="([^"]+)"/m.exec(release ?? '')?.[1] ?? null });
    }
    return found;
  }

  async #systemJavaHome(op: Operation): Promise<JavaPlace[]> {
    const program = '/usr/libexec/java_home';
    if (this.platform !== 'darwin' || !searchPaths(this.env, this.platform).exists(program)) return [];
    const { stdout, exitCode } = await this.#run(op, { command: program, args: [], env: this.env });
    const home = stdout.toString('utf8').trim();
    return exitCode === 0 && home !== '' ? [{ home, source: program }] : [];
  }

  /** `java` on PATH is usually a link; only Java itself knows its home [T7]. */
  async #homeOnPath(op: Operation): Promise<JavaPlace[]> {
    const program = findOnPath('java', searchPaths(this.env, this.platform));
    if (program === null) return [];
    const { stderr } = await this.#run(op, {
      command: program.path,
      args: ['-XshowSettings:properties', '-version'],
      env: this.env,
    });
    const home = /^\s*java\.home = (.+)$/m.exec(stderr.toString('utf8'))?.[1]?.trim();
    return home === undefined ? [] : [{ home, source: 'PATH' }];
  }
}

/** Opened by whoever reads the first of it, and closed behind the last: what is refused before leaves no open file. */
async function* chunksOf(path: string): AsyncIterable<Uint8Array> {
  yield* createReadStream(path) as AsyncIterable<Uint8Array>;
}

function explicitHome(env: ProjectFilesOptions['env']): JavaPlace | null {
  const source = ['GRADLE_JAVA_HOME', 'JAVA_HOME'].find((name) => env[name]);
  const home = source === undefined ? undefined : env[source];
  return source === undefined || home === undefined ? null : { home, source };
}

/** Null for what is not there or may not be looked at. */
async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    const code = String(errorCode(error));
    if (['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'].includes(code)) return null;
    if (['ENAMETOOLONG', 'ELOOP', 'EINVAL', 'ERR_INVALID_ARG_VALUE'].includes(code)) {
      throw new Fault('INVALID_ARGUMENT', `The path cannot be read: ${code}.`, {
        cause: error,
        nextStep: 'Pass the path of an existing file; names have at most 255 bytes.',
      });
    }
    throw error;
  }
}
