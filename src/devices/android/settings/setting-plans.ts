/**
 * For each setting: the commands that read it, set it and put it back, and how its value reads. Pure.
 * Sources: [A7] and [A16].
 */
import { Fault } from '@mobile-debug/core/fault.ts';
import type { DeviceInfo } from '../../port/device.ts';
import {
  badValue,
  flagOf,
  languageTagOf,
  orientations,
  parseScale,
  positionOf,
  type SettingInput,
} from '../../port/setting-values.ts';
import type { SettingName, SettingValue } from '../../port/settings.ts';
import { quoteArg } from '../adb/quote.ts';
import { getSetting, needSdk, putSetting } from './setting-commands.ts';

export interface SettingPlan {
  /** What the value is to be, in the form of `show`. */
  readonly wanted: SettingValue;
  /** Empty for what cannot be read. */
  readonly reads: readonly string[];
  show(answers: readonly string[]): SettingValue;
  set(before: readonly string[]): readonly string[];
  undo(before: readonly string[]): readonly string[];
}

export interface SettingRequest {
  readonly value: SettingInput;
  readonly appId: string | undefined;
  readonly sdk: number;
  readonly info: DeviceInfo;
}

/** By quarter turns. */
const rotations: readonly string[] = orientations;
const scales = ['window_animation_scale', 'transition_animation_scale', 'animator_duration_scale'];

export const settingPlans: Readonly<Record<SettingName, (request: SettingRequest) => SettingPlan>> = {
  rotation: ({ value }) => {
    const name = String(value);
    const auto = name === 'auto';
    const quarters = rotations.indexOf(name);
    if (!auto && quarters === -1) throw badValue('rotation', value, `auto, ${rotations.join(', ')}`);
    const put = (sensor: string, rotation: string): string[] => [
      putSetting('system', 'accelerometer_rotation', sensor),
      putSetting('system', 'user_rotation', rotation),
    ];
    return {
      wanted: name,
      reads: [getSetting('system', 'accelerometer_rotation'), getSetting('system', 'user_rotation')],
      show: ([sensor, rotation]) => (sensor === '1' ? 'auto' : (rotations[Number(rotation)] ?? null)),
      set: ([, rotation = '0']) => (auto ? put('1', rotation) : put('0', String(quarters))),
      undo: ([sensor = 'null', rotation = 'null']) => put(sensor, rotation),
    };
  },
  // As the commands of settings print it [A16].
  darkMode: ({ value, sdk }) => {
    needSdk('darkMode', sdk, 29);
    const word = flagOf('darkMode', value) ? 'yes' : 'no';
    const current = (answers: readonly string[]): string =>
      /Night mode: (\w+)/.exec(answers[0] ?? '')?.[1] ?? 'no';
    return {
      wanted: word === 'yes',
      reads: ['cmd uimode night'],
      show: (answers) => current(answers) === 'yes',
      set: () => [`cmd uimode night ${word}`],
      undo: (answers) => [`cmd uimode night ${current(answers)}`],
    };
  },
  fontScale: ({ value }) => {
    const scale = parseScale(value, 3);
    if (scale === null) throw badValue('fontScale', value, '0.5 to 3');
    return {
      wanted: scale,
      reads: [getSetting('system', 'font_scale')],
      show: ([now]) => (now === undefined || now === 'null' ? null : Number(now)),
      set: () => [putSetting('system', 'font_scale', String(scale))],
      undo: ([before = 'null']) => [putSetting('system', 'font_scale', before)],
    };
  },
  locale: ({ value, appId, sdk }) => {
    needSdk('locale', sdk, 33);
    if (appId === undefined) {
      throw new Fault(
        'INVALID_ARGUMENT',
        'locale needs appId: on Android the shell can only change the language of an app.',
      );
    }
    const locale = languageTagOf('locale', value);
    const current = ([words = '']: readonly string[]): string => /\[([^\]]*)\]/.exec(words)?.[1] ?? '';
    const set = (tag: string): string =>
      `cmd locale set-app-locales ${appId} --user 0 --locales ${quoteArg(tag)}`;
    return {
      wanted: locale,
      reads: [`cmd locale get-app-locales ${appId} --user 0`],
      show: (answers) => current(answers) || null,
      set: () => [set(locale)],
      undo: (answers) => [set(current(answers))],
    };
  },
  animations: ({ value }) => {
    const on = flagOf('animations', value);
    return {
      wanted: on,
      reads: scales.map((name) => getSetting('global', name)),
      show: (answers) => answers.some((scale) => Number(scale === 'null' ? '1' : scale) > 0),
      set: () => scales.map((name) => putSetting('global', name, on ? '1' : '0')),
      undo: (before) => scales.map((name, at) => putSetting('global', name, before[at] ?? 'null')),
    };
  },
  location: ({ value, sdk }) => {
    needSdk('location', sdk, 31);
    const { latitude, longitude, text } = positionOf('location', value);
    const provider = 'cmd location providers';
    return {
      wanted: text,
      reads: [],
      show: () => null,
      set: () => [
        'cmd appops set com.android.shell android:mock_location allow',
        `${provider} add-test-provider gps`,
        `${provider} set-test-provider-enabled gps true`,
        `${provider} set-test-provider-location gps --location ${latitude},${longitude}`,
      ],
      undo: () => [`${provider} remove-test-provider gps`],
    };
  },
  // As the commands of settings print it [A16].
  network: ({ value, info }) => {
    const on = flagOf('network', value);
    if (!on && /^(?!127\.|localhost)[\w.-]+:\d+$/.test(info.id)) {
      throw new Fault(
        'CAPABILITY_MISSING',
        `${info.id} is connected over the network; changing this would disconnect it from this server.`,
        {
          nextStep: 'Connect it by cable first.',
        },
      );
    }
    const put = (wifi: boolean, data: boolean): string[] => [
      `svc wifi ${wifi ? 'enable' : 'disable'}`,
      `svc data ${data ? 'enable' : 'disable'}`,
    ];
    return {
      wanted: on,
      reads: [getSetting('global', 'wifi_on'), getSetting('global', 'mobile_data')],
      // 2 is "on in airplane mode".
      show: ([wifi, data]) => Number(wifi) > 0 || data === '1',
      set: () => put(on, on),
      undo: ([wifi, data]) => put(Number(wifi) > 0, data === '1'),
    };
  },
  // As dumpsys prints it [A7].
  battery: ({ value }) => {
    const level = Number(value);
    if (!(Number.isInteger(level) && level >= 0 && level <= 100))
      throw badValue('battery', value, '0 to 100');
    return {
      wanted: level,
      reads: ['dumpsys battery'],
      show: ([words = '']) => {
        const found = /^\s*level: (\d+)/m.exec(words)?.[1];
        return found === undefined ? null : Number(found);
      },
      set: () => ['dumpsys battery unplug', `dumpsys battery set level ${level}`],
      undo: () => ['dumpsys battery reset'],
    };
  },
};
