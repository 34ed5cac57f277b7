/** `idb ui`: reading the screen and touching it. Coordinates were whole numbers until 1.1.8. */
import { searchableKeys } from '../companion/ax-json.ts';
import { ProtoWriter } from '../companion/protobuf.ts';
import type { ArgumentType, Option, Positional } from './argparse.ts';
import { callRpc } from './channel.ts';
import { type IdbCall, type IdbCommand, IdbError, number, option, seconds, text } from './command.ts';
import {
  buttonMessages,
  buttonNames,
  keyMessages,
  pointMessage,
  swipeMessage,
  tapMessages,
  textMessages,
} from './hid-messages.ts';

const duration: Option = { flags: ['--duration'], type: 'float' };
/** The client asks for this many levels when it looks for a marker. */
const markerDepth = 10;
const formats = ['default', 'nested', 'complete'];
const backends = ['ax', 'axbridge', 'axbridge-persistent'];

const readOptions = (head: boolean): readonly Option[] => [
  { flags: ['--nested'], type: null },
  ...(head
    ? [
        { flags: ['--format'], type: formats },
        { flags: ['--key'], type: 'text' as const, many: true },
        { flags: ['--backend'], type: backends },
        { flags: ['--profile'], type: null },
      ]
    : []),
];

async function read(call: IdbCall, at: { x: number; y: number } | null): Promise<number> {
  const format = option(call, '--format') ?? (call.parsed.options.has('--nested') ? 'nested' : 'default');
  const request = new ProtoWriter();
  if (at) request.message(2, pointMessage(at));
  request
    .int(3, formats.indexOf(format))
    .texts(7, call.parsed.options.get('--key') ?? [])
    .int(8, backends.indexOf(option(call, '--backend') ?? 'none') + 1)
    .bool(9, call.parsed.options.has('--profile'));
  const [answer] = await callRpc(await call.connect(), 'accessibility_info', [request]);
  call.context.stdout.write(`${answer?.text(1) ?? ''}\n`);
  return 0;
}

const describeAll: IdbCommand = {
  path: 'ui describe-all',
  positionals: () => [],
  options: readOptions,
  run: (call) => read(call, null),
};

const describePoint: IdbCommand = {
  path: 'ui describe-point',
  positionals: (head) => points(head, 'x', 'y'),
  options: readOptions,
  run: (call) => read(call, { x: number(call, 'x'), y: number(call, 'y') }),
};

function points(head: boolean, ...names: readonly string[]): readonly Positional[] {
  const type: ArgumentType = head ? 'float' : 'int';
  return names.map((name) => ({ name, type }));
}

const tap: IdbCommand = {
  path: 'ui tap',
  positionals: (head) =>
    head
      ? [
          { name: 'marker_or_x', type: 'text' },
          { name: 'y', type: 'float', count: '?' },
        ]
      : points(false, 'x', 'y'),
  options: (head) => [
    duration,
    ...(head
      ? [
          { flags: ['--match-key'], type: searchableKeys },
          { flags: ['--expected-value'], type: 'text' as const },
        ]
      : []),
  ],
  async run(call) {
    const marker = text(call, 'marker_or_x');
    const isMarker = call.parsed.values.has('marker_or_x') && text(call, 'y') === '';
    if (isMarker) return await act(call, marker, 5, tapRequest(call));
    const x = Number(marker === '' ? text(call, 'x') : marker);
    if (!Number.isFinite(x)) throw new IdbError(`could not convert string to float: '${marker}'`);
    await callRpc(await call.connect(), 'hid', tapMessages({ x, y: number(call, 'y') }, seconds(call)));
    return 0;
  },
};

function tapRequest(call: IdbCall): ProtoWriter {
  const expected = option(call, '--expected-value');
  return new ProtoWriter().bool(1, expected !== undefined).text(2, expected ?? '');
}

async function act(call: IdbCall, marker: string, field: 5 | 6 | 7, gesture: ProtoWriter): Promise<number> {
  const key = searchableKeys.indexOf(option(call, '--match-key') ?? 'AXLabel');
  const request = new ProtoWriter().text(1, marker).int(3, key).int(4, markerDepth).message(field, gesture);
  await callRpc(await call.connect(), 'accessibility_action', [request]);
  return 0;
}

const matchKey = (): readonly Option[] => [{ flags: ['--match-key'], type: searchableKeys }];
const directions = ['up', 'down', 'left', 'right', 'visible'];

const scroll: IdbCommand = {
  path: 'ui scroll',
  headOnly: true,
  positionals: () => [
    { name: 'marker', type: 'text' },
    { name: 'direction', type: directions },
  ],
  options: matchKey,
  run: (call) =>
    act(call, text(call, 'marker'), 6, new ProtoWriter().int(1, directions.indexOf(text(call, 'direction')))),
};

const setValue: IdbCommand = {
  path: 'ui set-value',
  headOnly: true,
  positionals: () => [
    { name: 'marker', type: 'text' },
    { name: 'value', type: 'text' },
  ],
  options: matchKey,
  run: (call) => act(call, text(call, 'marker'), 7, new ProtoWriter().text(1, text(call, 'value'))),
};

const swipe: IdbCommand = {
  path: 'ui swipe',
  positionals: (head) => points(head, 'x_start', 'y_start', 'x_end', 'y_end'),
  options: (head) => [duration, { flags: ['--delta'], type: head ? 'float' : 'int' }],
  async run(call) {
    const from = { x: number(call, 'x_start'), y: number(call, 'y_start') };
    const to = { x: number(call, 'x_end'), y: number(call, 'y_end') };
    const gesture = { delta: seconds(call, '--delta'), seconds: seconds(call) };
    await callRpc(await call.connect(), 'hid', [swipeMessage(from, to, gesture)]);
    return 0;
  },
};

const typeText: IdbCommand = {
  path: 'ui text',
  positionals: () => [{ name: 'text', type: 'text' }],
  async run(call) {
    const channel = await call.connect();
    const messages = textMessages(text(call, 'text'));
    if ('missing' in messages)
      throw new IdbError(
        `Traceback (most recent call last):\nException: No keycode found for ${messages.missing}`,
      );
    await callRpc(channel, 'hid', messages);
    return 0;
  },
};

const key: IdbCommand = {
  path: 'ui key',
  positionals: () => [{ name: 'key', type: 'int' }],
  options: () => [duration],
  async run(call) {
    await callRpc(await call.connect(), 'hid', keyMessages(number(call, 'key'), seconds(call)));
    return 0;
  },
};

const keySequence: IdbCommand = {
  path: 'ui key-sequence',
  positionals: () => [{ name: 'key_sequence', type: 'int', count: '+' }],
  async run(call) {
    const keys = call.parsed.values.get('key_sequence') ?? [];
    await callRpc(
      await call.connect(),
      'hid',
      keys.flatMap((each) => keyMessages(Number(each))),
    );
    return 0;
  },
};

const button: IdbCommand = {
  path: 'ui button',
  positionals: () => [{ name: 'button', type: buttonNames }],
  options: () => [duration],
  async run(call) {
    await callRpc(await call.connect(), 'hid', buttonMessages(text(call, 'button'), seconds(call)));
    return 0;
  },
};

export const uiCommands: readonly IdbCommand[] = [
  describeAll,
  describePoint,
  tap,
  scroll,
  setValue,
  swipe,
  typeText,
  key,
  keySequence,
  button,
];
