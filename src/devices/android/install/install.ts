/**
 * The install facet: packages streamed to the package manager, one file or a base with its splits in a session; pushed
 * and installed from a file where the device cannot take a stream. What its answers mean is install-answer.ts's.
 * Source: [A9].
 */
import { Dispatch } from '@mobile-debug/core/dispatch.ts';
import { Fault, failedBecause } from '@mobile-debug/core/fault.ts';
import { randomId } from '@mobile-debug/core/ids.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import type { InstallFacet, InstallRequest, PackageFile } from '../../port/install.ts';
import type { AdbDevice, AdbStream } from '../adb/adb-types.ts';
import { quoteCommand } from '../adb/quote.ts';
import { sendFile } from '../adb/sync-files.ts';
import { managerFault } from '../apps/package-manager.ts';
import { breaksOff, installFault, readInstallAnswer, successLines } from './install-answer.ts';

/** Keep data, take test builds. Nothing is granted: how an app asks for its permissions is part of what is tested. */
const flags = ['-r', '-t'] as const;

const startingRetries = 3;
/** Between attempts while the package service is not up yet [O1]. */
const startingWaitMs = 1_500;

export function androidInstall(adb: AdbDevice): InstallFacet {
  return {
    endings: ['.apk'],
    async abis(op) {
      const { stdout } = await adb.shell(op, 'getprop ro.product.cpu.abilist');
      return stdout
        .toString('utf8')
        .trim()
        .split(',')
        .filter((abi) => abi !== '');
    },
    install: (dispatch, request) => installPackages(dispatch, adb, request),
  };
}

/** Also for packages of our own, which are no action of a user: then `op` is no dispatch. */
export async function installPackages(
  op: Operation,
  adb: AdbDevice,
  request: InstallRequest,
): Promise<Installed> {
  const [only] = request.files;
  if (!only) throw new Fault('INVALID_ARGUMENT', 'There is no package file to install.');
  for (let attempt = 1; ; attempt++) {
    try {
      return await installOnce(op, new Installer(adb, request), only);
    } catch (error) {
      // Right after boot the package manager is not up yet; nothing was taken from us then.
      if (!failedBecause(error, 'starting') || attempt > startingRetries) throw error;
      await op.sleep(startingWaitMs);
    }
  }
}

async function installOnce(op: Operation, installer: Installer, only: PackageFile): Promise<Installed> {
  if (!installer.streams) return await installer.pushAndInstall(op);
  return installer.isOne ? await installer.single(op, only) : await installer.session(op);
}

interface Installed {
  readonly how: string;
  readonly output: string;
}

class Installer {
  readonly #adb: AdbDevice;
  readonly #request: InstallRequest;
  readonly #totalBytes: number;
  #sentBytes = 0;

  constructor(adb: AdbDevice, request: InstallRequest) {
    this.#adb = adb;
    this.#request = request;
    this.#totalBytes = request.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  }

  get streams(): boolean {
    return this.#adb.features.has('abb_exec') || this.#adb.features.has('cmd');
  }

  get #flags(): readonly string[] {
    const { user } = this.#request;
    return typeof user === 'number' ? [...flags, '--user', String(user)] : flags;
  }

  get isOne(): boolean {
    return this.#request.files.length === 1;
  }

