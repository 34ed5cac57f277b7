/** Texts of dumpsys in the spellings of several releases, and screencap's bytes. */
import { Operation } from '@mobile-debug/core/operation.ts';
import { describe, expect, it } from 'vitest';
import { scriptedAdb } from '../../src/devices/android/fixtures/scripted-adb.ts';
import { parseActivityTop } from '../../src/devices/android/screen/activity-top.ts';
import { parseDisplays } from '../../src/devices/android/screen/displays.ts';
import { parseForeground } from '../../src/devices/android/screen/foreground.ts';
import { explainFailure } from '../../src/devices/android/screen/screen-dump.ts';
import {
  displayThatIsOn,
  warnsOfSeveralDisplays,
} from '../../src/devices/android/screen/screencap-displays.ts';
import { settingPlans } from '../../src/devices/android/settings/setting-plans.ts';
import { cutPng } from '../../src/host/image/png-cut.ts';
import type { RawNode } from '../../src/ui/raw-screen.ts';
import { recorded, recordedBytes } from './recorded.ts';

const kettle = { appId: 'org.example.kettle', activity: 'org.example.kettle.CupActivity' };

describe('what is in front', () => {
  it.each([
    ['window-windows-7', { ...kettle, focusedWindow: 'PopupWindow:9d2c11' }],
    ['activity-activities-7', { ...kettle, focusedWindow: null }],
    ['window-displays-10', { ...kettle, focusedWindow: null }],
    [
      'window-displays-12-popup',
      {
        appId: 'org.example.urn',
        activity: 'org.example.urn.TapActivity',
        focusedWindow: 'Application Not Responding: org.example.urn',
      },
    ],
    ['activity-activities-13', { ...kettle, focusedWindow: null }],
    [
      'window-displays-14-secondary',
      {
        appId: 'com.android.permissioncontroller',
        activity: 'com.android.permissioncontroller.permission.ui.GrantPermissionsActivity',
        focusedWindow: null,
      },
    ],
    [
      'window-displays-16',
      {
        appId: 'org.example.kettle',
        activity: 'org.example.kettle.MainActivity',
        focusedWindow: 'NotificationShade',
      },
    ],
    [
      'activity-activities-16',
      { appId: 'org.example.kettle', activity: 'org.example.kettle.ui.Main', focusedWindow: null },
    ],
  ])('%s', (name, foreground) => {
    expect(parseForeground(recorded(`dumpsys/${name}.txt`))).toEqual(foreground);
  });
});

describe('the display', () => {
  it.each([
    ['window-displays-10', 2280, 1080, 90],
    ['window-displays-12-popup', 1080, 2316, 0],
    ['window-displays-14-secondary', 1080, 2400, 180],
    ['window-displays-16', 1280, 2856, 270],
  ])('%s: %i x %i, rotation %i', (name, width, height, rotation) => {
    expect(parseDisplays(recorded(`dumpsys/${name}.txt`))).toEqual({ size: { width, height }, rotation });
  });

  it('the inner screen of a foldable is the one that is on', () => {
    expect(displayThatIsOn(recorded('dumpsys/surfaceflinger-and-display-foldable.txt'))).toEqual({
      id: '4619827551948147201',
      listIndex: 1,
    });
  });
});

it('the level of the battery', () => {
  const info = {
    id: 'x',
    platform: 'android',
    osVersion: '14',
    model: null,
    simulator: false,
    virtual: false,
    state: 'ready',
  } as const;
  const plan = settingPlans.battery({ value: 20, appId: undefined, sdk: 34, info });
  expect(plan.show([recorded('dumpsys/battery-14.txt')])).toBe(64);
});

it('a device asleep explains why no window has a root', async () => {
  using op = Operation.start(5_000);
  const adb = scriptedAdb(() => recorded('dumpsys/power-asleep-14.txt'));
  const fault = await explainFailure(op, adb, { why: 'null_root', line: '', tried: [] });
  expect(`${fault.message} ${fault.nextStep}`).toMatch(/asleep/);
});

describe('the view hierarchy of dumpsys activity top', () => {
  const text = recorded('dumpsys/activity-top-9.txt');
  const flat = (nodes: readonly RawNode[]): readonly RawNode[] =>
    nodes.flatMap((node) => [node, ...flat(node.children)]);

  it('of the app that was asked for, with places on the screen, without views that are gone', () => {
    const nodes = flat(parseActivityTop(text, 'org.example.kettle'));
    expect(nodes.map(({ identifier, bounds }) => [identifier ?? null, bounds])).toEqual([
      [null, [0, 0, 1080, 2280]],
      ['android:id/content', [0, 63, 1080, 2154]],
      ['org.example.kettle:id/title', [40, 163, 600, 243]],
      ['org.example.kettle:id/brew', [40, 303, 520, 443]],
      ['org.example.kettle:id/cups', [0, 483, 1080, 2154]],
      [null, [0, 483, 1080, 693]],
    ]);
    expect(nodes[3]).toMatchObject({ type: 'android.widget.Button', clickable: true, focused: true });
  });

  it('of the upper activity when the app is not named', () => {
    expect(parseActivityTop(text, null)[0]?.packageName).toBe('org.example.kettle');
  });
});

describe('screencap', () => {
  it('the picture is cut out of a warning of several displays', () => {
    const output = recordedBytes('screencap/several-displays.bin');
    const picture = cutPng(output);
    expect(picture).toMatchObject({ width: 6, height: 4 });
    expect(warnsOfSeveralDisplays(output.toString('latin1', 0, output.indexOf('\x89PNG', 0, 'latin1')))).toBe(
      true,
    );
  });

  it('noise behind the picture is dropped', () => {
    const output = recordedBytes('screencap/noise-behind.bin');
    const picture = cutPng(output);
    expect(picture).toMatchObject({ width: 5, height: 7 });
    expect(typeof picture === 'object' && output.length - picture.png.length).toBe(25);
  });

  it('a picture that broke off, and words instead of one', () => {
    expect(cutPng(recordedBytes('screencap/broken-off.bin'))).toBe('cut');
    expect(cutPng(recordedBytes('screencap/failed.txt'))).toBe('none');
  });
});
