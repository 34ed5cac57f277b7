/**
 * `idb_companion`: serves one simulator over a socket file or a port until it is told to end, or lists the targets.
 * Flags are NSUserDefaults: each takes the word after it as its value, and those that nobody reads are no error.
 */
import { appendFileSync, lstatSync, unlinkSync } from 'node:fs';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { ProgramContext } from '../program.ts';
import type { Simulator } from '../simulator.ts';
import { companionService, SERVICE } from './companion-service.ts';
import { GrpcServer } from './grpc-server.ts';
import { targetLine } from './target-description.ts';
import { wireFault } from './wire-faults.ts';

/** macOS keeps 104 bytes for the path of a socket, and one of them ends it. */
const LONGEST_SOCKET_PATH = 103;
const DEFAULT_PORT = 10_882;
/** How often the state of the simulator and the idle time are looked at. */
const WATCH_MS = 100;

const xcodeBanner = `
====================================================================
Xcode is required. Please make sure Xcode is installed and then run:
sudo xcode-select --switch $(ls -td /Applications/Xcode* | head -1)
====================================================================

`;

const usage = `You must specify at least one 'Mode of operation'

Usage:
  Modes of operation, only one of these may be specified:
    --udid UDID|mac|only       Launches a companion server for the specified UDID.
    --list 1                   Lists all available devices and simulators in the current context.
    --version                  Writes companion version information to stdout.
    --help                     Show this help message and exit.
`;

export async function runCompanion(context: ProgramContext): Promise<number> {
  const { args, stdout, stderr, mac, tool } = context;
  if (args.includes('--help')) {
    stdout.write(`${usage}\n`);
    return 0;
  }
  if (args.includes('--version')) {
    stdout.write('{"build_time":"04:20:11","build_date":"Sep 19 2026"}\n');
    return 0;
  }
  const command = [tool, ...args].join(' ');
  if (mac.faults.take('xcode_required', { tool, command })) {
    stderr.write(xcodeBanner);
    return 1;
  }
  const flags = readFlags(args);
  const log = loggerOf(context, flags.get('log-file-path'));
  const udid = flags.get('udid');
  const { only = 'simulator' } = Object.fromEntries(flags);
  const targets = /simulator/i.test(only) ? mac.simulators : [];
  if (udid !== undefined) return await serveTarget(context, { flags, log, targets, udid });
  if (flags.get('list') !== undefined) {
    for (const each of targets) stdout.write(`${targetLine(each)}\n`);
    log(`Reported ${targets.length} targets to stdout`);
    return 0;
  }
  log(usage);
  return 1;
}

/** `--name value`, in pairs; a name without a value has none. */
export function readFlags(args: readonly string[]): ReadonlyMap<string, string> {
  const flags = new Map<string, string>();
  for (let at = 0; at < args.length; at++) {
    const name = /^--?(.+)$/.exec(args[at] ?? '')?.[1];
    const value = args[at + 1];
    if (name === undefined || value === undefined) continue;
    flags.set(name, value);
    at++;
  }
  return flags;
}

type Log = (line: string) => void;

function loggerOf({ stderr }: ProgramContext, path: string | undefined): Log {
  return (line) => {
    if (path === undefined) stderr.write(`${line}\n`);
    else appendFileSync(path, `${line}\n`);
  };
}

interface Serving {
  readonly flags: ReadonlyMap<string, string>;
  readonly log: Log;
  readonly targets: readonly Simulator[];
  readonly udid: string;
}

async function serveTarget(context: ProgramContext, serving: Serving): Promise<number> {
  const { flags, log, targets, udid } = serving;
  const simulator = targets.find((each) => each.udid === udid) ?? (udid === 'only' ? targets[0] : undefined);
  if (!simulator) {
    log(`${udid} could not be resolved to any target in (${targets.map((each) => each.udid).join(', ')})`);
    return 1;
  }
  const death = new AbortController();
  const server = serverFor(context, simulator, death);
  try {
    const report = await listen(server, flags);
    log(`Swift server started on ${Object.values(report).join(' ')}`);
    context.stdout.write(`${JSON.stringify(report)}\n`);
  } catch (error) {
    log(error instanceof Error ? error.message : String(error));
    await server.close();
    return 1;
  }
  const why = await untilOver(context, { server, simulator, flags, death: death.signal });
  if (why === 'dead') return 137;
  log(`Shutting down swift server: ${why}`);
  await server.close();
  return 0;
}

