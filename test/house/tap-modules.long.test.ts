/** The goal of docs/benchmarks/house.md, measured by the script that writes it: counts, which no busy computer changes. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const goal = 55;

test('a warm tap passes at most 55 modules on either platform', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/house/tap-modules.mjs']);
  const counted = [...stdout.matchAll(/^(Android|iOS): (\d+) modules/gm)].map(([, name, modules]) => ({
    name,
    modules: Number(modules),
  }));
  expect(counted.map(({ name }) => name)).toEqual(['Android', 'iOS']);
  for (const { name, modules } of counted) {
    expect(modules, `${name}: ${stdout}`).toBeLessThanOrEqual(goal);
    expect(modules).toBeGreaterThan(goal / 2);
  }
});
