/** `date`: the device's clock, which a fault may have moved. Time zone is always UTC (shown as GMT). */

import type { Phone } from '../../phone/phone-types.ts';
import { err, out, type Program, phoneOf } from '../shell/program.ts';

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

export function deviceEpochMs(phone: Phone): number {
  return phone.clock.epochMs() + phone.clockOffsetMs;
}

export const date: Program = {
  name: 'date',
  async run(_op, call) {
    const args = call.args.filter((arg) => arg !== '-u');
    const format = args.find((arg) => arg.startsWith('+'))?.slice(1);
    if (format === undefined && args.length > 0) {
      await err(call, 'date: cannot set date: Operation not permitted\n');
      return 1;
    }
    await out(call, `${formatTime(deviceEpochMs(phoneOf(call)), format ?? '%a %b %e %H:%M:%S %Z %Y')}\n`);
    return 0;
  },
};

export function formatTime(epochMs: number, format: string): string {
  const time = new Date(epochMs);
  const two = (value: number): string => String(value).padStart(2, '0');
  const fraction = epochMs - Math.floor(epochMs / 1000) * 1000;
  const values: Readonly<Record<string, () => string>> = {
    Y: () => String(time.getUTCFullYear()),
    y: () => two(time.getUTCFullYear() % 100),
    m: () => two(time.getUTCMonth() + 1),
    d: () => two(time.getUTCDate()),
    e: () => String(time.getUTCDate()).padStart(2),
    H: () => two(time.getUTCHours()),
    M: () => two(time.getUTCMinutes()),
    S: () => two(time.getUTCSeconds()),
    N: () => String(Math.floor(fraction * 1_000_000)).padStart(9, '0'),
    s: () => String(Math.floor(epochMs / 1000)),
    a: () => (days[time.getUTCDay()] ?? '').slice(0, 3),
    A: () => days[time.getUTCDay()] ?? '',
    b: () => (months[time.getUTCMonth()] ?? '').slice(0, 3),
    B: () => months[time.getUTCMonth()] ?? '',
    Z: () => 'GMT',
    z: () => '+0000',
    F: () => formatTime(epochMs, '%Y-%m-%d'),
    T: () => formatTime(epochMs, '%H:%M:%S'),
    n: () => '\n',
    t: () => '\t',
    '%': () => '%',
  };
  // toybox also takes a width in front of N (%3N for milliseconds).
  return format.replace(/%(\d?)(.)/gs, (token, width: string, letter: string) => {
    const value = values[letter]?.() ?? token;
    return letter === 'N' && width !== '' ? value.slice(0, Number(width)) : value;
  });
}