function serverFor(context: ProgramContext, simulator: Simulator, death: AbortController): GrpcServer {
  const { mac, tool } = context;
  const { udid } = simulator;
  const server: GrpcServer = new GrpcServer({
    clock: mac.clock,
    service: SERVICE,
    handlers: companionService({
      mac,
      simulator,
      ownLog: `IDB Companion started for ${udid}\n`,
      die: () => death.abort(),
    }),
    onCall: (rpc) => mac.recordCall({ rpc, udid }),
    faultOf: (rpc) => {
      mac.faults.take('call', { rpc, udid, tool })?.run();
      return wireFault(mac.faults, { rpc, udid, tool });
    },
    die: () => death.abort(),
  });
  death.signal.addEventListener('abort', () => void server.close({ leaveSocket: true }));
  return server;
}

async function listen(
  server: GrpcServer,
  flags: ReadonlyMap<string, string>,
): Promise<Readonly<Record<string, string | number>>> {
  const path = flags.get('grpc-domain-sock');
  if (path === undefined) {
    const port = await server.listenOnPort(Number(flags.get('grpc-port') ?? DEFAULT_PORT));
    return { grpc_swift_port: port, grpc_port: port };
  }
  if (Buffer.byteLength(path) > LONGEST_SOCKET_PATH) throw new Error(`unixDomainSocketPathTooLong: ${path}`);
  removeOldSocket(path);
  await server.listenOnFile(path);
  return { grpc_path: path };
}

/** A socket of an earlier companion gives way, whoever may listen on it; any other file does not. */
function removeOldSocket(path: string): void {
  const old = lstatSync(path, { throwIfNoEntry: false });
  if (!old) return;
  if (!old.isSocket()) throw new Error('IDBUnixDomainSocketPathWrongType()');
  unlinkSync(path);
}

interface Watched {
  readonly server: GrpcServer;
  readonly simulator: Simulator;
  readonly flags: ReadonlyMap<string, string>;
  readonly death: AbortSignal;
}

/** Why it ends: by a signal, idleness, the simulator going off, or by dying. */
async function untilOver({ op, signal, mac }: ProgramContext, watched: Watched): Promise<string> {
  const { server, simulator, flags, death } = watched;
  const terminates = isTrue(flags.get('terminate-offline'));
  const idleSeconds = mac.companionVersion === 'head' ? Number(flags.get('idle-shutdown-time')) : 0;
  const wasBooted = simulator.state === 'Booted';
  const died = new Promise<void>((resolve) => {
    death.addEventListener('abort', () => resolve());
  });
  for (;;) {
    if (death.aborted) return 'dead';
    if (signal.aborted) break;
    if (terminates && wasBooted && simulator.state !== 'Booted') return 'Target is no longer booted';
    const idleMs = mac.clock.monotonicMs() - server.lastEndedMs;
    if (idleSeconds > 0 && server.activeCalls === 0 && idleMs >= idleSeconds * 1000) return 'Idle';
    if (!(await slept(op, died))) break;
  }
  if (signal.reason === 'SIGKILL') {
    await server.close({ leaveSocket: true });
    return 'dead';
  }
  return `Signalled: ${String(signal.reason)}`;
}

/** False when the program is to end. */
async function slept(op: Operation, died: Promise<void>): Promise<boolean> {
  try {
    await Promise.race([op.sleep(WATCH_MS), died]);
    return true;
  } catch {
    return false;
  }
}

function isTrue(value: string | undefined): boolean {
  return value !== undefined && /^(1|true|yes)$/i.test(value);
}
