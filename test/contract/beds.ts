/**
 * The beds on which the contract must hold. `npm test` proves all of it on three of them and, on the other versions, what
 * differs by version; the rest of it runs there in the long project, and once through the real adb and Apple's executables.
 */
import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest';
import { adbPath } from '../../src/host/testing/private-adb.ts';
import { makeTestBed, type TestBed, type TestBedOptions } from '../harness.ts';

interface BedKind {
  readonly title: string;
  readonly options: TestBedOptions;
}

/** What a suite knows of the bed that it runs on. */
export interface BedScope {
  readonly bed: () => TestBed;
  readonly byHelper: boolean;
  readonly onIos: boolean;
  /** Whether readings tell which element has the focus. */
  readonly focusTold: boolean;
  /** The bed for what takes long and depends on nothing of the device. */
  readonly first: boolean;
  /** For tests of what is the same on every version of a platform; the others stand in `test`. */
  readonly same: TestMaker;
}

export type BedSuite = (scope: BedScope) => void;

const android = (version: '8' | '11' | '14' | '16', helper = false): BedKind => ({
  title: `Android ${version}${helper ? ' with the resident helper' : ''}`,
  options: { android: version, helper },
});

/** By the resident helper the answers must be the same; what they cost and the ways of typing are not. */
const wholeKinds = {
  android: [android('14')],
  helper: [android('14', true)],
  ios: [{ title: 'iOS 26', options: { ios: {} } }],
} as const;

const otherKinds = {
  android: [android('8'), android('11'), android('16')],
  helper: [android('11', true), android('16', true)],
  ios: [{ title: 'iOS 26 with an old companion', options: { ios: { companion: '1.1.8' } } }],
} as const;

/** Real other sides: what is answered through them is the same again. */
const realKinds = {
  android: [{ title: 'Android 14 by the real adb', options: { android: '14', through: 'adb' } }],
  ios: [{ title: "iOS 26 by Apple's executables", options: { ios: { executables: true } } }],
} as const;

type Screens = 'android' | 'every';

/** For `npm test`: all of it where it is new, and elsewhere what a version can change. */
export function onTiers(suite: BedSuite, screens: Screens = 'every', more: TestBedOptions = {}): void {
  const every = screens === 'every';
  run([...wholeKinds.android, ...(every ? [...wholeKinds.helper, ...wholeKinds.ios] : [])], suite, {
    whole: true,
    more,
  });
  run([...otherKinds.android, ...(every ? [...otherKinds.helper, ...otherKinds.ios] : [])], suite, {
    whole: false,
    more,
  });
}

/** For `npm run test:long`: all of it on all beds that `onTiers` leaves out. */
export function onOtherTiers(suite: BedSuite, screens: Screens = 'every', more: TestBedOptions = {}): void {
  const every = screens === 'every';
  const kinds = [...otherKinds.android, ...realKinds.android];
  run([...kinds, ...(every ? [...otherKinds.helper, ...otherKinds.ios, ...realKinds.ios] : [])], suite, {
    whole: true,
    more,
  });
}

interface RunOptions {
  readonly whole: boolean;
  readonly more: TestBedOptions;
}

function run(kinds: readonly BedKind[], suite: BedSuite, { whole, more }: RunOptions): void {
  for (const { title, options } of kinds) {
    const missing = options.through === 'adb' && adbPath === undefined;
    if (missing) console.warn('No adb program here: the suites by the real adb are skipped.');
    describe.skipIf(missing)(title, () => {
      suite({
        bed: oneBed({ ...options, ...more }),
        byHelper: options.helper === true,
        onIos: options.ios !== undefined,
        focusTold: options.ios?.companion === undefined,
        first: title === 'Android 14',
        same: whole ? test : nowhere,
      });
    });
  }
}

/** As much of `test` as suites of beds use. */
export interface TestMaker {
  (name: string, work: () => Promise<void>): void;
  each<Value>(
    rows: readonly (readonly [string, Value])[],
  ): (name: string, work: (title: string, value: Value) => Promise<void>) => void;
}

/** Makes no test, where `test.skip` would count one that runs elsewhere. */
export const nowhere: TestMaker = Object.assign(() => {}, { each: () => () => {} });

/** A bed shared by the tests around it; what the phone was asked is forgotten before each. */
export function oneBed(options: TestBedOptions = {}): () => TestBed {
  let made: TestBed | undefined;
  const bed = (): TestBed => {
    if (!made) throw new Error('The bed is not made yet.');
    return made;
  };
  beforeAll(async () => {
    made = await makeTestBed(options);
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
