/** What a reading and a touch cost in questions, over a companion in this process. Times are measured in test/bench. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@mobile-debug/core/operation.ts';
import { startDispatch } from '@mobile-debug/core/testing/test-dispatch.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { interactionOf } from './ios-interaction.ts';
import { axApp, axElement } from './testing/driver-bed.ts';
import { answer, ScriptedCompanion } from './testing/scripted-companion.ts';
import { MessageWriter } from './wire/protobuf.ts';

const rounds = 20;
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

test('a warm reading and a tap are one call each on one connection, and start no program', async () => {
  const ran: string[] = [];
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
      simctl: {
        udid: 'U',
        run: async (_op, args) => {
          ran.push(args.join(' '));
          return await Promise.resolve({ stdout: Buffer.alloc(0), stderr: '' });
        },
      },
      tools: { xcrun: '', idb: async () => null, companion: async () => null, axe: async () => null },
      clock: systemClock,
      driver: 'idb',
      environment: {},
      appNames: { byPid: async () => 'com.example.shop', byName: async () => null },
    },
    { stateFiles: [join(folder, 'state')], registerFolder: join(folder, 'register') },
  );
  using dispatch = startDispatch(15_000);
  for (let round = 0; round < rounds; round++) {
    expect((await phone.screen.read(dispatch)).elements).toHaveLength(51);
    await phone.input.tap(dispatch, [200, 300]);
  }
  const calls = (method: string): number => companion.calls.filter((call) => call === method).length;
  // The app in front is named by its process, which is asked for once.
  expect([calls('accessibility_info'), calls('hid'), calls('list_apps')]).toEqual([rounds, rounds, 1]);
  expect(companion.connections).toBe(1);
  expect(ran).toEqual([]);
  await phone.close();
});
