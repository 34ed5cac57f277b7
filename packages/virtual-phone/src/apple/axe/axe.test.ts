import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AppleBed, makeAppleBed, udid } from '../testing/apple-bed.ts';

let bed: AppleBed;
beforeEach(async () => {
  bed = await makeAppleBed();
  await bed.simctl('launch', udid, 'com.example.shop');
});
afterEach(async () => {
  expect(bed.appleTools.defects).toEqual([]);
  await bed.close();
});

const taps = (): number => bed.phone.record.filter(({ kind }) => kind === 'tap').length;

test('describes the screen as a nested tree, or one point of it', async () => {
  const { stdout } = await bed.run('axe', 'describe-ui', '--udid', udid);
  expect(JSON.parse(stdout)).toMatchObject([{ type: 'Application', children: expect.any(Array) }]);
  const point = await bed.run('axe', 'describe-ui', '--point', '30,110', '--udid', udid);
  expect(JSON.parse(point.stdout)).toMatchObject({ AXUniqueId: 'headline' });
});

test('taps by point, id and label; types and presses keys; batches over one start', async () => {
  expect(await bed.run('axe', 'tap', '-x', '200', '-y', '800', '--udid', udid)).toMatchObject({
    code: 0,
    stderr: '',
  });
  expect(taps()).toBe(1);
  await bed.run('axe', 'tap', '--id', 'email', '--udid', udid);
  await bed.run('axe', 'type', 'ab', '--udid', udid);
  await bed.run('axe', 'key', '42', '--udid', udid);
  expect(taps()).toBe(2);
  bed.appleTools.clearCommands();
  const stdin = 'tap --id email\ntype "c d"\n# done\n';
  expect((await bed.start('axe', ['batch', '--stdin', '--udid', udid], { stdin }).result).code).toBe(0);
  expect(bed.appleTools.commands()).toHaveLength(1);
  const { stdout } = await bed.run('axe', 'describe-ui', '--udid', udid);
  expect(stdout).toContain('"AXValue": "ac d"');
  await bed.run(
    'axe',
    'swipe',
    '--start-x',
    '200',
    '--start-y',
    '600',
    '--end-x',
    '200',
    '--end-y',
    '200',
    '--udid',
    udid,
  );
  expect(bed.phone.record.filter(({ kind }) => kind === 'swipe')).toHaveLength(1);
});

test.each([
  [['tap', '--udid', udid]],
  [['tap', '-x', 'a', '-y', '1', '--udid', udid]],
  [['describe-ui']],
  [['describe-ui', '--json', '--udid', udid]],
  [['slider', '--id', 'x', '--value', '2', '--udid', udid]],
  [['key', '300', '--udid', udid]],
  [['frob']],
])('%j is wrong use: 64', async (args) => {
  expect(await bed.run('axe', ...args)).toMatchObject({ code: 64, stdout: '' });
});

test('what fails while it runs ends with 1', async () => {
  expect((await bed.run('axe', 'tap', '--id', 'nobody', '--udid', udid)).code).toBe(1);
  expect((await bed.run('axe', 'describe-ui', '--udid', 'NOPE')).code).toBe(1);
});
