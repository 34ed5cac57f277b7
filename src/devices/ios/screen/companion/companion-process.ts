/**
 * Finds a companion that serves a simulator, or starts one of ours: on a socket in a folder that only this user can
 * enter, one for each simulator, ended with us. What a killed server left behind is ended first. Source: [S3].
 */

import { join } from 'node:path';
import type { Clock } from '@mobile-debug/core/clock.ts';
import type { Environment } from '@mobile-debug/core/environment.ts';
import { isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { ChildRegister } from '../../../../host/child-register.ts';
import { type LineProcess, startLines } from '../../../../host/line-process.ts';
import {
  isOwnPath,
  isRunning,
  makeSocketFolder,
  readOwnText,
  removeSocketFolder,
} from '../../../../host/own-files.ts';
import { isTransportProblem, TransportProblem } from '../../../port/transport-problem.ts';
import type { StartProgram } from '../../ios-types.ts';
import { connectedUdid, connectRequest } from './companion-messages.ts';
import { type Address, GrpcChannel } from './wire/grpc-channel.ts';
import { callFailures } from './wire/grpc-status.ts';

export interface CompanionOptions {
  readonly udid: string;
  readonly clock: Clock;
  readonly environment: Environment;
  /** Path of `idb_companion`; null when it is not installed. */
  readonly program: (op: Operation) => Promise<string | null>;
  readonly register: ChildRegister;
  /** `startLines` of the host unless told. */
  readonly start?: StartProgram;
  /** Lists of companions that the clients of idb keep. */
  readonly stateFiles?: readonly string[];
}

export interface OpenCompanion {
  readonly channel: GrpcChannel;
  /** `reused`: somebody else's, which is left alone when we go. */
  readonly how: 'reused' | 'started';
  /** Ends the connection, and the companion when it is ours. Safe to call twice. */
  close(): Promise<void>;
}

/** Lists of running companions kept by the old and the newer idb client [S3]. The limits below are chosen [O1]. */
const usualStateFiles = ['/tmp/idb/state', '/tmp/idb2/state'];
const probeMs = 1_000;
const startMs = 30_000;
export const socketName = 'c.sock';
const installFix =
  'Install it with `brew install facebook/fb/idb` (or, for older systems, `brew tap facebook/fb && brew install idb-companion`), or set IDB_COMPANION_PATH.';

/** TransportProblem `missing` when there is no companion to start, `broken` with its words when it does not serve. */
export async function openCompanion(op: Operation, options: CompanionOptions): Promise<OpenCompanion> {
  const reused = await reuse(op, options);
  if (reused) return reused;
  const program = await options.program(op);
  if (program === null)
    throw new TransportProblem('missing', 'not_delivered', 'idb_companion is not installed.', {
      fix: installFix,
    });
  return await start(op, program, options);
}

async function reuse(op: Operation, options: CompanionOptions): Promise<OpenCompanion | null> {
  for (const file of options.stateFiles ?? usualStateFiles) {
    for (const address of listedFor(options.udid, (await readOwnText(file)) ?? '')) {
      // Anyone able to place a socket here could read and touch the screen on our behalf.
      if ('path' in address && !(await isOwnPath(address.path))) continue;
      const channel = await probe(op, address, options.udid);
      if (channel) return { channel, how: 'reused', close: () => channel.close() };
    }
  }
  return null;
}

/** Entries `{"udid","is_local","pid","path"}` or with `host` and `port`; remote ones are left alone. */
export function listedFor(udid: string, text: string): readonly Address[] {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    return []; // empty, or in the middle of being written
  }
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: unknown): Address[] => {
    if (typeof entry !== 'object' || entry === null) return [];
    const { udid: owner, pid, path, host, port } = entry as Readonly<Record<string, unknown>>;
    if (typeof owner !== 'string' || owner.toLowerCase() !== udid.toLowerCase()) return [];
    if (typeof pid === 'number' && !isRunning(pid)) return [];
    if (typeof path === 'string') return [{ path }];
    const near = host === 'localhost' || host === '127.0.0.1' || host === '::1';
    return near && typeof host === 'string' && typeof port === 'number' ? [{ host, port }] : [];
  });
}

/** Null when nobody answers there, or one that serves another simulator: stale sockets are common. */
async function probe(op: Operation, address: Address, udid: string): Promise<GrpcChannel | null> {
  using part = op.within(probeMs);
  let channel: GrpcChannel | null = null;
  try {
    channel = await GrpcChannel.open(part, address);
    if (await serves(part, channel, udid)) return channel;
  } catch (error) {
    if (op.ended) throw op.fault();
    if (!isTransportProblem(error, ...callFailures) && !isFault(error, 'TIMEOUT')) throw error;
  }
  await channel?.close();
  return null;
}

