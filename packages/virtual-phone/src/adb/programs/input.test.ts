/** `input`: what reaches the phone, and what does not. */
import { expect, test } from 'vitest';
import { type Bed, startBed } from '../testing/bed.ts';
import { shell } from '../testing/raw-client.ts';

function delivered(bed: Bed): readonly (readonly [string, Readonly<Record<string, string | number>>])[] {
  return bed.phone.record.filter(({ kind }) => kind !== 'start').map(({ kind, detail }) => [kind, detail]);
}

test('taps, swipes, long presses and keys are injected once each', async () => {
  const bed = await startBed();
  await shell(
    bed,
    'input tap 10.5 20; input swipe 100 900 100 300 200; input swipe 50 60 50 60 800; input keyevent 4 KEYCODE_HOME; input touchscreen tap 1 2',
  );
  expect(delivered(bed)).toMatchObject([
    ['tap', { x: 10.5, y: 20 }],
    ['swipe', { x1: 100, y1: 900, x2: 100, y2: 300 }],
    ['long_press', { x: 50, y: 60 }],
    ['key', { code: 4 }],
    ['key', { code: 3 }],
    ['tap', { x: 1, y: 2 }],
  ]);
});

test("success prints nothing; bad arguments fail in the version's words and inject nothing", async () => {
  const bed = await startBed();
  expect(await shell(bed, 'input tap 1 2')).toEqual({ stdout: '', stderr: '', code: 0 });
  const before = bed.phone.record.length;
  expect(await shell(bed, 'input tap 1')).toMatchObject({
    code: 255,
    stderr: expect.stringContaining('Argument expected after "1"'),
  });
  expect(await shell(bed, 'input frob 1')).toMatchObject({ code: 255, stdout: 'Unknown command: frob\n' });
  expect(await shell(bed, "input text ''")).toMatchObject({ code: 255 });
  const old = await startBed({ version: '8' });
  expect((await shell(old, 'input tap 1')).stderr).toContain('Error: Invalid arguments for command: tap');
  expect((await shell(old, 'input keycombination 113 29')).stderr).toContain(
    'Error: Unknown command: keycombination',
  );
  expect(bed.phone.record).toHaveLength(before);
});

test('text: %s is a blank, old versions split words, non-ASCII dies in sendText', async () => {
  const bed = await startBed();
  await shell(bed, "input text 'a%sb&c%'");
  expect(delivered(bed)).toMatchObject([['text', { text: 'a b&c%' }]]);
  const failed = await shell(bed, "input text 'grün'");
  expect(failed.code).toBe(255);
  expect(failed.stderr).toContain('java.lang.NullPointerException');
  expect(failed.stderr).toContain('InputShellCommand.sendText');
  expect(delivered(bed)).toHaveLength(1);
  const old = await startBed({ version: '8' });
  expect((await shell(old, "input text 'a b'")).stderr).toContain('Invalid arguments for command: text');
});

test('the security toggle of some vendors refuses every injection', async () => {
  const bed = await startBed({}, { injectAllowed: false });
  const answer = await shell(bed, 'input tap 5 5');
  expect(answer.stderr).toContain('INJECT_EVENTS permission');
  expect(answer.code).toBe(255);
  expect(delivered(bed)).toEqual([]);
});

test('key combinations carry their meta state; motion events make a gesture', async () => {
  const bed = await startBed();
  await shell(
    bed,
    'input keycombination 113 29; input motionevent DOWN 300 900; input motionevent UP 300 200',
  );
  expect(delivered(bed)).toMatchObject([
    ['key', { code: 29, meta: 0x3000 }],
    ['swipe', { x1: 300, y1: 900, x2: 300, y2: 200 }],
  ]);
});
