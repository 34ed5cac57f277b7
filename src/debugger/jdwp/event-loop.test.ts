/** What happens to a program whose events are odd: it is never left standing by mistake. */
import { Operation } from '@mobile-debug/core/operation.ts';
import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import { expect, test } from 'vitest';
import type { BreakpointRequest, DebugEvent, Debuggee } from '../backend.ts';
import { attachNative } from './native-debuggee.ts';
import { ScriptedMachine } from './testing/scripted-machine.ts';

async function scene() {
  const clock = new ManualClock();
  const machine = new ScriptedMachine();
  const events: DebugEvent[] = [];
  const op = Operation.start(600_000, { clock });
  const debuggee = await attachNative(op, machine, { clock, listener: (event) => void events.push(event) });
  return { clock, machine, events, op, debuggee, settled };
}

/** All that can go on without time passing has gone on. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}

async function breakAt(
  op: Operation,
  debuggee: Debuggee,
  more: Partial<BreakpointRequest> = {},
): Promise<void> {
  const at = { kind: 'class_line', className: 'shop.Cart', line: 11 } as const;
  await debuggee.setBreakpoint(op, { id: 'b1', at, condition: null, logMessage: null, ...more });
}

test('the scripted machine is debugged like a real one', async () => {
  const { machine, events, op, debuggee, settled } = await scene();
  await breakAt(op, debuggee);
  machine.happens('breakpoint');
  await settled();
  expect(events).toMatchObject([
    { kind: 'stopped', stop: { reason: 'breakpoint', breakpointIds: ['b1'], locations: [{ line: 11 }] } },
  ]);
  const { frames } = await debuggee.stack(op, 't64', { offset: 0, limit: 2 });
  const { values } = await debuggee.locals(op, frames[0]?.key ?? '', { depth: 1, maxChars: 500 });
  expect(values.map(({ name, preview, value }) => `${name}=${preview ?? value}`)).toEqual([
    'this=Cart(count=3, name="cup", items=int[])',
    'sum=7',
    'label="cup"',
    'prices=int[5] {1, 2, 3, 4, 5}',
  ]);
  await debuggee.resume(op);
  expect(machine.suspensions).toBe(0);
  expect(await debuggee.detach(op)).toEqual([]);
  expect(machine.isClosed).toBe(true);
});

test.each([
  { kind: 'class_line', className: 'shop.*', line: 11 },
  { kind: 'class_line', className: 'shop/Cart', line: 11 },
  { kind: 'class_line', className: 'Lshop.Cart;', line: 11 },
  { kind: 'file_line', file: 'src/*.java', line: 11 },
  { kind: 'function', name: '*.total' },
  { kind: 'exception', className: '*', caught: true, uncaught: true },
] as const)('a pattern is refused, because it would wait for ever: %o', async (at) => {
  const { op, debuggee } = await scene();
  const setting = debuggee.setBreakpoint(op, { id: 'b1', at, condition: null, logMessage: null });
  await expect(setting).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    nextStep: expect.stringContaining('patterns are not supported'),
  });
});

test('an event that cannot be handled: the connection ends, so that the program runs on', async () => {
  const { machine, events, op, debuggee, settled } = await scene();
  await breakAt(op, debuggee, { condition: 'sum == 7' });
  machine.spoil = (packet) => [
    packet.readUInt8(8) === 0x80 ? packet.subarray(0, 11).fill(0, 0, 3).fill(11, 3, 4) : packet,
  ];
  machine.happens('breakpoint');
  await settled();
  expect(events).toMatchObject([{ kind: 'ended', cause: 'lost' }]);
  expect(machine.isClosed).toBe(true);
});

test('answers that never come while an event is judged: the same, after five seconds', async () => {
  const { clock, machine, events, op, debuggee, settled } = await scene();
  await breakAt(op, debuggee, { condition: 'sum == 7' });
  machine.spoil = (packet) => (packet.readUInt8(8) === 0x80 ? [] : [packet]);
  machine.happens('breakpoint');
  await settled();
  expect(events).toEqual([]);
  await clock.advance(5_001);
  await settled();
  expect(events).toMatchObject([{ kind: 'ended', cause: 'lost' }]);
  expect(machine.isClosed).toBe(true);
});

test('a call that is withdrawn takes no answer away from an event that waits for the same one', async () => {
  const { clock, machine, events, op, debuggee, settled } = await scene();
  await breakAt(op, debuggee);
  machine.happens('breakpoint');
  await settled();
  await debuggee.resume(op);
  const held: Buffer[] = [];
  machine.spoil = (packet) => {
    if (packet.readUInt8(8) === 0x80) held.push(packet);
    return packet.readUInt8(8) === 0x80 ? [] : [packet];
  };
  using short = Operation.start(1_000, { clock });
  const other = { kind: 'class_line', className: 'shop.OutOfStock', line: 3 } as const;
  const late = debuggee
    .setBreakpoint(short, { id: 'b2', at: other, condition: null, logMessage: null })
    .catch((error: unknown) => error);
  machine.happens('breakpoint');
  await settled();
  await clock.advance(1_001);
  await settled();
  machine.spoil = (packet) => [packet];
  for (const packet of held) machine.say(packet);
  await settled();
  expect(await late).toMatchObject({ code: 'DEBUGGER_TIMEOUT' });
  expect(events.map(({ kind }) => kind)).toEqual(['stopped', 'stopped']);
});

test('a step event that nobody asked for is released, and its request taken back', async () => {
  const { machine, events, op, debuggee, settled } = await scene();
  await breakAt(op, debuggee);
  machine.happens('step', { requestId: 77 });
  await settled();
  expect(events).toEqual([]);
  expect(machine.suspensions).toBe(0);
  expect(machine.asked).toContain('15.2');
});

test('a breakpoint on another thread completes a step: its own event comes to nothing afterwards', async () => {
  const { machine, events, op, debuggee, settled } = await scene();
  await breakAt(op, debuggee);
  machine.happens('breakpoint');
  await settled();
  await debuggee.step(op, 't64', 'over');
  const step = machine.requests.find(({ kind }) => kind === 1)?.id ?? 0;
  machine.happens('breakpoint');
  machine.happens('step', { requestId: step });
  await settled();
  await debuggee.resume(op);
  await settled();
  expect(events.map(({ kind }) => kind)).toEqual(['stopped', 'stopped']);
  expect(machine.suspensions).toBe(0);
});

test('more events than anybody could handle end the connection', async () => {
  const { machine, events, op, debuggee, settled } = await scene();
  await breakAt(op, debuggee);
  machine.happens('breakpoint');
  await settled();
  for (let count = 0; count < 2_000; count++) machine.happens('breakpoint');
  await settled();
  expect(events.at(-1)).toMatchObject({ kind: 'ended', cause: 'lost' });
  expect(machine.isClosed).toBe(true);
});

test('a breakpoint that is hit before its number was read is its breakpoint', async () => {
  const { machine, events, op, debuggee, settled } = await scene();
  machine.spoil = (packet) => {
    const hit = machine.requests.find(({ kind }) => kind === 2);
    if (!hit || packet.readUInt8(8) !== 0x80) return [packet];
    machine.spoil = (one) => [one];
    machine.say(packet);
    machine.happens('breakpoint');
    return [];
  };
  await breakAt(op, debuggee);
  await settled();
  expect(events).toMatchObject([{ kind: 'stopped', stop: { breakpointIds: ['b1'] } }]);
});

test('a frame is read once in a stop, and anew behind a method that was called', async () => {
  const { machine, op, debuggee, settled } = await scene();
  await breakAt(op, debuggee, { condition: 'sum == 7 && label == "cup" && prices.length == 5' });
  machine.happens('breakpoint');
  await settled();
  const reads = () => machine.asked.filter((name) => name === '16.1').length;
  expect(reads()).toBe(1);
  const frameKey = (await debuggee.stack(op, 't64', { offset: 0, limit: 1 })).frames[0]?.key ?? '';
  const budget = { depth: 1, maxChars: 500 };
  const ask = async (expression: string) =>
    (await debuggee.evaluate(op, { frameKey, expression, allowGetters: true, budget })).value;
  expect(await ask('sum')).toBe('7');
  expect(reads()).toBe(1);
  expect(await ask('this.getCount() == 3 && sum == 7')).toBe('true');
  expect(reads()).toBe(2);
});

test('breakpoints in a method that an expression calls are passed', async () => {
  const { machine, events, op, debuggee, settled } = await scene();
  await breakAt(op, debuggee);
  machine.happens('breakpoint');
  await settled();
  const frameKey = (await debuggee.stack(op, 't64', { offset: 0, limit: 1 })).frames[0]?.key ?? '';
  machine.spoil = (packet) => {
    machine.spoil = (one) => [one];
    queueMicrotask(() => machine.happens('breakpoint'));
    return [packet];
  };
  const request = {
    frameKey,
    expression: 'this.getCount()',
    allowGetters: true,
    budget: { depth: 1, maxChars: 9 },
  };
  expect(await debuggee.evaluate(op, request)).toMatchObject({ value: '3' });
  await settled();
  expect(events).toHaveLength(1);
  expect(machine.suspensions).toBe(1);
});
