import { Operation } from '@mobile-debug/core/operation.ts';
import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { DisplayGeometry } from '../ios-types.ts';
import { simctlFor } from '../simctl/simctl.ts';
import { type Answer, scripted } from '../testing/scripted-xcrun.ts';
import { iosScreenshot, simctlCapture } from './screenshot.ts';

/** 12 by 24 pixels, blue, with a red upper left corner of the upright device. */
async function panel(): Promise<Buffer> {
  const blue = { r: 0, g: 0, b: 255 };
  const corner = await sharp({
    create: { width: 4, height: 4, channels: 3, background: { r: 255, g: 0, b: 0 } },
  })
    .png()
    .toBuffer();
  return await sharp({ create: { width: 12, height: 24, channels: 3, background: blue } })
    .composite([{ input: corner, left: 0, top: 0 }])
    .png()
    .toBuffer();
}

async function shoot(answers: Answer[], geometry: DisplayGeometry | null, deviceType: string | null = null) {
  using op = Operation.start(10_000);
  const { xcrun, calls } = scripted(answers);
  const capture = simctlCapture(simctlFor('U', xcrun));
  const shot = await iosScreenshot({ capture, geometry: async () => geometry, deviceType })(op);
  return { shot, calls };
}

async function redCorner(png: Uint8Array): Promise<string> {
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
  const isRed = (x: number, y: number) => (data[(y * info.width + x) * info.channels] ?? 0) > 200;
  const [right, bottom] = [info.width - 1, info.height - 1];
  if (isRed(0, 0)) return 'upper left';
  if (isRed(right, 0)) return 'upper right';
  return isRed(0, bottom) ? 'lower left' : isRed(right, bottom) ? 'lower right' : 'none';
}

it('captures without alpha, to standard output, and measures input in points', async () => {
  const png = await panel();
  const chatter =
    'Detected file type from extension: PNG\nNote: No display specified. Defaulting to display: LCD\n';
  const answer = { stdout: png, stderr: chatter };
  const { shot, calls } = await shoot([answer], { width: 4, height: 8, rotation: 0 });
  expect(calls).toEqual([['simctl', 'io', 'U', 'screenshot', '--type=png', '--mask=black', '-']]);
  expect(shot).toMatchObject({ width: 12, height: 24, inputSize: { width: 4, height: 8 }, warnings: [] });
});

it.each([
  [90, { width: 8, height: 4 }, 'lower left'],
  [270, { width: 8, height: 4 }, 'upper right'],
  [180, { width: 4, height: 8 }, 'lower right'],
] as const)('turns the panel of an interface at %s upright', async (rotation, size, corner) => {
  const { shot } = await shoot([{ stdout: await panel() }], { ...size, rotation });
  expect([shot.width > shot.height, await redCorner(shot.png)]).toEqual([size.width > size.height, corner]);
});

it.each([
  ['com.apple.CoreSimulator.SimDeviceType.iPad-Air', 6],
  ['com.apple.CoreSimulator.SimDeviceType.iPhone-SE-3rd-generation', 6],
  ['com.apple.CoreSimulator.SimDeviceType.iPhone-17', 4],
  [null, 4],
])('guesses the points of %s and says so', async (deviceType, width) => {
  const { shot } = await shoot([{ stdout: await panel() }], null, deviceType);
  expect(shot.inputSize.width).toBe(width);
  expect(shot.warnings[0]).toContain('estimated');
});

it('waits for a display that is not up yet', async () => {
  const clock = new ManualClock();
  using op = Operation.start(60_000, { clock });
  const late: Answer = { exitCode: 60, stderr: 'Timeout waiting for screen surfaces' };
  const { xcrun, calls } = scripted([late, late, { stdout: 'png' }]);
  const captured = simctlCapture(simctlFor('U', xcrun))(op);
  for (let step = 0; step < 30; step++) await clock.advance(100);
  expect((await captured).toString()).toBe('png');
  expect(calls.length).toBe(3);
});

it.each([
  ['no_data', Buffer.from('nothing')],
  ['truncated', null],
])('says that a picture is %s', async (reason, bytes) => {
  const stdout = bytes ?? (await panel()).subarray(0, 60);
  await expect(shoot([{ stdout }], null)).rejects.toMatchObject({
    code: 'OBSERVATION_FAILED',
    details: { reason },
  });
});
