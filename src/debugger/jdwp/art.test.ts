/** What ART answers otherwise than other machines, from a scripted one that bears its name. */
import { Operation } from '@mobile-debug/core/operation.ts';
import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import { expect, test } from 'vitest';
import type { DebugEvent } from '../backend.ts';
import type { DebugLocals } from '../debug-values.ts';
import { widestIds } from './data.ts';
import { DataWriter } from './data-writer.ts';
import { attachNative } from './native-debuggee.ts';
import { encodeCommand } from './packet.ts';
import { ScriptedMachine } from './testing/scripted-machine.ts';

type Reply = (to: DataWriter) => number | undefined;

/** The machine with other replies to some commands. */
function machineWith(replies: Readonly<Record<string, Reply>>): ScriptedMachine {
  const machine = new ScriptedMachine();
  machine.spoil = (packet) => {
    const reply = packet.readUInt8(8) === 0x80 ? replies[machine.asked.at(-1) ?? ''] : undefined;
    if (!reply) return [packet];
    const to = new DataWriter(widestIds);
    const errorCode = reply(to) ?? 0;
    const data = errorCode === 0 ? to.bytes() : Buffer.alloc(0);
    const answer = encodeCommand(packet.readUInt32BE(4), [errorCode >> 8, errorCode & 0xff], data);
    answer.writeUInt8(0x80, 8);
    return [answer];
  };
  return machine;
}

const named =
  (machine: string): Reply =>
  (to) =>
    void to.text('x').int(1).int(8).text('8').text(machine);

/** Entries of a table of variables as `[name, length]`, from the first instruction on. */
const table =
  (...entries: readonly (readonly [string, number])[]): Reply =>
  (to) => {
    to.int(1).int(entries.length);
    for (const [name, length] of entries) to.long(0n).text(name).text('I').int(length).int(0);
    return undefined;
  };

async function localsOf(machineName: string, variables: Reply): Promise<DebugLocals> {
  const clock = new ManualClock();
  const machine = machineWith({ '1.1': named(machineName), '6.2': variables });
  using op = Operation.start(600_000, { clock });
  let stopped = (): void => {};
  const stop = new Promise<void>((resolve) => {
    stopped = resolve;
  });
  const listener = (event: DebugEvent): void => {
    if (event.kind === 'stopped') stopped();
  };
  const debuggee = await attachNative(op, machine, { clock, listener });
  const at = { kind: 'class_line', className: 'shop.Cart', line: 11 } as const;
  await debuggee.setBreakpoint(op, { id: 'b1', at, condition: null, logMessage: null });
  machine.happens('breakpoint');
  await stop;
  const { frames } = await debuggee.stack(op, 't64', { offset: 0, limit: 1 });
  return await debuggee.locals(op, frames[0]?.key ?? '', { depth: 0, maxChars: 500 });
}

const unknown = { availability: 'unknown', reason: 'EMPTY_OR_UNAVAILABLE_VARIABLE_METADATA' } as const;
const available = { availability: 'available', reason: null } as const;
const unavailable = {
  availability: 'unavailable',
  reason: 'The class was compiled without variable information.',
} as const;

test.each([
  ['Dalvik', 'an empty table', table(), unknown, ['this']],
  ['Dalvik', 'a table with nothing but this', table(['this', 20]), unknown, ['this']],
  ['Dalvik', 'ABSENT_INFORMATION', () => 101, unavailable, ['this']],
  ['Dalvik', 'NATIVE_METHOD', () => 511, unavailable, ['this']],
  ['Dalvik', 'a table with a name', table(['this', 20], ['sum', 20]), available, ['this', 'sum']],
  ['Dalvik', 'an entry of no length', table(['sum', 0], ['sum', 20]), available, ['this', 'sum']],
  ['Dalvik', 'a name that is not alive here', table(['sum', 2]), available, ['this']],
  ['OpenJDK 64-Bit Server VM', 'an empty table', table(), available, ['this']],
] as const)('%s, %s', async (machineName, _, variables, expected, names) => {
  const locals = await localsOf(machineName, variables);
  expect(locals).toMatchObject(expected);
  expect(locals.values.map(({ name }) => name)).toEqual(names);
});

test('a hundred variables of a frame, and how many there are', async () => {
  const names = Array.from({ length: 150 }, (_, at) => [`v${at}`, 20] as const);
  const { values, total } = await localsOf('Dalvik', table(...names));
  expect(values).toHaveLength(100);
  expect(total).toBe(151);
});
