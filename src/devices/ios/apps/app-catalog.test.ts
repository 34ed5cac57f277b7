import { Operation } from '@mobile-debug/core/operation.ts';
import { describe, expect, it } from 'vitest';
import { AppCatalog } from './app-catalog.ts';

const shop = 'com.example.shop';

function catalogAnswering(stdout: string): AppCatalog {
  const simctl = { udid: 'U', run: async () => ({ stdout: Buffer.from(stdout), stderr: '' }) };
  const run = async () => {
    throw new Error('no other program is asked');
  };
  return new AppCatalog(simctl, { path: '/usr/bin/xcrun', environment: {}, run });
}

describe('the folder of an app', () => {
  it('is the last line, whatever stands before it', async () => {
    using op = Operation.start(10_000);
    const catalog = catalogAnswering('objc[1]: Class X is implemented in both\n/sim/Shop.app\n\n');
    expect(await catalog.bundlePath(op, shop)).toBe('/sim/Shop.app');
  });

  it.each(['{{garbage', '/sim\u0000/Shop.app', '/sim/Bundle/Applic', 'sim/Shop.app'])(
    'is never guessed from %j: it would be copied, and the app removed',
    async (words) => {
      using op = Operation.start(10_000);
      await expect(catalogAnswering(words).bundlePath(op, shop)).rejects.toMatchObject({
        code: 'DEVICE_UNAVAILABLE',
        reason: 'unreadable',
      });
    },
  );

  it.each(['{{garbage', '/sim/data\u0007', 'data'])('of its data is never guessed from %j', async (words) => {
    using op = Operation.start(10_000);
    await expect(catalogAnswering(words).dataPath(op, shop)).rejects.toMatchObject({
      code: 'DEVICE_UNAVAILABLE',
    });
  });
});
