/** The system report and doctor say by which tier a screen is read, how long it takes, and how to get the faster one. */

import { Operation } from '@mobile-debug/core/operation.ts';
import { expect, it } from 'vitest';
import { screensText } from '../../src/cli/doctor.ts';
import { makeTestBed, type TestBed } from '../harness.ts';

interface Row {
  readonly id: string;
  readonly tier: string | null;
  readonly readMs: number | null;
  readonly advice: string | null;
  readonly note?: string;
}

async function screensOf({ pool }: TestBed): Promise<string> {
  using op = Operation.start(5_000);
  return await screensText(pool, await pool.list(op));
}

it.each([
  ['the dump', 'uiautomator-dump', true],
  ['the helper', 'uiautomator2-server', false],
] as const)(
  '%s: asked for nothing before the first reading, measured after it',
  async (_who, tier, missing) => {
    const bed = await makeTestBed({ helper: true });
    try {
      if (missing) bed.helpers[0]?.uninstall();
      const row = async (): Promise<Row | undefined> => {
        const { android } = (await bed.call('get_system_status')).data as { android: { helper: Row[] } };
        return android.helper[0];
      };
      const [id] = bed.serials;
      expect(await row()).toMatchObject({
        id,
        tier: null,
        readMs: null,
        note: expect.stringContaining('not been read'),
      });
      expect(
        bed.adbServer.commands().filter(({ service }) => /uiautomator|instrument/.test(service)),
      ).toEqual([]);
      bed.open('com.example.shop');
      for (let reading = 0; reading < 3; reading++) await bed.call('get_ui_tree', {});
      const before = bed.adbServer.commands().length;
      const known = await row();
      expect(known).toEqual({
        id,
        tier,
        readMs: expect.any(Number),
        advice: missing ? expect.stringContaining('helper install') : null,
      });
      expect(bed.adbServer.commands().length).toBe(before);
      const words = await screensOf(bed);
      expect(words).toMatch(new RegExp(`${id}: ${tier} in [\\d.]+ ms`));
      expect(words.includes('mobile-debug-mcp helper install')).toBe(missing);
    } finally {
      await bed.close();
    }
  },
);

it('doctor measures for itself, and says what kept it from reading', async () => {
  const bed = await makeTestBed({ helper: true });
  try {
    bed.open('com.example.shop');
    expect(await screensOf(bed)).toMatch(/uiautomator2-server in [\d.]+ ms\n/);
  } finally {
    await bed.close();
  }
  const other = await makeTestBed({ speed: 20 });
  try {
    other.faults.add({ do: { kind: 'null_root' } });
    expect(await screensOf(other)).toMatch(/: No window had a root element/);
  } finally {
    await other.close();
  }
});
