/** A platform that cannot be listed is told beside what the others have; an empty list never stands for an error. */
import { Fault } from '@mobile-debug/core/fault.ts';
import { Operation, systemClock } from '@mobile-debug/core/operation.ts';
import { describe, expect, it } from 'vitest';
import type { DeviceInfo, DeviceSource, Platform } from '../devices/port/device.ts';
import { unlistedToWire } from './device-survey.ts';
import { SessionPool } from './session-pool.ts';

const license = new Fault('TOOL_NOT_FOUND', 'The Xcode licence is not accepted.', {
  reason: 'license',
  nextStep: 'Run sudo xcodebuild -license accept.',
});
const noAdb = new Fault('TOOL_NOT_FOUND', 'adb is not installed.', { nextStep: 'Install it.' });
const unreachable = new Fault('DEVICE_UNAVAILABLE', 'No adb server answers at 127.0.0.1:1.');

const phone = (platform: Platform): DeviceInfo => ({
  id: `${platform}-1`,
  platform,
  osVersion: '1',
  model: null,
  simulator: false,
  virtual: false,
  state: 'ready',
});

type Lists = Fault | Error | readonly DeviceInfo[] | 'hang';

function source(platform: Platform, list: Lists, left: Fault | null = null): DeviceSource {
  return {
    platform,
    async list(op) {
      if (list === 'hang') return await op.race(new Promise<never>(() => {}));
      if (list instanceof Error) throw list;
      return list;
    },
    partial: () => left,
    open: async () => await Promise.reject(new Error('not asked')),
    generation: () => null,
    presence: () => null,
    close: async () => {},
  };
}

async function survey(android: Lists, ios: Lists, left: Fault | null = null) {
  const pool = new SessionPool([source('android', android), source('ios', ios, left)], systemClock);
  using op = Operation.start(400);
  const { devices, unlisted } = await pool.survey(op);
  return { ids: devices.map(({ id }) => id), problems: unlisted.map(unlistedToWire) };
}

describe('two platforms', () => {
  it.each<[string, Lists, Lists, readonly string[], readonly string[]]>([
    ['both listed', [phone('android')], [phone('ios')], ['android-1', 'ios-1'], []],
    ['a licence', [phone('android')], license, ['android-1'], ['ios TOOL_NOT_FOUND']],
    ['adb unreachable', unreachable, [phone('ios')], ['ios-1'], ['android DEVICE_UNAVAILABLE']],
    ['nothing there, and one that failed', [], license, [], ['ios TOOL_NOT_FOUND']],
    ['one that hangs', [phone('android')], 'hang', ['android-1'], ['ios TIMEOUT']],
    ['nothing at all', [], [], [], []],
  ])('%s', async (_, android, ios, ids, told) => {
    const found = await survey(android, ios);
    expect(found.ids).toEqual(ids);
    expect(found.problems.map(({ platform, code }) => `${platform} ${code}`)).toEqual(told);
    for (const { problem, fix } of found.problems) expect([problem, fix]).not.toContain('');
  });

  it('a part that is missing is told too', async () => {
    expect(await survey([], [phone('ios')], license)).toEqual({
      ids: ['ios-1'],
      problems: [
        {
          platform: 'ios',
          code: 'TOOL_NOT_FOUND',
          problem: license.message,
          fix: license.nextStep,
          retryable: false,
        },
      ],
    });
  });

  it('when none can be listed the fault tells of both, the telling one first', async () => {
    await expect(survey(noAdb, license)).rejects.toMatchObject({
      code: 'TOOL_NOT_FOUND',
      reason: 'license',
      nextStep: license.nextStep,
      message: expect.stringMatching(/android: adb is not installed\. ios: The Xcode licence/),
      details: { platforms: [{ platform: 'android' }, { platform: 'ios' }] },
    });
  });

  it('what this kind of computer cannot have is no news, unless nothing else can be listed either', async () => {
    const noXcode = new Fault('TOOL_NOT_FOUND', 'xcrun was not found.');
    const elsewhere = { ...source('ios', noXcode), elsewhere: true };
    using op = Operation.start(1_000);
    const listed = new SessionPool([source('android', []), elsewhere], systemClock);
    expect(await listed.survey(op)).toEqual({ devices: [], unlisted: [] });
    await expect(listed.survey(op, 'ios')).rejects.toBe(noXcode);
    const neither = new SessionPool([source('android', noAdb), elsewhere], systemClock);
    await expect(neither.survey(op)).rejects.toMatchObject({
      message: expect.stringMatching(/adb is not installed.*xcrun was not found/),
    });
    const broken = { ...source('ios', license), elsewhere: true };
    const told = await new SessionPool([source('android', []), broken], systemClock).survey(op);
    expect(told.unlisted).toMatchObject([{ platform: 'ios', fault: { reason: 'license' } }]);
  });

  it('a bug is no problem of a platform', async () => {
    await expect(survey([phone('android')], new Error('a bug'))).rejects.toThrow('a bug');
  });
});
