/** AXe: the tree and touches of a booted simulator without a companion; wrong arguments end with 64. */
import { GrpcError } from '../companion/grpc-server.ts';
import { ProtoWriter } from '../companion/protobuf.ts';
import { type FlagRules, type Flags, readFlags } from '../flags.ts';
import { type Channel, callRpc } from '../idb/channel.ts';
import {
  delayMessage,
  keyMessages,
  pointMessage,
  swipeMessage,
  tapMessages,
  textMessages,
} from '../idb/hid-messages.ts';
import type { Program, ProgramContext } from '../program.ts';
import { heldMessages } from './axe-messages.ts';

const usageExit = 64;
/** AXe's tap holds this long; a "physical" one longer, which switches need. */
const holdSeconds = { simulator: 0, physical: 0.1 } as const;
const nested = 1;
const sliderSeconds = 2.4;

interface Step {
  readonly channel: Channel;
  readonly flags: Flags;
}

interface Command {
  readonly options: FlagRules;
  readonly run: (step: Step) => Promise<void>;
}

interface Element {
  readonly frame: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly type: string;
  readonly AXValue: unknown;
}

class UsageError extends Error {}
class AxeError extends Error {}

const held = async ({ channel, flags }: Step): Promise<void> => {
  const messages = heldMessages(flags, numberOf);
  if (typeof messages === 'string') throw new UsageError(messages);
  await callRpc(channel, 'hid', messages);
};

const selectors = ['--id', '--label', '--value', '--element-type'];

const commands: Readonly<Record<string, Command>> = {
  'describe-ui': { options: { valued: ['--point'] }, run: describeUi },
  tap: {
    options: {
      valued: ['-x', '-y', '--tap-style', '--wait-timeout', '--pre-delay', '--post-delay', ...selectors],
    },
    run: tap,
  },
  swipe: {
    options: {
      valued: [
        '--start-x',
        '--start-y',
        '--end-x',
        '--end-y',
        '--duration',
        '--delta',
        '--pre-delay',
        '--post-delay',
      ],
    },
    run: swipe,
  },
  touch: { options: { plain: ['--down', '--up'], valued: ['-x', '-y', '--delay'] }, run: held },
  drag: {
    options: { valued: ['--start-x', '--start-y', '--end-x', '--end-y', '--duration', '--steps'] },
    run: held,
  },
  button: { options: { valued: ['--duration'] }, run: held },
  'key-combo': { options: { valued: ['--modifiers', '--key'] }, run: held },
  type: { options: { plain: ['--stdin'], valued: ['--file'] }, run: typeText },
  key: { options: { valued: ['--duration'] }, run: key },
  slider: { options: { valued: ['--value', '--id', '--label'] }, run: slider },
};

export const axeProgram: Program = async (context) => {
  const [name = '', ...args] = context.args;
  try {
    if (name === '--version') {
      context.stdout.write('1.8.0\n');
      return 0;
    }
    if (name === 'list-simulators' && args.length === 0) {
      for (const each of context.mac.simulators)
        context.stdout.write(`${each.udid} | ${each.name} | ${each.state}\n`);
      return 0;
    }
    if (name === 'batch') await batch(context, args);
    else await perform(context, name, args);
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      context.stderr.write(
        `Error: ${error.message}\nUsage: axe <subcommand>\n  See 'axe --help' for more information.\n`,
      );
      return usageExit;
    }
    if (!(error instanceof GrpcError) && !(error instanceof AxeError)) throw error;
    context.stderr.write(`Error: ${error.message}\n`);
    return 1;
  }
};

async function perform(
  context: ProgramContext,
  name: string,
  args: readonly string[],
  udid?: string,
): Promise<void> {
  const command = commands[name];
  if (!command) throw new UsageError(`Unexpected argument '${name}'`);
  const { plain = [], valued = [] } = command.options;
  const flags = readFlags(args, { plain, valued: [...valued, '--udid'] });
  if (typeof flags === 'string') throw new UsageError(`Unknown option '${flags}'`);
  await command.run({ channel: channelOf(context, flags.values.get('--udid') ?? udid), flags });
}

