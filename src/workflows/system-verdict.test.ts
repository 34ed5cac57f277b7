import { expect, it } from 'vitest';
import { summaryOf } from './system-summary.ts';
import type { Facts, Listed } from './system-verdict.ts';

const none: Listed = { devices: [], problem: 'xcrun was not found.', fix: null };
const linux: Facts = {
  os: 'linux',
  tools: [],
  android: none,
  ios: none,
  gradle: {
    valid: false,
    javaHome: null,
    filesChecked: [],
    problems: [],
    fixes: [],
  },
};

it('says that a computer without a Mac has no iOS', () => {
  expect(summaryOf(linux).ios).toMatchObject({ ready: false, blockers: ['Not macOS.'] });
});

it('believes an iPhone that is ready, also where no Mac is: a virtual one', () => {
  const id = 'virtual-ios-1';
  const ready = {
    platform: 'ios',
    id,
    state: 'ready',
    model: null,
    osVersion: null,
    simulator: true,
    virtual: true,
  } as const;
  const { ios, overall } = summaryOf({ ...linux, ios: { devices: [ready], problem: null, fix: null } });
  expect([ios.ready, ios.summary, overall.ready]).toEqual([true, '1 iOS device(s) ready.', true]);
});