  async single(op: Operation, file: PackageFile): Promise<Installed> {
    const args = ['install', ...this.#flags, '-S', String(file.sizeBytes)];
    const output = accepted(await this.#ask(op, args, file), successLines.install);
    return { how: 'streamed', output };
  }

  /** Only the commit changes what is installed [A9]. */
  async session(whole: Operation): Promise<Installed> {
    const op = Dispatch.unrecorded(whole);
    const created = await this.#ask(op, ['install-create', ...this.#flags, '-S', String(this.#totalBytes)]);
    accepted(created, successLines.create);
    const id = successLines.create.exec(created)?.[1] ?? '';
    try {
      for (const [at, file] of this.#request.files.entries()) {
        const name = `${at}_${file.name.replace(/[^\w.-]/g, '_')}`;
        const args = ['install-write', '-S', String(file.sizeBytes), id, name, '-'];
        accepted(await this.#ask(op, args, file), successLines.write);
      }
      const output = accepted(await this.#ask(whole, ['install-commit', id]), successLines.install);
      return { how: `streamed as a session of ${this.#request.files.length} files`, output };
    } catch (error) {
      await this.#afterwards(op, (own) => this.#ask(own, ['install-abandon', id]));
      throw error;
    }
  }

  /** For devices before Android 7, which also know no splits by this way. */
  async pushAndInstall(whole: Operation): Promise<Installed> {
    const op = Dispatch.unrecorded(whole);
    const [file, ...splits] = this.#request.files;
    if (!file || splits.length > 0) {
      throw new Fault('CAPABILITY_MISSING', 'This device takes one APK at a time, no splits.', {
        nextStep: 'Build a single (universal) APK for it.',
      });
    }
    const path = `/data/local/tmp/${randomId('install')}.apk`;
    try {
      await sendFile(op, this.#adb, { path, content: this.#counted(file) });
      const { stdout, stderr } = await this.#adb.shell(
        whole,
        quoteCommand(['pm', 'install', ...this.#flags, path]),
      );
      // The shell has told its end, so that the last line is whole.
      const output = accepted(
        `${stdout.toString('utf8')}\n${stderr.toString('utf8')}\n`,
        successLines.install,
      );
      return { how: 'pushed and installed', output };
    } finally {
      await this.#afterwards(op, (own) => this.#adb.shell(own, quoteCommand(['rm', '-f', path])));
    }
  }

  /** All words of the package manager. A device that refuses early stops reading; its words are there all the same. */
  async #ask(op: Operation, args: readonly string[], file?: PackageFile): Promise<string> {
    const service = this.#adb.features.has('abb_exec')
      ? `abb_exec:${['package', ...args].join('\0')}`
      : `exec:${quoteCommand(['cmd', 'package', ...args])}`;
    const stream = await this.#adb.open(op, service);
    const release = op.onEnd(() => void stream.close());
    try {
      const words = collect(stream.chunks);
      words.catch(() => {}); // heard below, once the sending is over
      const lost = file ? await this.#sendTo(op, stream, file) : null;
      const text = await op.race(words);
      // What the device makes of a file that broke off is no refusal of the whole one [A9].
      if (lost && (text === '' || text.includes('INSTALL_FAILED_ABORTED'))) throw brokenOff(text, lost);
      return text;
    } finally {
      release();
      await stream.close();
    }
  }

  /** What ended the sending before its end, which a device that refuses early does too; null when all was sent. */
  async #sendTo(
    op: Operation,
    stream: AdbStream,
    file: PackageFile,
  ): Promise<{ readonly cause: unknown } | null> {
    for await (const chunk of this.#counted(file)) {
      try {
        await stream.write(op, chunk);
      } catch (cause) {
        op.check();
        return { cause };
      }
    }
    return null;
  }

  async *#counted(file: PackageFile): AsyncGenerator<Uint8Array> {
    for await (const chunk of file.chunks()) {
      yield chunk;
      this.#sentBytes += chunk.length;
      this.#request.onProgress?.(this.#sentBytes, this.#totalBytes);
    }
  }

  /** Cleaning up has a second of its own, because `op` may have ended; what is gone needs no cleaning. */
  async #afterwards(op: Operation, work: (own: Operation) => Promise<unknown>): Promise<void> {
    using own = Operation.start(1_000, { clock: op.clock });
    try {
      await work(own);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
    }
  }
}

/** The package manager always reports a result: where none came, the device or the way to it was lost. */
function brokenOff(words: string, lost?: { readonly cause: unknown }): Fault {
  const said = words.trim().slice(0, 300);
  return new Fault(
    'DEVICE_UNAVAILABLE',
    `The device was lost during the installation, before its package manager answered.${said === '' ? '' : ` It had said: ${said}`}`,
    {
      ...lost,
      reason: 'lost',
      retryable: true,
      nextStep: 'Wait until list_devices shows the device as ready, then install again; nothing was refused.',
    },
  );
}

async function collect(chunks: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts).toString('utf8');
}

/** Faults: INSTALL_FAILED for an answer, DEVICE_UNAVAILABLE for words that are none. */
function accepted(words: string, success: RegExp): string {
  if (breaksOff(words, success)) throw notYet(words) ?? brokenOff(words);
  const refusal = readInstallAnswer(words, success);
  if (!refusal) return words.trim();
  const fault = installFault(refusal, words);
  const answered = refusal.code !== 'UNKNOWN' || failedBecause(fault, 'starting');
  throw answered ? fault : (managerFault(words) ?? fault);
}

/** The sentence of a starting device may be the last thing that it says, without an end of line. */
function notYet(words: string): Fault | null {
  const fault = installFault({ code: 'UNKNOWN', reason: words.trim() }, words);
  return failedBecause(fault, 'starting') ? fault : managerFault(words);
}
