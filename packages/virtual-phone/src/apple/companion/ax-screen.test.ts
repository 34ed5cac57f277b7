import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import { expect, test } from 'vitest';
import { bare } from './testing/bare-app.ts';
import { makeTestBed } from './testing/bed.ts';
import { at, byId, flat, show } from './testing/elements.ts';

const labels = (bed: ReturnType<typeof makeTestBed>): readonly (string | null)[] =>
  flat(bed).map(({ AXLabel }) => AXLabel);

test('at home SpringBoard is in front, its icons go by their label, its dots are a slider', () => {
  const bed = makeTestBed();
  const [root] = flat(bed);
  expect(root).toMatchObject({ type: 'Application', AXLabel: ' ' });
  expect(root?.['pid']).toBe(bed.mac.apps.pidOf(bed.simulator, 'com.apple.springboard'));
  expect(byId(bed, 'Gallery')).toMatchObject({ type: 'Button', AXLabel: 'Gallery' });
  expect(byId(bed, 'spotlight-pill')).toMatchObject({ type: 'Slider', AXValue: 'Page 1 of 1' });
});

test('an app is in front under its name and with its pid', () => {
  const bed = makeTestBed();
  bed.phone.start('com.android.settings', null);
  const [root] = flat(bed);
  expect(root?.AXLabel).toBe('Settings');
  expect(root?.['pid']).toBe(bed.mac.apps.pidOf(bed.simulator, 'com.apple.Preferences'));
});

test('an alert of the app shows alone', () => {
  const bed = makeTestBed();
  show(bed, 'DialogActivity');
  const { x, y } = byId(bed, 'open_alert').frame;
  bed.phone.tap((x + 10) * 3, (y + 10) * 3);
  expect(flat(bed).map(({ type, AXLabel }) => [type, AXLabel])).toEqual([
    ['Application', 'Gallery'],
    ['StaticText', 'Delete file?'],
    ['StaticText', 'report.pdf will be deleted for good.'],
    ['Button', 'Cancel'],
    ['Button', 'Delete'],
  ]);
  expect(bed.read({ format: 'complete' })).toMatchObject({ modal: { kind: 'app', label: 'Delete file?' } });
});

test('a permission prompt is SpringBoard\u2019s, in its words', () => {
  const bed = makeTestBed();
  show(bed, 'PermissionActivity');
  const { x, y } = byId(bed, 'ask_camera').frame;
  bed.phone.tap((x + 10) * 3, (y + 10) * 3);
  expect(flat(bed).map(({ AXLabel, AXUniqueId }) => [AXLabel, AXUniqueId])).toEqual([
    [' ', null],
    ['\u201cGallery\u201d Would Like to Access the Camera', null],
    ['Allow', 'alert-allow'],
    ['Don\u2019t Allow', 'alert-deny'],
  ]);
  expect(bed.read({ format: 'complete' })).toMatchObject({
    modal: { kind: 'system', element_type: 'SBAlertItemWindow' },
  });
});

test('the keyboard\u2019s keys are the guest\u2019s own reader\u2019s', () => {
  const bed = makeTestBed();
  show(bed, 'FieldsActivity');
  bed.phone.tap(600, 378);
  expect(byId(bed, 'plain')).toMatchObject({ AXUniqueId: 'plain' });
  expect(labels(bed)).not.toContain('q');
  expect(flat(bed, { backend: 'axbridge' }).map(({ AXLabel }) => AXLabel)).toEqual(
    expect.arrayContaining(['q', 'Delete', 'Done']),
  );
});

test('menus and notes are part of the app', () => {
  const bed = makeTestBed();
  show(bed, 'DropDownActivity');
  const { x, y } = byId(bed, 'fruit').frame;
  bed.phone.tap((x + 10) * 3, (y + 10) * 3);
  expect(labels(bed)).toEqual(expect.arrayContaining(['Banana', 'Elderberry', 'Picked: Apple']));
  show(bed, 'DialogActivity');
  const toast = byId(bed, 'show_toast').frame;
  bed.phone.tap((toast.x + 10) * 3, (toast.y + 10) * 3);
  expect(labels(bed)).toContain('Hello from below');
});

test('the way back is in the bar of a screen that has one below', () => {
  const bed = makeTestBed();
  bed.phone.start('com.example.gallery', null);
  expect(at(bed, 20, 50)).toMatchObject({ type: 'Heading', AXLabel: 'Gallery' });
  show(bed, 'FieldsActivity');
  const inBar = at(bed, 20, 50);
  expect(inBar).toMatchObject({ type: 'Button', role_description: 'back button', AXUniqueId: 'BackButton' });
  expect(flat(bed).some(({ AXUniqueId }) => AXUniqueId === 'BackButton')).toBe(false);
});

test('an app without bars has its way back on the screen', () => {
  const bed = makeTestBed({ phone: { apps: [bare] } });
  bed.phone.start('com.example.bare', null);
  expect(labels(bed)).toEqual(['bare', 'One']);
  bed.phone.start('com.example.bare', '.Two');
  expect(byId(bed, 'BackButton')).toMatchObject({ AXLabel: 'Back', frame: { y: 28, width: 44, height: 44 } });
});

test('a launch screen has no children yet', () => {
  const bed = makeTestBed({ phone: { timing: 'emulator' } });
  bed.phone.start('com.android.settings', null);
  expect(flat(bed)).toEqual([expect.objectContaining({ AXLabel: 'Settings' })]);
});

test('an app that hangs answers nothing', async () => {
  const clock = new ManualClock();
  const bed = makeTestBed({ clock });
  show(bed, 'UnresponsiveActivity');
  bed.phone.makeUnresponsive('com.example.gallery');
  bed.phone.tap(600, 400);
  await clock.advance(6_000);
  expect(flat(bed)).toEqual([expect.objectContaining({ AXFrame: '{{0, 0}, {0, 0}}' })]);
});

test('Notification Center is SpringBoard\u2019s; a dark screen shows nothing', () => {
  const bed = makeTestBed();
  bed.phone.start('com.android.settings', null);
  bed.phone.swipe(600, 5, 600, 1500, 300);
  expect(labels(bed)).toEqual(expect.arrayContaining([' ', 'No notifications']));
  bed.phone.swipe(600, 1500, 600, 100, 300);
  expect(labels(bed)[0]).toBe('Settings');
  bed.phone.setScreenOn(false);
  expect(labels(bed)).toEqual([' ']);
});

test('on its side the tree is wide', () => {
  const bed = makeTestBed();
  show(bed, 'LandscapeActivity');
  expect(flat(bed)[0]?.frame).toEqual({ x: 0, y: 0, width: 874, height: 402 });
  expect(byId(bed, 'right_button').frame.x).toBeGreaterThan(402);
});
