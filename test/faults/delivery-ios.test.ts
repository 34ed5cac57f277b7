/**
 * Inputs to an iPhone whose connection breaks around them. What may have arrived is never sent again, by no way: the
 * phone has it once, the outcome is unknown, and the answer says to look before anything else.
 */

import type { AppleFault } from '@mobile-debug/virtual-phone/apple/fault-script.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { freshForm, login } from '../actions/phone-side.ts';
import { oneBed } from '../contract/beds.ts';
import { quiet, works } from '../contract/reading.ts';
import type { TestBed, TestBedOptions } from '../harness.ts';

type Wire = Record<string, unknown>;

const none = { verificationMode: 'none', actionTimeoutMs: 20_000 } as const;
const remember = { selector: { resource_id: 'remember_me' } } as const;

/** Calls that send something, and what the phone has of the first sending. */
const allCalls: readonly (readonly [string, Wire, readonly string[]])[] = [
  ['tap', { x: 200, y: 600, ...none }, ['tap']],
  ['tap_element', { ...remember, ...none }, ['tap']],
  ['long_press', { ...remember, durationMs: 600, ...none }, ['long_press']],
  ['swipe', { x1: 200, y1: 600, x2: 200, y2: 500, duration: 40, ...none }, ['swipe']],
  ['type_text', { selector: { resource_id: 'password' }, text: 'ab', ...none }, ['text a', 'text b']],
  ['press_key', { key: 'tab', ...none }, ['key']],
  ['scroll_to_element', { selector: { text: 'No such row' }, maxScrolls: 3, ...none }, ['swipe']],
  ['adjust_control', { ...remember, property: 'checked', targetValue: false, ...none }, ['tap']],
];

const after: readonly AppleFault[] = [
  { kind: 'reset', moment: 'after' },
  { kind: 'die', moment: 'after' },
];
const before: readonly AppleFault[] = [
  { kind: 'reset', moment: 'before' },
  { kind: 'die', moment: 'before' },
  { kind: 'unavailable' },
];
const input = /^(?:hid|accessibility_action)$/;

/** Kinds of what the phone had since, text with its characters. */
function recordedSince({ phone }: TestBed, from: number): readonly string[] {
  return phone.record
    .slice(from)
    .map(({ kind, detail }) => (kind === 'text' ? `text ${String(detail['text'])}` : kind));
}

function inputsAsked(bed: TestBed): number {
  return (bed.apple?.calls() ?? []).filter(({ rpc }) => input.test(rpc)).length;
}

/** At every input, not only the first: what was sent again would meet it and act, or not act, once more. */
function disturb(bed: TestBed, fault: AppleFault, nth = 1): void {
  for (const rpc of ['hid', 'accessibility_action']) bed.apple?.faults.add({ when: { rpc, nth }, do: fault });
}

/** A program is started for each question: a few stand for all. Which field has the focus they do not tell, so it is tapped. */
const few: typeof allCalls = [
  ...allCalls.filter(([name]) => /^(?:tap|swipe)$/.test(name)),
  ['type_text', { selector: { resource_id: 'password' }, text: 'ab', ...none }, ['tap', 'text a', 'text b']],
];
/** Of a call that taps a field first, it is the text that is disturbed. */
const disturbedAt = (expected: readonly string[]): number =>
  expected[0] === 'tap' && expected.length > 1 ? 2 : 1;

const ways: readonly (readonly [string, TestBedOptions, typeof allCalls])[] = [
  ['the companion', { ios: {} }, allCalls],
  ['an old companion', { ios: { companion: '1.1.8' } }, few],
  ['idb, with AXe behind it', { ios: { without: ['idb_companion'] } }, few],
];

describe.each(ways)('by %s', (_, options, calls) => {
  const made = oneBed(options);
  let bed: TestBed;

  beforeEach(async () => {
    bed = made();
    freshForm(bed);
    await works(bed);
    bed.wire.clear();
  });

  describe.each(after)('$kind $moment it was carried out', (fault) => {
    test.each(calls)('%s', async (name, args, expected) => {
      const from = bed.phone.record.length;
      disturb(bed, fault, disturbedAt(expected));
      const { isError, data } = await bed.call(name, args);
      expect(recordedSince(bed, from)).toEqual(expected);
      expect(inputsAsked(bed)).toBe(disturbedAt(expected));
      expect(isError, JSON.stringify(data)).toBe(true);
      expect(data).toMatchObject({
        success: false,
        delivery_status: 'unknown',
        dispatch_started: true,
        retryable: false,
        next_step: expect.stringMatching(/read the screen/i),
      });
      bed.wire.clearFaults();
      await works(bed);
      await quiet(bed);
      expect(recordedSince(bed, from)).toEqual(expected);
    });

    test('a tap of a journey', async () => {
      const from = bed.phone.record.length;
      disturb(bed, fault);
      const steps = [
        { id: 'first', type: 'tap', ...remember },
        { id: 'never', type: 'tap', ...remember },
      ];
      const { data } = await bed.call('run_journey', { steps, defaults: none });
      expect(data).toMatchObject({
        success: false,
        stopped_at_step_id: 'first',
        steps: [
          { status: 'failed', result: { delivery_status: 'unknown', retryable: false } },
          { status: 'not_run' },
        ],
      });
      expect(JSON.stringify(data)).toMatch(/[Rr]ead the screen/);
      bed.wire.clearFaults();
      await works(bed);
      expect(recordedSince(bed, from)).toEqual(['tap']);
    });
  });

  describe.each(before)('$kind $moment', (fault) => {
    test.each(calls)('%s', async (name, args) => {
      const from = bed.phone.record.length;
      disturb(bed, fault);
      const { isError, data } = await bed.call(name, args);
      expect(isError, JSON.stringify(data)).toBe(true);
      expect(['unknown', 'not_delivered']).toContain(data['delivery_status']);
      expect(recordedSince(bed, from)).toEqual([]);
      expect(inputsAsked(bed)).toBeGreaterThan(0);
      bed.wire.clearFaults();
      await works(bed);
      await quiet(bed);
      expect(recordedSince(bed, from)).toEqual([]);
    });
  });
});

describe('where both are there', () => {
  const made = oneBed({ ios: {} });

  test('a companion that died under an input is not the reason to send it by another program', async () => {
    const bed = made();
    bed.open(login);
    await works(bed);
    bed.wire.clear();
    const from = bed.phone.record.length;
    bed.apple?.faults.add({ when: { rpc: 'hid', times: 1 }, do: { kind: 'die', moment: 'after' } });
    const { data } = await bed.call('tap', { x: 200, y: 600, ...none });
    expect(data).toMatchObject({ delivery_status: 'unknown', retryable: false });
    expect(recordedSince(bed, from)).toEqual(['tap']);
    const programs = bed.apple?.commands().map(({ tool }) => tool) ?? [];
    expect(programs).not.toContain('idb');
    expect(programs).not.toContain('axe');
  });
});
