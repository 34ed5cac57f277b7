/** As matrix.ts, for an iPhone: a typed answer in time, the server alive, nothing late, no program, socket or file left. */

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limitMs } from '@mobile-debug/core/testing/contention.ts';
import { touchHeld } from '@mobile-debug/virtual-phone/apple/companion/hid-events.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { codeOf, quiet, works } from '../contract/reading.ts';
import { makeTestBed, type TestBed, type TestBedOptions } from '../harness.ts';
import { assertTyped, budgetMs, inputKinds } from './matrix.ts';
import { type Call, callsFor, type Share } from './pairs.ts';
import type { IosFaultScenario } from './scenarios-ios.ts';

/** What may come on top of the budget, on a computer that is quiet: a program that is met may need a process of its own. */
const slackMs = 3_000;

interface Options {
  /** Product time runs so many times as fast. */
  readonly speed: number;
  readonly share: Share;
  readonly ios?: TestBedOptions['ios'];
}

/** The tests of these calls in every trouble. */
export function inEveryIosScenario(
  calls: readonly Call[],
  scenarios: readonly IosFaultScenario[],
  { speed, share, ios = { driver: 'idb' } }: Options,
): void {
  const met = (scenario: IosFaultScenario): boolean => callsFor(scenario, calls, share).length > 0;
  describe.each(scenarios.filter(met))('$title', (scenario) => {
    const { rules, lagging } = scenario;
    let bed: TestBed;
    let scratch: string;
    const usual = process.env['TMPDIR'];

    beforeAll(async () => {
      // All temporary files of this bed in one folder, so that what is left can be told from what others make.
      scratch = mkdtempSync(join(tmpdir(), 't-'));
      process.env['TMPDIR'] = scratch;
      bed = await makeTestBed({ speed, ...(ios && { ios }) });
    });

    afterAll(() => {
      rmSync(scratch, { recursive: true, force: true });
      if (usual === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = usual;
    });

    beforeEach(() => bed.open('com.example.shop'));

    test('all is well before it', async () => {
      await alive(bed);
      await bed.call('get_logs', { appId: 'com.example.shop', limit: 1 });
    });

    test.each(callsFor(scenario, calls, share))('%s %o', async (name, args) => {
      const { apple } = bed;
      if (!apple) throw new Error('This needs an iPhone.');
      for (const rule of rules) apple.faults.add(rule);
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
      apple.faults.clear();
      await quiet(bed);
      if (!lagging || answer.data['delivery_status'] !== 'unknown')
        expect(bed.phone.record.length).toBe(atAnswer);
      if (lagging) await bed.call('press_key', { key: 'tab', verificationMode: 'none' });
      for (const simulator of apple.simulators) expect(touchHeld(simulator)).toBe(false);
      await alive(bed);
      await works(bed);
      await quiet(bed);
      await expect.poll(() => strangers(bed), { timeout: 5_000, interval: 10 }).toEqual([]);
      expect([...bed.bugs, ...apple.defects]).toEqual([]);
    });

    test('nothing is left behind it', async () => {
      await bed.close();
      // The register of long-running programs stays as a folder, with nothing in it.
      const left = (): readonly string[] =>
        readdirSync(scratch, { recursive: true, encoding: 'utf8' }).filter(
          (name) => !/^mobile-debug-mcp-\d+$/.test(name),
        );
      await expect.poll(left, { timeout: 5_000, interval: 10 }).toEqual([]);
    });
  });
}

/** Programs that still run beside the companion and one stream of logs. */
function strangers({ apple }: TestBed): readonly string[] {
  const running = (apple?.runningPrograms() ?? []).map(({ tool, args }) => [tool, ...args].join(' '));
  const residents = [/^idb_companion /, / log stream /];
  for (const resident of residents) {
    const at = running.findIndex((command) => resident.test(command));
    if (at >= 0) running.splice(at, 1);
  }
  return running;
}

async function alive(bed: TestBed): Promise<void> {
  const code = async () => codeOf(await bed.call('get_current_screen'));
  await expect.poll(code, { timeout: 15_000, interval: 10 }).toBe(null);
}
