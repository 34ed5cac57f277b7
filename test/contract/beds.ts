/** The beds on which the contract must hold: Android versions by the phone's own adb endpoint, and one by the real adb. */
import { afterAll, beforeAll, beforeEach, describe } from 'vitest';
import { adbPath } from '../../src/host/testing/private-adb.ts';
import { type Bed, type BedOptions, makeBed } from '../harness.ts';

interface BedKind {
  readonly title: string;
  readonly options: BedOptions;
}

const kinds: readonly BedKind[] = [
  ...(['8', '11', '14', '16'] as const).map((android) => ({
    title: `Android ${android}`,
    options: { android },
  })),
  { title: 'Android 14 by the real adb', options: { android: '14', through: 'adb' } },
];

/** By the resident helper: the answers must be the same, the commands that they cost and the ways of typing are not. */
const helperKinds: readonly BedKind[] = (['11', '14', '16'] as const).map((android) => ({
  title: `Android ${android} with the resident helper`,
  options: { android, helper: true },
}));

/** iPhones behind Apple's tools, with both families of the companion. */
const iosKinds: readonly BedKind[] = [
  { title: 'iOS 26', options: { ios: {} } },
  { title: 'iOS 26 with an old companion', options: { ios: { companion: '1.1.8' } } },
];

if (adbPath === undefined) console.warn('No adb program here: the suites by the real adb are skipped.');

/** The same tests on every bed; one bed per kind, made before its first test. */
export function onEveryBed(suite: (bed: () => Bed, title: string) => void, more: BedOptions = {}): void {
  for (const { title, options } of kinds) {
    describe.skipIf(options.through === 'adb' && adbPath === undefined)(title, () => {
      suite(oneBed({ ...options, ...more }), title);
    });
  }
}

/** As `onEveryBed`, on iOS too, and on beds whose screen and input go by the resident helper. */
export function onEveryTier(suite: (bed: () => Bed, title: string) => void): void {
  onEveryBed(suite);
  for (const { title, options } of [...helperKinds, ...iosKinds])
    describe(title, () => suite(oneBed(options), title));
}

/** A bed shared by the tests around it; what the phone was asked is forgotten before each. */
export function oneBed(options: BedOptions = {}): () => Bed {
  let made: Bed | undefined;
  const bed = (): Bed => {
    if (!made) throw new Error('The bed is not made yet.');
    return made;
  };
  beforeAll(async () => {
    made = await makeBed(options);
  });
  beforeEach(() => {
    bed().wire.clearFaults();
    bed().wire.clear();
  });
  afterAll(async () => {
    await made?.close();
  });
  return bed;
}