async function serves(op: Operation, channel: GrpcChannel, udid: string): Promise<boolean> {
  const answer = await channel.call(op, { method: 'connect', messages: [connectRequest()] });
  const served = connectedUdid(answer);
  return served === null || served === '' || served.toLowerCase() === udid.toLowerCase();
}

async function start(op: Operation, program: string, options: CompanionOptions): Promise<OpenCompanion> {
  const { udid, clock, environment, register, start: startProgram = startLines } = options;
  const kind = `companion-${udid}`;
  await clearLeftovers(op, register, kind);
  const folder = await makeSocketFolder('mdm-', socketName);
  const path = join(folder, socketName);
  const args = argumentsFor(udid, path);
  using part = op.within(startMs);
  let announce: (address: Address) => void = () => {};
  const announced = new Promise<Address>((resolve) => {
    announce = resolve;
  });
  let child: LineProcess | null = null;
  let strike: () => Promise<void> = async () => {};
  const close = async (): Promise<void> => {
    await child?.stop();
    await removeSocketFolder(folder, socketName);
    await strike();
  };
  try {
    const onLine = (line: string): void => {
      const address = readinessOf(line);
      if (address) announce(address);
    };
    child = await startProgram(part, { command: program, args, env: environment, onLine, clock });
    strike = await register.add(part, { kind, pid: child.pid, args, note: folder });
    const address = await part.race(Promise.race([announced, diedOf(child)]));
    const channel = await GrpcChannel.open(part, address);
    if (!(await serves(part, channel, udid)))
      throw new TransportProblem('wrong', 'not_delivered', 'it serves another simulator');
    return {
      channel,
      how: 'started',
      close: async () => {
        await channel.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw startProblem(op, error);
  }
}

/** Flags as every version takes them: each with a value, unknown ones are passed over. */
function argumentsFor(udid: string, path: string): readonly string[] {
  return [
    ...['--udid', udid],
    ...['--grpc-domain-sock', path],
    ...['--only', 'simulator'],
    ...['--terminate-offline', '1'],
    ...['--idle-shutdown-time', '600'],
  ];
}

async function clearLeftovers(op: Operation, register: ChildRegister, kind: string): Promise<void> {
  const tidy = async (note: string): Promise<void> => {
    if (note !== '') await removeSocketFolder(note, socketName);
  };
  const left = await register.leftovers(op, kind, tidy);
  if (left.length === 0) return;
  await register.endLeftovers(op, kind);
  for (const { note } of left) await tidy(note);
}

/** `{"grpc_path":"…"}`, `{"grpc_port":N}`, or the bare path as newer ones print it; null for chatter. */
export function readinessOf(line: string): Address | null {
  const text = line.trim();
  if (text.startsWith('/') && text.endsWith('.sock')) return { path: text };
  if (!text.startsWith('{')) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null; // a log line that only begins like one
  }
  const {
    grpc_path: path,
    grpc_port: port,
    grpc_swift_port: swift,
  } = value as Readonly<Record<string, unknown>>;
  if (typeof path === 'string') return { path };
  const number = typeof port === 'number' ? port : swift;
  return typeof number === 'number' ? { host: '127.0.0.1', port: number } : null;
}

async function diedOf(child: LineProcess): Promise<never> {
  const { exitCode, signal, errorLines } = await child.ended;
  const words = errorLines.join('\n').trim();
  // As idb and its companion say it [S3].
  throw new TransportProblem(
    'broken',
    'not_delivered',
    `idb_companion exited at start (${signal ?? `exit code ${exitCode}`}). ${words}`.trim(),
    {
      fix: /Xcode is required/i.test(words)
        ? 'Install Xcode and select it: `sudo xcode-select -s /Applications/Xcode.app`.'
        : 'Run `idb_companion --list 1` in a terminal and check its output.',
    },
  );
}

function startProblem(op: Operation, error: unknown): unknown {
  if (op.ended) return op.fault();
  if (isFault(error, 'TIMEOUT'))
    return new TransportProblem(
      'broken',
      'not_delivered',
      `idb_companion was not ready within ${startMs / 1_000} s.`,
      { cause: error },
    );
  if (isFault(error, 'TOOL_NOT_FOUND'))
    return new TransportProblem('missing', 'not_delivered', error.message, { cause: error, fix: installFix });
  if (isTransportProblem(error, ...callFailures))
    return new TransportProblem('broken', 'not_delivered', `idb_companion does not serve: ${error.message}`, {
      cause: error,
    });
  return error;
}
