/** For each setting of a simulator: the commands that read it, set it and put it back. Pure. Source: [S13]. */
import { Fault } from '@mobile-debug/core/fault.ts';
import {
  badValue,
  flagOf,
  languageTagOf,
  parseScale,
  positionOf,
  type SettingInput,
} from '../../port/setting-values.ts';
import type { SettingName, SettingValue } from '../../port/settings.ts';

/** Arguments for simctl: the verb and what comes behind the UDID. */
export type Command = readonly string[];

export interface SettingPlan {
  /** What the value is to be, in the form of `show`. */
  readonly wanted: SettingValue;
  /** Null for what cannot be read. */
  readonly read: Command | null;
  /** `answer` is null when nothing was ever set. */
  show(answer: string | null): SettingValue;
  readonly set: readonly Command[];
  undo(answer: string | null): readonly Command[];
}

export interface SettingRequest {
  readonly value: SettingInput;
  /** Where the requested app keeps its defaults; null for the whole simulator. */
  readonly defaultsPath: string | null;
}

/** Dynamic Type: the body size in points of each category, of which `large` is the usual one. */
const bodyPoints: readonly (readonly [size: string, points: number])[] = [
  ['extra-small', 14],
  ['small', 15],
  ['medium', 16],
  ['large', 17],
  ['extra-large', 19],
  ['extra-extra-large', 21],
  ['extra-extra-extra-large', 23],
  ['accessibility-medium', 28],
  ['accessibility-large', 33],
  ['accessibility-extra-large', 40],
  ['accessibility-extra-extra-large', 47],
  ['accessibility-extra-extra-extra-large', 53],
];
const usualPoints = 17;

/** Why a setting has no plan, and what to do instead. */
const missing: Readonly<Record<string, readonly [why: string, instead: string]>> = {
  animations: [
    'simctl cannot switch animations off.',
    'Turn on Settings > Accessibility > Motion > Reduce Motion in the simulator.',
  ],
  network: [
    "A simulator uses this computer's network; only its status bar icons can be changed.",
    'Simulate the failure in the app, for example with another server address.',
  ],
  battery: [
    'A simulator has no battery; only its status bar icon can be changed.',
    'For screenshots, run `xcrun simctl status_bar UDID override --batteryLevel N`.',
  ],
};

type Planner = (request: SettingRequest) => SettingPlan;

const planners: Readonly<Partial<Record<SettingName, Planner>>> = {
  darkMode: ({ value }) => {
    const dark = flagOf('darkMode', value);
    return {
      wanted: dark,
      read: ['ui', 'appearance'],
      show: (answer) => (answer === 'dark' ? true : answer === 'light' ? false : null),
      set: [['ui', 'appearance', dark ? 'dark' : 'light']],
      undo: (answer) => (answer === 'dark' || answer === 'light' ? [['ui', 'appearance', answer]] : []),
    };
  },
  fontScale: ({ value }) => {
    const size = sizeOf(value);
    return {
      wanted: scaleOf(size),
      read: ['ui', 'content_size'],
      show: (answer) => (answer === null ? null : scaleOf(answer)),
      set: [['ui', 'content_size', size]],
      undo: (answer) => (scaleOf(answer ?? '') === null ? [] : [['ui', 'content_size', answer ?? '']]),
    };
  },
  location: ({ value }) => {
    const { text } = positionOf('location', value);
    return {
      wanted: text,
      read: null,
      show: () => null,
      set: [['location', 'set', text]],
      undo: () => [['location', 'clear']],
    };
  },
  locale: ({ value, defaultsPath }) => {
    const tag = languageTagOf('locale', value);
    const domain = defaultsPath ?? '.GlobalPreferences';
    const defaults = (verb: string, ...rest: readonly string[]): Command => [
      'spawn',
      'defaults',
      verb,
      domain,
      'AppleLanguages',
      ...rest,
    ];
    return {
      wanted: tag,
      read: defaults('read'),
      show: (answer) => languagesIn(answer)[0] ?? null,
      set: [defaults('write', '-array', tag)],
      undo: (answer) => {
        const before = languagesIn(answer);
        return [before.length > 0 ? defaults('write', '-array', ...before) : defaults('delete')];
      },
    };
  },
};

/** CAPABILITY_MISSING with the reason for what a simulator cannot do, INVALID_ARGUMENT for what cannot be. */
export function settingPlan(name: SettingName, request: SettingRequest): SettingPlan {
  const planner = planners[name];
  if (planner) return planner(request);
  const [why, instead] = missing[name] ?? ['', ''];
  throw new Fault('CAPABILITY_MISSING', `${name} cannot be changed on this device. ${why}`.trim(), {
    nextStep: instead,
  });
}

/** A category by its name, or the one that is nearest to a factor of the usual size. */
function sizeOf(value: SettingInput): string {
  const named = bodyPoints.find(([size]) => size === value)?.[0];
  if (named !== undefined) return named;
  const scale = parseScale(value, 4);
  if (scale === null)
    throw badValue('fontScale', value, `0.5 to 4, or one of ${bodyPoints.map(([size]) => size).join(', ')}`);
  const off = (points: number): number => Math.abs(points / usualPoints - scale);
  return bodyPoints.reduce((best, each) => (off(each[1]) < off(best[1]) ? each : best))[0];
}

function scaleOf(size: string): number | null {
  const points = bodyPoints.find(([each]) => each === size)?.[1];
  return points === undefined ? null : Math.round((points / usualPoints) * 100) / 100;
}

/** `(\n    "en-US",\n    de\n)` */
function languagesIn(answer: string | null): readonly string[] {
  return [...(answer ?? '').matchAll(/[A-Za-z]{2,3}(?:-[A-Za-z0-9]+)*/g)].map(([tag]) => tag);
}
