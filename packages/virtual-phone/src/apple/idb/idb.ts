/** The `idb` client: argparse's way with arguments, a connection first, gRPC errors as text with exit 1. */
import { GrpcError } from '../companion/grpc-server.ts';
import { ProtoWriter } from '../companion/protobuf.ts';
import { type Program, type ProgramContext, variable } from '../program.ts';
import type { SimulatedMac } from '../simulated-mac.ts';
import type { Simulator } from '../simulator.ts';
import { appCommands } from './app-commands.ts';
import { type Option, parseArguments } from './argparse.ts';
import { type Channel, callRpc } from './channel.ts';
import { type IdbCall, type IdbCommand, IdbError, text } from './command.ts';
import { uiCommands } from './ui-commands.ts';

const usageExit = 2;
/** Python starts in about three times the time of the model's virtual machine: 0.39 s. */
const startFactor = 3;
const commands: readonly IdbCommand[] = [...appCommands, ...uiCommands];
const logLevels = ['DEBUG', 'INFO', 'WARNING', 'ERROR', 'CRITICAL'];

/** Before the command. */
const globalFlags: readonly Option[] = [
  { flags: ['--log'], type: logLevels },
  { flags: ['--companion'], type: 'text' },
  { flags: ['--companion-path'], type: 'text' },
  { flags: ['--companion-tls'], type: null },
  { flags: ['--no-prune-dead-companion'], type: null },
];
/** After it, for all commands. */
const commonFlags: readonly Option[] = [
  { flags: ['--log'], type: logLevels },
  { flags: ['--json'], type: null },
  { flags: ['--udid'], type: 'text' },
];

export function idbProgram(mac: SimulatedMac): Program {
  return async (context) => await runIdb(context, mac);
}

async function runIdb(context: ProgramContext, mac: SimulatedMac): Promise<number> {
  const { args, stderr } = context;
  const head = mac.companionVersion === 'head';
  if (args.length === 1 && ['-h', '--help'].includes(args[0] ?? '')) {
    await pythonStart(context, mac);
    context.stdout.write('usage: idb [-h] [--log LEVEL] [--companion COMPANION] command ...\n');
    return 0;
  }
  const { before, rest } = splitGlobal(args);
  const early = parseArguments(before, [], globalFlags);
  if (typeof early === 'string') return refuse(context, 'idb', early);
  const command = commands
    .filter(({ headOnly }) => head || !headOnly)
    .find(({ path }) => rest.join(' ') === path || rest.join(' ').startsWith(`${path} `));
  if (!command) return refuse(context, 'idb', noCommand(rest));
  const own = rest.slice(command.path.split(' ').length);
  const options = [...commonFlags, ...(command.options?.(head) ?? [])];
  const parsed = parseArguments(own, command.positionals(head), options);
  if (typeof parsed === 'string') return refuse(context, `idb ${command.path}`, parsed);
  await pythonStart(context, mac);
  const companion = early.options.get('--companion')?.[0] ?? variable(context, 'IDB_COMPANION');
  const call: IdbCall = {
    context,
    parsed,
    json: parsed.options.has('--json'),
    socketOf: (udid) => mac.companionSocket(udid),
    connect: async () => {
      const wanted =
        parsed.options.get('--udid')?.[0] ??
        (command.path === 'connect' ? text(call, 'companion') : undefined);
      const channel: Channel = { context, simulator: targetOf({ context, mac }, wanted, companion) };
      await callRpc(channel, 'connect', [new ProtoWriter()]);
      return channel;
    },
  };
  try {
    return await command.run(call);
  } catch (error) {
    if (!(error instanceof GrpcError) && !(error instanceof IdbError)) throw error;
    stderr.write(`${error.message}\n`);
    return 1;
  }
}

async function pythonStart({ op }: ProgramContext, { simulators }: SimulatedMac): Promise<void> {
  await op.sleep((simulators[0]?.phone.timing.jvmStartMs ?? 0) * startFactor);
}

function splitGlobal(args: readonly string[]): { before: readonly string[]; rest: readonly string[] } {
  let at = 0;
  while (args[at]?.startsWith('-')) {
    const flag = args[at]?.split('=')[0] ?? '';
    const takesNext =
      globalFlags.some(({ flags, type }) => flags.includes(flag) && type !== null) &&
      !args[at]?.includes('=');
    at += takesNext ? 2 : 1;
  }
  return { before: args.slice(0, at), rest: args.slice(at) };
}

function noCommand(rest: readonly string[]): string {
  const names = [...new Set(commands.map(({ path }) => path.split(' ')[0] ?? ''))];
  if (rest.length === 0) return 'the following arguments are required: command';
  const wanted = rest[0] === 'ui' ? (rest[1] ?? '') : (rest[0] ?? '');
  const choices =
    rest[0] === 'ui'
      ? commands.flatMap(({ path }) => (path.startsWith('ui ') ? [path.slice(3)] : []))
      : names;
  return `argument command: invalid choice: '${wanted}' (choose from ${choices.map((each) => `'${each}'`).join(', ')})`;
}

function refuse(context: ProgramContext, program: string, problem: string): number {
  context.stderr.write(`usage: ${program} [-h]\n${program}: error: ${problem}\n`);
  return usageExit;
}

function targetOf(
  at: { readonly context: ProgramContext; readonly mac: SimulatedMac },
  wanted: string | undefined,
  companion: string | undefined,
): Simulator {
  const { mac, context } = at;
  if (companion !== undefined) {
    const served = mac.simulators.find(({ udid }) => mac.companionSocket(udid) === companion);
    if (served) return served;
    throw new IdbError(
      `Failed to connect to companion at address DomainSocketAddress(path='${companion}'): [Errno 61] Connection refused`,
    );
  }
  const udid = wanted ?? variable(context, 'IDB_UDID');
  if (udid !== undefined) {
    const found = mac.simulator(udid);
    if (found) return found;
    throw new IdbError(`Failed to spawn companion for ${udid}: ${udid} could not be resolved to any target`);
  }
  const booted = mac.simulators.filter(({ state }) => state === 'Booted');
  const [only] = booted;
  if (only && booted.length === 1) return only;
  throw new IdbError(
    only
      ? "No UDID provided and there's multiple companions to run against. Please unset or set the UDID."
      : 'No Companion Connected',
  );
}
