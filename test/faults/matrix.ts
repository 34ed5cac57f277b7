/** Calls in troubles: a typed answer in time, the server alive, the next call right, nothing late, nothing left. */

import { faultCodes } from '@mobile-debug/core/fault-codes.ts';
import { limitMs } from '@mobile-debug/core/testing/contention.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { inputSchema } from '../../src/server/arguments.ts';
import { tools } from '../../src/tools/index.ts';
import { oneBed } from '../contract/beds.ts';
import { codeOf, quiet, works } from '../contract/reading.ts';
import type { Answer, TestBed } from '../harness.ts';
import { type Call, callsFor, type Share } from './pairs.ts';
import { type FaultScenario, scenarios } from './scenarios.ts';

/** Product time runs so many times as fast: its longest budgets end in two seconds. */
const speed = 20;
/** What may come on top of the budget, on a computer that is quiet. */
const slackMs = 1_500;
/** Inputs, as the phone records them, that an answer of "not delivered" excludes. */
export const inputKinds: ReadonlySet<string> = new Set([
  'tap',
  'long_press',
  'swipe',
  'key',
  'text',
  'set_text',
  'paste',
  'start',
]);

export function budgetMs(name: string, args: Record<string, unknown>): number {
  const tool = tools.find((each) => each.name === name);
  if (!tool) throw new Error(name);
  if (tool.scope !== 'action') return tool.budgetMs(inputSchema(tool).parse(args));
  return Number(args['actionTimeoutMs']) + Number(args['verificationTimeoutMs']);
}

export function assertTyped(answer: Answer): void {
  expect(answer.texts.join('')).not.toBe('');
  const code = codeOf(answer);
  if (code === null) return;
  expect(Object.keys(faultCodes)).toContain(code);
  expect(['INTERNAL_ERROR', 'INVALID_ARGUMENT', 'UNKNOWN', 'CANCELLED'], answer.texts[0]).not.toContain(code);
  expect(answer.texts[0]?.length).toBeLessThanOrEqual(20_000);
}

/** The tests of these calls in every trouble, in the pairs of this share. */
export function inEveryScenario(
  calls: readonly Call[],
  share: Share,
  list: readonly FaultScenario[] = scenarios,
): void {
  const met = (scenario: FaultScenario): boolean => callsFor(scenario, calls, share).length > 0;
  describe.each(list.filter(met))('$title', (scenario: FaultScenario) => {
    const { helper } = scenario;
    const made = oneBed({ speed, helper: helper !== undefined });
    // The stream of its run and the connection to it.
    const residents = helper ? 2 : 0;

    test('all is well before it', async () => {
      // A cold start takes longer than a twentieth of what the list of devices grants.
      await alive(made());
      await made().call('get_logs', { limit: 1 });
    });

    beforeEach(async () => {
      const bed = made();
      bed.open('com.example.shop');
      // One that was given up is used again on a new connection of the device.
      if (helper) await reconnected(bed);
    });

    test.each(callsFor(scenario, calls, share))('%s %o', async (name, args) => {
      const bed = made();
      for (const rule of scenario.rules) bed.faults.add(rule);
      for (const rule of helper?.faults ?? []) bed.helpers[0]?.faults.add(rule);
      scenario.begin?.(bed);
      const from = bed.phone.record.length;
      const began = performance.now();
      const answer = await bed.call(name, args);
      const tookMs = performance.now() - began;
      const atAnswer = bed.phone.record.length;
      expect(tookMs).toBeLessThan(limitMs(budgetMs(name, args) / speed + slackMs, tookMs));
      assertTyped(answer);
      if (answer.data['delivery_status'] === 'not_delivered') {
        const sent = bed.phone.record.slice(from, atAnswer).filter(({ kind }) => inputKinds.has(kind));
        expect(sent).toEqual([]);
      }
      bed.faults.clear();
      bed.helpers[0]?.faults.clear();
      await quiet(bed);
      expect(bed.phone.record.length).toBe(atAnswer);
      await scenario.mend?.(bed);
      await alive(bed);
      await works(bed);
      await quiet(bed);
      // The list of devices and the log stream stay; nothing else may.
      const sockets = (): number => bed.adbServer.openSockets;
      await expect.poll(sockets, { timeout: 5_000, interval: 5 }).toBeLessThanOrEqual(2 + residents);
      expect(bed.adbServer.runningServices).toBeLessThanOrEqual(1 + residents);
      expect([...bed.bugs, ...bed.adbServer.defects]).toEqual([]);
    });
  });
}

async function reconnected(bed: TestBed): Promise<void> {
  bed.adbServer.setState(bed.phone.serial, 'gone');
  bed.adbServer.setState(bed.phone.serial, 'device');
  await alive(bed);
  const tier = async (): Promise<unknown> => (await bed.call('get_ui_tree')).data['source'];
  await expect.poll(tier, { timeout: 10_000, interval: 10 }).toContain('uiautomator2-server');
}

async function alive(bed: TestBed): Promise<void> {
  const code = async () => codeOf(await bed.call('get_current_screen'));
  await expect.poll(code, { timeout: 10_000, interval: 10 }).toBe(null);
}
