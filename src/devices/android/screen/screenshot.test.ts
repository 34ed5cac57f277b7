/** Screenshots: noise around the PNG, the right display, doubts, orientation, and every kind of no picture. */

import { Fault } from '@mobile-debug/core/fault.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { cutPng } from '../../../host/image/png-cut.ts';
import { type Asked, frameText, markerIn, type Reply, scriptedAdb } from '../fixtures/scripted-adb.ts';
import { androidScreenshot } from './screenshot.ts';

const warning =
  '[Warning] Multiple displays were found, but no display id was specified! Defaulting to the first display found\n';
const surfaces =
  'Display 4619827677550801152 (HWC display 0): port=0 pnpId=GGL displayName="Common Panel"\n' +
  'Display 4619827677550801153 (HWC display 1): port=1 pnpId=GGL displayName="Common Panel"\n';
const stateLine = (id: string, state: string): string =>
  `  DisplayDeviceInfo{"Built-in Screen": uniqueId="local:${id}", 900 x 1800, modeId 1, state ${state}, FLAG_SECURE}\n`;

let photo: Buffer;
let black: Buffer;

beforeAll(async () => {
  const pixels = Buffer.alloc(90 * 180 * 3);
  for (let at = 0; at < pixels.length; at++) pixels[at] = (at * 7) % 251;
  photo = await sharp(pixels, { raw: { width: 90, height: 180, channels: 3 } })
    .png()
    .toBuffer();
  black = await sharp({ create: { width: 900, height: 1800, channels: 4, background: '#000000' } })
    .png()
    .toBuffer();
});

function shoot(
  answer: (asked: Asked) => Buffer | string,
  rest: (asked: Asked) => Reply = () => '',
  frame = frameText(),
) {
  const adb = scriptedAdb((asked) =>
    asked.line.includes('screencap')
      ? Buffer.concat([Buffer.from(`${frame}${markerIn(asked.line)}\n`), Buffer.from(answer(asked))])
      : rest(asked),
  );
  using op = Operation.start(5_000);
  return { adb, shot: androidScreenshot(adb, 34)(op) };
}

const faultOf = async (shot: Promise<unknown>): Promise<Fault> => {
  const error: unknown = await shot.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof Fault) return error;
  throw new Error(`no fault: ${String(error)}`);
};

describe('a screenshot', () => {
  it('is one command with the size that input takes', async () => {
    const { adb, shot } = shoot(() => photo);
    expect(await shot).toEqual({
      png: photo,
      width: 90,
      height: 180,
      inputSize: { width: 900, height: 1800 },
      warnings: [],
    });
    expect(adb.asked).toHaveLength(1);
    expect(adb.asked[0]).toMatchObject({ kind: 'exec' });
    expect(adb.asked[0]?.line).toMatch(/screencap -p$/);
  });

  it('drops what stands before the signature and after IEND', async () => {
    const noisy = Buffer.concat([
      Buffer.from('W/linker: unused DT entry\n'),
      photo,
      Buffer.from('\ntrailing IEND\n'),
    ]);
    const { shot } = shoot(() => noisy);
    expect(Buffer.from((await shot).png).equals(photo)).toBe(true);
  });

  it('falls back to the known size, turned, when the window manager tells none', async () => {
    const rotated = frameText()
      .replace(/cur=\S+/, '')
      .replace('ROTATION_0', 'ROTATION_90');
    const wide = await sharp(photo).rotate(90).png().toBuffer();
    const size = (): string => 'Physical size: 900x1800\n';
    expect((await shoot(() => wide, size, rotated).shot).inputSize).toEqual({
      width: 1800,
      height: 900,
    });
  });
});

describe('several displays (SHOT-02)', () => {
  const states = (first: string, second: string) => (): string =>
    surfaces + stateLine('4619827677550801152', first) + stateLine('4619827677550801153', second);

  it('takes the one that is on by its physical id', async () => {
    const { adb, shot } = shoot(
      ({ line }) =>
        line.endsWith('-d 4619827677550801153') ? photo : Buffer.concat([Buffer.from(warning), black]),
      states('OFF', 'ON'),
    );
    expect(await shot).toMatchObject({ width: 90, warnings: [] });
    expect(adb.asked).toHaveLength(3);
  });

  it('keeps the first picture when the first display is on', async () => {
    const { adb, shot } = shoot(() => Buffer.concat([Buffer.from(warning), photo]), states('ON', 'OFF'));
    expect((await shot).warnings).toEqual([]);
    expect(adb.asked).toHaveLength(2);
  });

  it('says so when none tells that it is on', async () => {
    const { shot } = shoot(
      () => Buffer.concat([Buffer.from(warning), photo]),
      () => surfaces,
    );
    expect((await shot).warnings.join()).toContain('Several displays');
  });
});

