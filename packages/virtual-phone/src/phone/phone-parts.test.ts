/** The smaller parts that the servers read: log, files, settings, profiles. */

import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import { describe, expect, test } from 'vitest';
import { view } from '../testing/probe.ts';
import { createPhone } from './phone.ts';
import { timingProfiles } from './timing.ts';
import { androidVersions } from './versions.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('the log', () => {
  test('splits lines, tells listeners, follows the phone clock', () => {
    const phone = createPhone({ clock: new ManualClock(1_000_000) });
    phone.log.clear();
    phone.clockOffsetMs = 5_000;
    const heard: string[] = [];
    const stop = phone.log.subscribe(({ message }) => heard.push(message));
    phone.log.append({ uid: 1, pid: 2, tid: 3, priority: 'I', tag: 'T', message: 'a\nb', buffer: 'main' });
    stop();
    phone.log.append({ uid: 1, pid: 2, tid: 3, priority: 'I', tag: 'T', message: 'c', buffer: 'main' });
    expect(heard).toEqual(['a', 'b']);
    // Lines of one message have one time, which no other message has.
    expect(phone.log.lines().map(({ message, epochMs }) => [message, epochMs])).toEqual([
      ['a', 1_005_000],
      ['b', 1_005_000],
      ['c', 1_005_000.001],
    ]);
  });
});

describe('files', () => {
  const phone = createPhone({ clock: new ManualClock() });

  test.each([
    ['/sdcard/window_dump.xml', true],
    ['/storage/emulated/0/Download/a.txt', true],
    ['/data/local/tmp/x', true],
    ['/data/data/secret', false],
    ['/system/bin/sh', false],
    ['/sdcard/nowhere/x', false],
    ['/sdcard/Download', false],
  ])('writing %s: %s', (path, allowed) => {
    expect(phone.files.write(path, bytes('hi'))).toBe(allowed);
  });

  test('links name the same file', () => {
    phone.files.write('/sdcard/one', bytes('1'));
    expect(phone.files.read('/storage/emulated/0/one')).toEqual(bytes('1'));
    expect(phone.files.list('/sdcard/')).toContain('one');
    expect(phone.files.stat('/sdcard/one')).toMatchObject({ size: 1, directory: false });
    expect(phone.files.remove('/sdcard/one')).toBe(true);
    expect([
      phone.files.read('/sdcard/one'),
      phone.files.list('/nowhere'),
      phone.files.stat('/nowhere'),
    ]).toEqual([null, null, null]);
  });
});

describe('settings', () => {
  test('are read, written, deleted, and shown by the settings app', () => {
    const phone = createPhone({ clock: new ManualClock() });
    expect(phone.settings.get('global', 'window_animation_scale')).toBe('1.0');
    phone.settings.put('global', 'window_animation_scale', '0');
    expect(phone.settings.list('global').get('window_animation_scale')).toBe('0');
    phone.settings.delete('global', 'window_animation_scale');
    expect(phone.settings.get('global', 'window_animation_scale')).toBeNull();
  });
});

describe('switches', () => {
  test.each([
    ['8', { text: 'ON' }],
    ['14', { text: '', stateDescription: 'ON' }],
  ] as const)('tell their state as Android %s does', (version, expected) => {
    const phone = createPhone({ clock: new ManualClock(), version });
    phone.start('com.android.settings', '.NetworkActivity');
    expect(view(phone, 'wifi_switch')).toMatchObject({ checked: true, ...expected });
  });
});

describe('profiles', () => {
  test.each(Object.entries(androidVersions))(
    'Android %s names itself and says that it is virtual',
    (_, version) => {
      expect(version.properties).toMatchObject({
        'ro.build.version.release': version.release,
        'ro.build.version.sdk': String(version.sdk),
        'ro.boot.mobile_debug_virtual': '1',
        'sys.boot_completed': '1',
      });
      expect(version.features).toContain('shell_v2');
      expect(version.features.includes('abb_exec')).toBe(version.sdk >= 30);
    },
  );

  test('a dump on the emulator takes two seconds, half of them idle', () => {
    const { jvmStartMs, dumpIdleMs, dumpMs } = timingProfiles.emulator;
    expect([jvmStartMs + dumpIdleMs + dumpMs, dumpIdleMs]).toEqual([2_000, 1_000]);
    expect(
      Object.values(timingProfiles.instant).filter((value) => typeof value === 'number' && value > 0),
    ).toEqual([]);
  });
});
