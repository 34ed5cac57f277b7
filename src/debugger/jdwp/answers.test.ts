import { Fault } from '@mobile-debug/core/fault.ts';
import { expect, test } from 'vitest';
import { Answers } from './answers.ts';

test('asks once, and again after a failure', async () => {
  const answers = new Answers();
  let asked = 0;
  const ask = async (): Promise<number> => {
    asked += 1;
    if (asked === 1) throw new Fault('DEBUGGER_DISCONNECTED', 'gone');
    return asked;
  };
  await expect(answers.once('a', ask)).rejects.toMatchObject({ code: 'DEBUGGER_DISCONNECTED' });
  expect(await Promise.all([answers.once('a', ask), answers.once('a', ask)])).toEqual([2, 2]);
  expect(await answers.once('b', ask)).toBe(3);
});

test('whoever gives up takes the answer from nobody else', async () => {
  const answers = new Answers();
  let giveUp = (): void => {};
  const first = answers.once(
    'a',
    async () =>
      await new Promise<string>((_, reject) => {
        giveUp = () => reject(new Fault('CANCELLED', 'withdrawn'));
      }),
  );
  const others = [1, 2].map((number) => answers.once('a', async () => `asked by ${number}`));
  giveUp();
  await expect(first).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(await Promise.all(others)).toEqual(['asked by 1', 'asked by 1']);
});
