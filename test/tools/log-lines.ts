/** Random logs of the virtual phone, read while its adb cuts, stalls and reconnects. */
import fc from '@mobile-debug/core/testing/property.ts';
import type { FaultRule } from '@mobile-debug/virtual-phone/adb/fault-script.ts';
import { expect } from 'vitest';
import { makeTestBed, type TestBed } from '../harness.ts';

export function say({ phone }: TestBed, tag: string, message: string): void {
  phone.log.append({ uid: 10_123, pid: 77, tid: 77, priority: 'I', tag, message, buffer: 'main' });
}

export async function told(
  bed: TestBed,
  tag: string,
): Promise<{ readonly lines: readonly string[]; readonly gaps: unknown }> {
  const { texts, isError } = await bed.call('get_logs', { tag, limit: 2_000 });
  expect(isError, texts[0]).toBe(false);
  const { logs } = JSON.parse(texts[1] ?? '') as { logs: readonly { readonly message: string }[] };
  const { meta } = JSON.parse(texts[0] ?? '') as { meta: { readonly gaps?: unknown } };
  return { lines: logs.flatMap(({ message }) => message.split('\n')), gaps: meta.gaps };
}

const rules: Readonly<Record<string, FaultRule>> = {
  'cut stream': { when: { service: 'exec:logcat', times: 1 }, do: { kind: 'cut', afterBytes: 300 } },
  'cut dump': { when: { service: 'logcat -d', times: 1 }, do: { kind: 'cut', afterBytes: 100 } },
  stall: { when: { service: 'exec:logcat', times: 1 }, do: { kind: 'stall', afterBytes: 200 } },
};

/** A fault, and what is logged under it. */
type Round = readonly [fault: string, lines: readonly string[]];

const round: fc.Arbitrary<Round> = fc.tuple(
  fc.constantFrom('none', 'cut stream', 'cut dump', 'stall', 'offline'),
  fc.array(fc.constantFrom('a', 'b', '}', 'two\nlines'), { maxLength: 12 }),
);

/** So long a log would make each reading slow, and says nothing more. */
const logsOfOnePhone = 250;

/** Every log comes out whole, whatever broke in its `rounds` at most. */
export async function checkLogsUnderFaults(logs: number, rounds: number): Promise<void> {
  let bed: TestBed | null = null;
  let run = 0;
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(round, { maxLength: rounds }), async (life) => {
        if (bed === null || run % logsOfOnePhone === 0) {
          await end(bed);
          bed = await makeTestBed({ speed: 20 });
        }
        await live(bed, `Run${++run}`, life);
      }),
      { numRuns: logs },
    );
  } finally {
    await end(bed);
  }
}

async function live(bed: TestBed, tag: string, life: readonly Round[]): Promise<void> {
  const all: string[] = [];
  for (const [fault, messages] of life) {
    const rule = rules[fault];
    const handle = rule === undefined ? null : bed.faults.add(rule);
    if (fault !== 'none') {
      bed.adbServer.setState(bed.phone.serial, 'offline');
      bed.adbServer.setState(bed.phone.serial, 'device');
    }
    for (const message of messages) {
      say(bed, tag, message);
      all.push(...message.split('\n'));
    }
    // What fails is told as a failure; the next reading has everything.
    if (fault !== 'none') await bed.call('get_logs', { tag, limit: 2_000 });
    handle?.remove();
    await expect.poll(async () => (await told(bed, tag)).lines).toEqual(all);
  }
}

async function end(bed: TestBed | null): Promise<void> {
  if (bed === null) return;
  expect(bed.bugs).toEqual([]);
  await bed.close();
}
