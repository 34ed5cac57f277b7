/** `simctl status_bar` and `simctl ui`: what the system shows around an app, and how. */
import type { Simulator } from '../simulator.ts';
import { flagsOf, refuse, runningDeviceOf, say, type Verb } from './call.ts';

/** The words that an override takes, in the order of their numbers; null for free text or a number up to `most`. */
const overrides: Readonly<Record<string, readonly string[] | number | null>> = {
  '--time': null,
  '--dataNetwork': ['hide', 'wifi', '3g', '4g', 'lte', 'lte-a', 'lte+', '5g', '5g+', '5g-uwb', '5g-uc'],
  '--wifiMode': ['notSupported', 'searching', 'failed', 'active'],
  '--wifiBars': 3,
  '--cellularMode': ['notSupported', 'searching', 'failed', 'active'],
  '--cellularBars': 4,
  '--operatorName': null,
  '--batteryState': ['discharging', 'charging', 'charged'],
  '--batteryLevel': 100,
};

const statusBar: Verb = {
  name: 'status_bar',
  usage: 'status_bar <device> [list | clear | override <override arguments>]',
  run(call) {
    const flags = flagsOf(call, { valued: Object.keys(overrides) }, 2, 2);
    if (typeof flags === 'number') return flags;
    const device = runningDeviceOf(call, flags.operands[0]);
    if (typeof device === 'number') return device;
    const { statusBar: bar } = device.memory;
    switch (flags.operands[1]) {
      case 'clear':
        bar.clear();
        return 0;
      case 'list':
        say(call, barText(bar));
        return 0;
      case 'override':
        if (flags.all.length === 0) return refuse(call, 'Missing override.');
        for (const [flag, value] of flags.all) {
          const may = overrides[flag] ?? null;
          const known = Array.isArray(may) ? may.includes(value) : may === null || fits(value, Number(may));
          if (!known || (flag === '--wifiMode' && value === 'notSupported'))
            return refuse(call, `Invalid value for ${flag}: ${value}`);
        }
        for (const [flag, value] of flags.all) bar.set(flag.slice(2), value);
        return 0;
      default:
        return refuse(call, `Invalid operation: ${flags.operands[1]}`);
    }
  },
};

function fits(value: string, most: number): boolean {
  return /^\d+$/.test(value) && Number(value) <= most;
}

function barText(bar: ReadonlyMap<string, string>): string {
  const number = (name: string): number => {
    const words = overrides[`--${name}`];
    const value = bar.get(name) ?? '0';
    return Array.isArray(words) ? words.indexOf(value) : Number(value);
  };
  const has = (...names: readonly string[]): boolean => names.some((name) => bar.has(name));
  const lines = ['Current Status Bar Overrides:', '============================='];
  if (has('time')) lines.push(`Time: ${bar.get('time')}`);
  if (has('dataNetwork')) lines.push(`DataNetworkType: ${number('dataNetwork')}`);
  if (has('wifiMode', 'wifiBars'))
    lines.push(`WiFi Mode: ${number('wifiMode')}, WiFi Bars: ${number('wifiBars')}`);
  if (has('cellularMode', 'cellularBars'))
    lines.push(`Cell Mode: ${number('cellularMode')}, Cell Bars: ${number('cellularBars')}`);
  if (has('operatorName')) lines.push(`Operator Name: ${bar.get('operatorName')}`);
  if (has('batteryState', 'batteryLevel'))
    lines.push(
      `Battery State: ${number('batteryState')}, Battery Level: ${number('batteryLevel')}, Not Charging: 0`,
    );
  return `${lines.join('\n')}\n`;
}

const sizes = [
  'extra-small',
  'small',
  'medium',
  'large',
  'extra-large',
  'extra-extra-large',
  'extra-extra-extra-large',
  'accessibility-medium',
  'accessibility-large',
  'accessibility-extra-large',
  'accessibility-extra-extra-large',
  'accessibility-extra-extra-extra-large',
];

const ui: Verb = {
  name: 'ui',
  usage: 'ui <device> <option> [<arguments>]',
  run(call) {
    const flags = flagsOf(call, {}, 2, 3);
    if (typeof flags === 'number') return flags;
    const [name, option = '', value] = flags.operands;
    const device = runningDeviceOf(call, name);
    if (typeof device === 'number') return device;
    const { memory } = device;
    if (option === 'appearance') {
      if (value === undefined) say(call, `${memory.appearance}\n`);
      else if (value === 'light' || value === 'dark') setAppearance(device, value);
      else return refuse(call, `Invalid appearance: ${value}`);
    } else if (option === 'increase_contrast') {
      if (value === undefined) say(call, `${memory.increaseContrast}\n`);
      else if (value === 'enabled' || value === 'disabled') memory.increaseContrast = value;
      else return refuse(call, `Invalid value: ${value}`);
    } else if (option === 'content_size') {
      if (value === undefined) say(call, `${memory.contentSize}\n`);
      else if (!setSize(device, value)) return refuse(call, `Invalid content size: ${value}`);
    } else return refuse(call, `Invalid option: ${option}`);
    return 0;
  },
};

function setAppearance(device: Simulator, value: 'light' | 'dark'): void {
  device.memory.appearance = value;
  device.phone.settings.put('secure', 'ui_night_mode', value === 'dark' ? '1' : '0');
}

function setSize(device: Simulator, value: string): boolean {
  const now = sizes.indexOf(device.memory.contentSize);
  const step = new Map([
    ['increment', now + 1],
    ['decrement', now - 1],
  ]).get(value);
  const next = step === undefined ? sizes.indexOf(value) : Math.min(Math.max(step, 0), sizes.length - 1);
  device.memory.contentSize = sizes[next] ?? device.memory.contentSize;
  return next >= 0;
}

export const appearanceVerbs: readonly Verb[] = [statusBar, ui];
