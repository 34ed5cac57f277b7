/** No line is lost on the virtual phone, with equal lines in one millisecond, while its adb cuts, stalls and reconnects. */
import fc from '@mobile-debug/core/testing/property.ts';
import type { FaultRule } from '@mobile-debug/virtual-phone/adb/fault-script.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTestBed, type TestBed } from '../harness.ts';

let bed: TestBed;

beforeAll(async () => {
  bed = await makeTestBed({ speed: 20 });
});
afterAll(async () => {
  expect(bed.bugs).toEqual([]);
  await bed.close();
});

function say(tag: string, message: string): void {
  bed.phone.log.append({ uid: 10_123, pid: 77, tid: 77, priority: 'I', tag, message, buffer: 'main' });
}

async function told(tag: string): Promise<{ readonly lines: readonly string[]; readonly gaps: unknown }> {
  const { texts, isError } = await bed.call('get_logs', { tag, limit: 2_000 });
  expect(isError, texts[0]).toBe(false);
  const { logs } = JSON.parse(texts[1] ?? '') as { logs: readonly { readonly message: string }[] };
  const { meta } = JSON.parse(texts[0] ?? '') as { meta: { readonly gaps?: unknown } };
  return { lines: logs.flatMap(({ message }) => message.split('\n')), gaps: meta.gaps };
}

it('keeps a printed object whole', async () => {
  const json = JSON.stringify({ items: [{ a: 1 }, { a: 1 }, { a: 1 }] }, null, 1).split('\n');
  for (const line of json) say('Json', line);
  expect(await told('Json')).toEqual({ lines: json, gaps: undefined });
});

const rules: Readonly<Record<string, FaultRule>> = {
  'cut stream': { when: { service: 'exec:logcat', times: 1 }, do: { kind: 'cut', afterBytes: 300 } },
  'cut dump': { when: { service: 'logcat -d', times: 1 }, do: { kind: 'cut', afterBytes: 100 } },
  stall: { when: { service: 'exec:logcat', times: 1 }, do: { kind: 'stall', afterBytes: 200 } },
};
const faults = fc.constantFrom('none', 'cut stream', 'cut dump', 'stall', 'offline');
const rounds = fc.array(fc.tuple(faults, fc.array(fc.constantFrom('a', 'b', '}'), { maxLength: 12 })), {
  maxLength: 5,
});

it('gives all lines whatever breaks meanwhile', async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(rounds, async (life) => {
      const tag = `Run${++run}`;
      const all: string[] = [];
      for (const [fault, lines] of life) {
        const rule = rules[fault];
        const handle = rule === undefined ? null : bed.faults.add(rule);
        if (fault !== 'none') {
          bed.adbServer.setState(bed.phone.serial, 'offline');
          bed.adbServer.setState(bed.phone.serial, 'device');
        }
        for (const line of lines) {
          say(tag, line);
          all.push(line);
        }
        // What fails is told as a failure; the next reading has everything.
        await bed.call('get_logs', { tag, limit: 2_000 });
        handle?.remove();
        await expect.poll(async () => (await told(tag)).lines).toEqual(all);
      }
    }),
    { numRuns: 25 },
  );
});
