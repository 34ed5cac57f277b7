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
import { parseSecureWindows } from '../../src/devices/android/screen/secure-windows.ts';
import { settingPlans } from '../../src/devices/android/settings/setting-plans.ts';
import { cutPng } from '../../src/host/image/png-cut.ts';
import type { RawNode } from '../../src/ui/raw-screen.ts';
import { recorded, recordedBytes } from './recorded.ts';

const kettle = { appId: 'org.example.kettle', activity: 'org.example.kettle.CupActivity' };
const order = { appId: 'org.example.kettle', activity: 'org.example.kettle.OrderActivity' };

describe('what forbids pictures', () => {
  it.each(['window-windows-secure-8', 'window-windows-secure-14'])('%s', (file) => {
    expect(parseSecureWindows(recorded(`dumpsys/${file}.txt`))).toEqual([
      { title: 'org.example.kettle/org.example.kettle.PinActivity', appId: 'org.example.kettle' },
    ]);
  });

  it('nothing does where no window has the flag', () => {
    expect(parseSecureWindows(recorded('dumpsys/window-windows-7.txt'))).toEqual([]);
    expect(parseSecureWindows('')).toEqual([]);
  });
});

describe('what is in front', () => {
  it.each([
    ['window-windows-7', { ...kettle, focusedWindow: 'PopupWindow:9d2c11' }],
    ['activity-activities-7', { ...kettle, focusedWindow: null }],
    ['frame-8', { ...kettle, focusedWindow: null }],
    ['activity-activities-8', { ...kettle, focusedWindow: null }],
    ['window-displays-10', { ...kettle, focusedWindow: null }],
    ['window-displays-11', { ...order, focusedWindow: null }],
    ['activity-activities-11', { ...order, focusedWindow: null }],
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
        user: 10,
      },
    ],
    ['window-displays-15', { ...kettle, focusedWindow: 'PopupWindow:71c2aa' }],
    ['activity-activities-15', { ...kettle, focusedWindow: null }],
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
    ['frame-8', 1080, 1920, null],
    ['window-displays-10', 2280, 1080, 90],
    ['window-displays-11', 2000, 1200, 270],
    ['window-displays-12-popup', 1080, 2316, 0],
    ['window-displays-14-secondary', 1080, 2400, 180],
    ['window-displays-15', 2244, 1008, 90],
    ['window-displays-16', 1280, 2856, 270],
  ])('%s: %i x %i, rotation %s', (name, width, height, rotation) => {
    expect(parseDisplays(recorded(`dumpsys/${name}.txt`))).toEqual({ size: { width, height }, rotation });
  });

  it('the inner screen of a foldable is the one that is on', () => {
    expect(displayThatIsOn(recorded('dumpsys/surfaceflinger-and-display-foldable.txt'))).toEqual({
      id: '4619827551948147201',
      listIndex: 1,
    });
  });
});

it('a cast is no physical display, and a panel that dozes is not on', () => {
  expect(displayThatIsOn(recorded('dumpsys/surfaceflinger-and-display-11.txt'))?.id).toBe(
    '19260422155234049',
  );
  expect(displayThatIsOn(recorded('dumpsys/surfaceflinger-and-display-15.txt'))).toBeNull();
});

it.each([
  ['8', 71],
  ['overridden-11', 15],
  ['14', 64],
  ['15', 100],
])('the level of the battery: %s', (release, level) => {
  const info = {
    id: 'x',
    platform: 'android',
    osVersion: null,
    model: null,
    simulator: false,
    virtual: false,
    state: 'ready',
  } as const;
  const plan = settingPlans.battery({ value: 20, appId: undefined, sdk: 34, info });
  expect(plan.show([recorded(`dumpsys/battery-${release}.txt`)])).toBe(level);
});

it.each([
  ['awake-8', 'awake'],
  ['asleep-11', 'asleep'],
  ['asleep-14', 'asleep'],
  ['dozing-15', 'dozing'],
])('power-%s explains why no window has a root', async (name, state) => {
  using op = Operation.start(5_000);
  const adb = scriptedAdb(() => recorded(`dumpsys/power-${name}.txt`));
  const fault = await explainFailure(op, adb, { why: 'null_root', line: '', tried: [] });
  expect(`${fault.message} ${fault.nextStep}`).toContain(`The device is ${state}.`);
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

  it.each([
    [
      '8',
      [
        ['android.widget.LinearLayout', [0, 0, 1080, 1794]],
        ['android.widget.FrameLayout', [0, 63, 1080, 1794]],
        ['android.support.v7.widget.RecyclerView', [0, 63, 1080, 1794]],
        ['android.widget.TextView', [0, 63, 1080, 210]],
      ],
    ],
    [
      '11',
      [
        ['android.widget.LinearLayout', [0, 0, 2000, 1128]],
        ['android.widget.FrameLayout', [0, 48, 2000, 1128]],
        ['android.webkit.WebView', [0, 48, 2000, 948]],
        ['android.widget.Button', [40, 968, 400, 1088]],
      ],
    ],
    [
      '15',
      [
        ['android.widget.LinearLayout', [0, 0, 2244, 1008]],
        ['android.widget.FrameLayout', [0, 0, 2244, 1008]],
        ['androidx.compose.ui.platform.ComposeView', [0, 0, 2244, 1008]],
        ['androidx.compose.ui.platform.AndroidComposeView', [0, 0, 2244, 1008]],
      ],
    ],
  ])('Android %s, whatever stands behind the views', (release, views) => {
    const nodes = flat(
      parseActivityTop(recorded(`dumpsys/activity-top-${release}.txt`), 'org.example.kettle'),
    );
    expect(nodes.map(({ type, bounds }) => [type, bounds])).toEqual(views);
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
