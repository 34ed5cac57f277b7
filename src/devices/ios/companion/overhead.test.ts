/** What our own side of a reading and a touch costs, over a companion in this process. Prints its figures. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Operation, systemClock } from '../../../core/operation.ts';
import { interactionOf } from './ios-interaction.ts';
import { axApp, axElement, ToldMark } from './testing/driver-bed.ts';
import { answer, ScriptedCompanion } from './testing/scripted-companion.ts';
import { MessageWriter } from './wire/protobuf.ts';

const rounds = 200;
let folder: string;
let companion: ScriptedCompanion;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oh-'));
  companion = await ScriptedCompanion.start(join(folder, 's'));
});

afterEach(async () => {
  await companion.close();
  await rm(folder, { recursive: true });
});

async function median(work: () => Promise<unknown>): Promise<number> {
  const took: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const startMs = performance.now();
    await work();
    took.push(performance.now() - startMs);
  }
  return took.sort((a, b) => a - b)[rounds >> 1] ?? Number.NaN;
}

test('a tree of fifty elements and a tap stay below 3 ms', async () => {
  const rows = Array.from({ length: 50 }, (_, index) =>
    axElement('Button', {
      AXLabel: `Row ${index}`,
      frame: { x: 20, y: 60 + index * 16, width: 362, height: 15 },
    }),
  );
  const elements = [axApp({}, ...rows)];
  const tree = new MessageWriter()
    .text(1, JSON.stringify({ elements, backend: 'axbridge-persistent' }))
    .finish();
  companion.on('connect', (stream) => answer(stream, Buffer.alloc(0)));
  companion.on('accessibility_info', (stream) => answer(stream, tree));
  companion.on('hid', (stream) => answer(stream, Buffer.alloc(0)));
  await writeFile(
    join(folder, 'state'),
    JSON.stringify([{ udid: 'U', pid: process.pid, path: join(folder, 's') }]),
  );
  const phone = interactionOf(
    {
      info: {
        id: 'U',
        platform: 'ios',
        osVersion: null,
        model: null,
        simulator: true,
        virtual: true,
        state: 'ready',
      },
      simctl: { udid: 'U', run: async () => ({ stdout: Buffer.alloc(0), stderr: '' }) },
      tools: { xcrun: '', idb: async () => null, companion: async () => null, axe: async () => null },
      clock: systemClock,
      driver: 'idb',
      environment: {},
      appNames: { byPid: async () => 'com.example.shop', byName: async () => null },
    },
    { stateFiles: [join(folder, 'state')], registerFolder: join(folder, 'register') },
  );
  using op = Operation.start(15_000);
  const mark = new ToldMark();
  const readMs = await median(() => phone.screen.read(op));
  const tapMs = await median(() => phone.input.tap(op, [200, 300], mark));
  process.stdout.write(`reading ${readMs.toFixed(2)} ms, tap ${tapMs.toFixed(2)} ms (p50 of ${rounds})\n`);
  expect(companion.calls.filter((call) => call === 'accessibility_info')).toHaveLength(rounds);
  expect(companion.connections).toBe(1);
  // Four times the aim: other tests run beside this one on the same cores.
  expect(Math.max(readMs, tapMs)).toBeLessThan(12);
  await phone.close();
});