describe('doubts', () => {
  const secure = (title: string, flags: string): string =>
    `  Window #1 Window{7a3 u0 ${title}}:\n    package=com.example.bank appop=NONE\n    mAttrs={ty=1 fl=${flags}}\n    isReadyForDisplay()=true\n`;
  const bank = 'com.example.bank/.Pin';

  it.each([
    ['awake', 'mWakefulness=Awake\n', /single colour \(#000000\).*empty\. No window forbids pictures/],
    [
      'asleep',
      `mWakefulness=Asleep\n${secure(bank, 'SECURE')}`,
      /single colour \(#000000\).*the device is asleep/,
    ],
    [
      'a secure window is there',
      `mWakefulness=Awake\n${secure(bank, 'LAYOUT_IN_SCREEN SECURE SPLIT_TOUCH')}`,
      /single colour.*"com\.example\.bank\/\.Pin" of com\.example\.bank forbids pictures.*get_ui_tree/,
    ],
  ])('names a picture of a single colour while %s', async (_, state, words) => {
    const { adb, shot } = shoot(
      () => black,
      () => state,
    );
    expect((await shot).warnings).toEqual([expect.stringMatching(words)]);
    expect(adb.asked).toHaveLength(2);
  });

  it.each([
    [
      'the bars around a secure window are seen',
      secure(bank, 'SECURE'),
      [/mostly one colour \(#000000\).*forbids/],
    ],
    ['an empty dark page has no reason', secure(bank, 'FULLSCREEN'), []],
  ])('a picture that is mostly one colour: %s', async (_, windows, words) => {
    const bar = { create: { width: 900, height: 120, channels: 4, background: '#ffffff' } } as const;
    const withBar = await sharp(black)
      .composite([{ input: bar, top: 0, left: 0 }])
      .png()
      .toBuffer();
    const { shot } = shoot(
      () => withBar,
      () => `mWakefulness=Awake\n${windows}`,
    );
    expect((await shot).warnings).toEqual(words.map((each) => expect.stringMatching(each)));
  });

  it.each([
    ['ROTATION_90', [0, 1]],
    ['ROTATION_270', [1, 0]],
  ] as const)('turns a picture in the frame of the panel upright (SHOT-12): %s', async (rotation, [x, y]) => {
    // One red pixel at the panel's top left: turned with the content it lies bottom left or top right.
    const panel = Buffer.alloc(2 * 4 * 3, 200);
    panel.set([255, 0, 0]);
    const png = await sharp(panel, { raw: { width: 2, height: 4, channels: 3 } })
      .png()
      .toBuffer();
    const frame = frameText().replace('cur=900x1800', 'cur=1800x900').replace('ROTATION_0', rotation);
    const shot = await shoot(() => png, undefined, frame).shot;
    expect(shot).toMatchObject({ width: 4, height: 2, inputSize: { width: 1800, height: 900 } });
    const { data, info } = await sharp(shot.png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const at = (y * (info.height - 1) * info.width + x * (info.width - 1)) * info.channels;
    expect([...data.subarray(at, at + 3)]).toEqual([255, 0, 0]);
  });
});

describe('no picture (SHOT-04)', () => {
  it.each([
    ['no_data', '', 'without data'],
    ['no_data', '\n', 'without data'],
    ['refused', 'Capturing failed.\n', 'Capturing failed.'],
    ['refused', 'W/x: y\nError: failed to capture screen\n', 'Error: failed to capture screen'],
  ])('%s: %j', async (reason, output, words) => {
    const fault = await faultOf(shoot(() => output).shot);
    expect(fault.code).toBe('OBSERVATION_FAILED');
    expect(fault.message).toContain(words);
    expect(fault.details).toMatchObject({ reason });
  });

  it('tells an adb that ended before anything came from a device without a picture', async () => {
    const adb = scriptedAdb(() => '');
    using op = Operation.start(5_000);
    const fault = await faultOf(androidScreenshot(adb, 34)(op));
    expect(fault).toMatchObject({ code: 'DEVICE_UNAVAILABLE', retryable: true });
    expect(fault.nextStep).not.toContain('Wake');
  });

  it('refuses a picture that breaks off anywhere', async () => {
    for (let length = 8; length < photo.length; length += 997) {
      expect(cutPng(photo.subarray(0, length))).toBe('cut');
    }
    expect((await faultOf(shoot(() => photo.subarray(0, 500)).shot)).details).toMatchObject({
      reason: 'truncated',
    });
  });

  it('survives any bytes behind a signature', () => {
    let state = 7;
    for (let round = 0; round < 2_000; round++) {
      const bytes = Buffer.from(photo.subarray(0, 120));
      for (let edit = 0; edit < 4; edit++) {
        state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
        bytes[8 + (state % 112)] = state >>> 16;
      }
      expect(['cut', 'none']).toContain(cutPng(bytes));
    }
  });
});