function channelOf(context: ProgramContext, udid: string | undefined): Channel {
  if (udid === undefined) throw new UsageError("Missing expected argument '--udid <udid>'");
  const simulator = context.mac.simulator(udid);
  if (!simulator) throw new AxeError(`Simulator with UDID ${udid} not found in set.`);
  if (simulator.state !== 'Booted')
    throw new AxeError(`Simulator with UDID ${udid} is not booted. State: ${simulator.state}`);
  return { context, simulator };
}

/** One step per line of stdin, over one start of the program. */
async function batch(context: ProgramContext, args: readonly string[]): Promise<void> {
  const flags = readFlags(args, {
    plain: ['--stdin', '--continue-on-error'],
    valued: ['--udid', '--step', '--file'],
  });
  if (typeof flags === 'string') throw new UsageError(`Unknown option '${flags}'`);
  const steps = flags.all.filter(([flag]) => flag === '--step').map(([, step]) => step);
  if (flags.plain.has('--stdin')) steps.push(...(await stdinText(context)).split('\n'));
  const udid = flags.values.get('--udid');
  channelOf(context, udid);
  for (const step of steps
    .map((each) => each.trim())
    .filter((each) => each !== '' && !each.startsWith('#'))) {
    const words = (step.match(/"[^"]*"|'[^']*'|\S+/g) ?? []).map((word) =>
      word.replace(/^(["'])(.*)\1$/, '$2'),
    );
    const [name = '', ...own] = words;
    await perform(context, name, own, udid);
  }
}

async function stdinText(context: ProgramContext): Promise<string> {
  const chunks: Uint8Array[] = [];
  const read = async (): Promise<void> => {
    for await (const chunk of context.stdin) chunks.push(chunk);
  };
  await context.op.race(read());
  return Buffer.concat(chunks).toString('utf8');
}

async function describeUi({ channel, flags }: Step): Promise<void> {
  const point = flags.values.get('--point');
  const request = new ProtoWriter().int(3, nested);
  if (point !== undefined) {
    const [x = Number.NaN, y = Number.NaN] = point.split(',').map(Number);
    if (Number.isNaN(x) || Number.isNaN(y))
      throw new UsageError(`Invalid value '${point}' for '--point <point>'`);
    request.message(2, pointMessage({ x, y }));
  }
  const [answer] = await callRpc(channel, 'accessibility_info', [request]);
  const value: unknown = JSON.parse(answer?.text(1) ?? 'null');
  channel.context.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

async function tap({ channel, flags }: Step): Promise<void> {
  await pause(channel, flags, '--pre-delay');
  const style = flags.values.get('--tap-style') ?? 'automatic';
  if (!['automatic', 'physical', 'simulator'].includes(style))
    throw new UsageError(`The value '${style}' is invalid for '--tap-style <tap-style>'`);
  const selected = selectors.some((flag) => flags.values.has(flag));
  const target = selected ? await find(channel, flags, flags.values.get('--value')) : null;
  const at = target ? centre(target) : { x: numberOf(flags, '-x'), y: numberOf(flags, '-y') };
  const isSwitch = target?.type === 'CheckBox';
  const wide = isSwitch && target.frame.width > 100;
  const point = wide ? { x: target.frame.x + target.frame.width - 31, y: at.y } : at;
  const physical = style === 'physical' || (style === 'automatic' && isSwitch);
  await callRpc(channel, 'hid', tapMessages(point, physical ? holdSeconds.physical : holdSeconds.simulator));
  await pause(channel, flags, '--post-delay');
}

async function pause(channel: Channel, flags: Flags, flag: string): Promise<void> {
  if (flags.values.has(flag)) await callRpc(channel, 'hid', [delayMessage(numberOf(flags, flag))]);
}

async function swipe({ channel, flags }: Step): Promise<void> {
  const from = { x: numberOf(flags, '--start-x'), y: numberOf(flags, '--start-y') };
  const to = { x: numberOf(flags, '--end-x'), y: numberOf(flags, '--end-y') };
  const seconds = flags.values.has('--duration') ? numberOf(flags, '--duration') : 0;
  const delta = flags.values.has('--delta') ? numberOf(flags, '--delta') : 0;
  await pause(channel, flags, '--pre-delay');
  await callRpc(channel, 'hid', [swipeMessage(from, to, { seconds, delta })]);
  await pause(channel, flags, '--post-delay');
}

async function typeText({ channel, flags }: Step): Promise<void> {
  const text = flags.plain.has('--stdin') ? await stdinText(channel.context) : flags.operands[0];
  if (text === undefined) throw new UsageError("Missing expected argument '<text>'");
  const messages = textMessages(text);
  if ('missing' in messages) throw new UsageError(`Unsupported character: ${messages.missing}`);
  await callRpc(channel, 'hid', messages);
}

async function key({ channel, flags }: Step): Promise<void> {
  const code = Number(flags.operands[0] ?? Number.NaN);
  if (!Number.isInteger(code) || code < 0 || code > 255)
    throw new UsageError('Keycode must be between 0 and 255.');
  const seconds = flags.values.has('--duration') ? numberOf(flags, '--duration') : 0;
  await callRpc(channel, 'hid', keyMessages(code, seconds));
}

/** Drags the thumb from where the value says it is, slowly. */
async function slider({ channel, flags }: Step): Promise<void> {
  const wanted = numberOf(flags, '--value');
  if (wanted < 0 || wanted > 1) throw new UsageError('--value must be between 0 and 1.');
  const target = await find(channel, flags);
  const now = shareOf(target.AXValue);
  const { x, width } = target.frame;
  const { y } = centre(target);
  const [from, to] = [now, wanted].map((share) => ({ x: x + width * share, y }));
  if (from && to)
    await callRpc(channel, 'hid', [swipeMessage(from, to, { seconds: sliderSeconds, delta: 5 })]);
}

function shareOf(value: unknown): number {
  const number = Number.parseFloat(String(value));
  if (Number.isNaN(number)) return 0;
  return number > 1 || String(value).includes('%') ? number / 100 : number;
}

/** The one element that has all of these. `value` is what a tap expects to find; that of a slider is where it is to go. */
async function find(channel: Channel, flags: Flags, value?: string): Promise<Element> {
  const options = new Map<string, string | undefined>([
    ['AXUniqueId', flags.values.get('--id')],
    ['AXLabel', flags.values.get('--label')],
    ['AXValue', value],
    ['type', flags.values.get('--element-type')],
  ]);
  const [answer] = await callRpc(channel, 'accessibility_info', [new ProtoWriter()]);
  const all: unknown = JSON.parse(answer?.text(1) ?? '[]');
  const elements = Array.isArray(all) ? all.filter(isElement) : [];
  const found = elements.filter((element) =>
    [...options].every(
      ([name, request]) => request === undefined || String(Object(element)[name]) === request,
    ),
  );
  const [first] = found;
  if (!first) throw new AxeError(`No accessibility element matched the given selector.`);
  if (found.length > 1)
    throw new AxeError(`Multiple (${found.length}) accessibility elements matched the given selector.`);
  return first;
}

function isElement(value: unknown): value is Element {
  return typeof value === 'object' && value !== null && 'frame' in value && 'type' in value;
}

function centre({ frame }: Element): { readonly x: number; readonly y: number } {
  return { x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 };
}

function numberOf(flags: Flags, flag: string): number {
  const value = flags.values.get(flag);
  if (value === undefined) throw new UsageError(`Missing expected argument '${flag}'`);
  if (value === '' || !Number.isFinite(Number(value)))
    throw new UsageError(`The value '${value}' is invalid for '${flag}'`);
  return Number(value);
}
