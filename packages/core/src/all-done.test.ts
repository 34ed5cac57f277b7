import { expect, test } from 'vitest';
import { allDone } from './all-done.ts';

test('results come in the order of the works', async () => {
  const late = Promise.resolve().then(() => 'late');
  expect(await allDone([late, Promise.resolve(2)])).toEqual(['late', 2]);
});

test('the first failure in order is thrown when all are over', async () => {
  let over = false;
  let finish = (): void => {};
  const slow = new Promise<void>((resolve) => {
    finish = resolve;
  }).then(() => {
    over = true;
  });
  const failed = allDone([slow, Promise.reject(new Error('first')), Promise.reject(new Error('second'))]);
  finish();
  await expect(failed).rejects.toThrow('first');
  expect(over).toBe(true);
});
