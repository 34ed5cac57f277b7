import fc from '@mobile-debug/core/testing/property.ts';
import { describe, expect, it } from 'vitest';
import { parseDisplays } from './displays.ts';
import { parseForeground } from './foreground.ts';

const shop = { appId: 'com.example.shop', activity: 'com.example.shop.MainActivity' };

describe('parseForeground', () => {
  it.each([
    [
      'Android 7 activities',
      'ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)\nDisplay #0 (activities from top to bottom):\n  Stack #1:\n    mResumedActivity: ActivityRecord{5b2f u0 com.example.shop/.MainActivity t12}\n\n  mFocusedActivity: ActivityRecord{5b2f u0 com.example.shop/.MainActivity t12}\n',
    ],
    [
      'Android 9 activities',
      'Display #0 (activities from top to bottom):\n    mResumedActivity: ActivityRecord{5b2f u0 com.example.shop/.MainActivity t12}\n  ResumedActivity: ActivityRecord{5b2f u0 com.example.shop/.MainActivity t12}',
    ],
    [
      'Android 10 activities',
      'Display #0 (activities from top to bottom):\n      topResumedActivity=ActivityRecord{5b2f u0 com.example.shop/.MainActivity t12}\n    mResumedActivity: ActivityRecord{77 u0 com.other/.Behind t3}',
    ],
    [
      'Android 12 activities',
      'Display #0 (activities from top to bottom):\n    Resumed activities in task display areas (from top to bottom):\n      Resumed: ActivityRecord{5b2f u0 com.example.shop/com.example.shop.MainActivity t12}\n  ResumedActivity: ActivityRecord{5b2f u0 com.example.shop/.MainActivity t12}',
    ],
    [
      'Android 14, brace before the task',
      'Display #0 (activities from top to bottom):\n  topResumedActivity=ActivityRecord{5b2f u0 com.example.shop/.MainActivity} t12}',
    ],
    [
      'Android 8 windows',
      'WINDOW MANAGER WINDOWS (dumpsys window windows)\n  mCurrentFocus=Window{a1 u0 com.example.shop/com.example.shop.MainActivity}\n  mFocusedApp=AppWindowToken{b2 token=Token{c3 ActivityRecord{5b2f u0 com.example.shop/.MainActivity t12}}}',
    ],
    [
      'Android 11 displays',
      'WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)\n  Display: mDisplayId=0\n  mCurrentFocus=Window{a1 u0 com.example.shop/com.example.shop.MainActivity}\n  mFocusedApp=ActivityRecord{5b2f u0 com.example.shop/.MainActivity t12}',
    ],
    [
      'Android 16 displays, other displays around',
      '  Display: mDisplayId=62 (organized)\n  mCurrentFocus=Window{e u0 com.cast/com.cast.Main}\n  mFocusedApp=ActivityRecord{9 u0 com.cast/.Main t2}\n  Display: mDisplayId=0 (organized)\n  mCurrentFocus=Window{a1 u0 com.example.shop/com.example.shop.MainActivity}\n  mFocusedApp=ActivityRecord{5b2f u0 com.example.shop/.MainActivity t12}\n  Display: mDisplayId=3\n  mCurrentFocus=null',
    ],
    ['focus only', '  mCurrentFocus=Window{a1 u0 com.example.shop/.MainActivity}'],
    [
      'focus null during a transition',
      '  mCurrentFocus=null\n  mFocusedApp=ActivityRecord{1 u0 com.example.shop/.MainActivity t1}',
    ],
  ])('reads %s', (_what, text) => {
    expect(parseForeground(text)).toMatchObject({ ...shop, focusedWindow: null });
  });

  it('tells that nothing has the focus, and that the display is off', () => {
    const lines =
      '  Display: mDisplayId=0\n  mCurrentFocus=null\n  mFocusedApp=null\n    mAwake=false mScreenOnEarly=false';
    expect(parseForeground(lines)).toMatchObject({ noFocus: true, displayOff: true });
    expect(parseForeground('  mCurrentFocus=Window{1 u0 com.example.shop/.MainActivity}')).not.toHaveProperty(
      'noFocus',
    );
  });

  it.each([
    'NotificationShade',
    'StatusBar',
    'PopupWindow:5b2f',
    'Application Not Responding: com.example.shop',
    'InputMethod',
  ])('names the window %s over the activity', (title) => {
    const text = `  Display: mDisplayId=0\n  mCurrentFocus=Window{a1 u0 ${title}}\n  mFocusedApp=ActivityRecord{1 u0 com.example.shop/.MainActivity t1}`;
    expect(parseForeground(text)).toEqual({ ...shop, focusedWindow: title });
  });

  it('takes a record with a package and no class, among nulls', () => {
    const text =
      '  mCurrentFocus=null\n  mCurrentFocus=Window{43e887a8 u0 com.example.enterprise}\n  mCurrentFocus=null\n';
    expect(parseForeground(text)).toEqual({
      appId: 'com.example.enterprise',
      activity: null,
      focusedWindow: null,
    });
  });

  it('finds the owner of a pop-up in its own window record', () => {
    const text = [
      '  imeControlTarget in display# 0 Window{ddf8489 u0 Pop-Up Window}',
      '  Window #8 Window{111 u0 other}: ... package=com.other',
      '    mActivityRecord=ActivityRecord{1 u0 com.other/.Main t1}',
      '  Window #9 Window{ddf8489 u0 Pop-Up Window}: ... package=com.example.app ...',
      '    mActivityRecord=ActivityRecord{5cd319f u0 com.example.app/com.example.MainTabActivity t8}',
      '  Window #10 Window{222 u0 third}: package=com.third',
    ].join('\n');
    expect(parseForeground(text)).toEqual({
      appId: 'com.example.app',
      activity: 'com.example.MainTabActivity',
      focusedWindow: 'Pop-Up Window',
    });
  });

  it('names the app of an ANR dialog when nothing else tells', () => {
    expect(
      parseForeground('mCurrentFocus=Window{a u0 Application Not Responding: com.example.shop}'),
    ).toMatchObject({
      appId: 'com.example.shop',
      activity: null,
    });
  });

  it('gives nothing for a text that only knows another display', () => {
    const text =
      '  Display: mDisplayId=62\n  mCurrentFocus=Window{a u0 a.b/.C}\n  mFocusedApp=ActivityRecord{1 u0 a.b/.C t1}';
    expect(parseForeground(text)).toEqual({ appId: null, activity: null, focusedWindow: null });
  });

  it('never throws', () => {
    const fragment = fc.constantFrom(
      'mCurrentFocus=',
      'Window{',
      'u0 ',
      'a.b/.C',
      '}',
      '\n',
      'mFocusedApp=',
      'ActivityRecord{',
      'Display: mDisplayId=0',
      ' ',
      'Window #1 ',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(fragment, fc.string())), (parts) => void parseForeground(parts.join(''))),
    );
  });
});

describe('parseDisplays', () => {
  it('takes display 0, not the first one', () => {
    const text = [
      'WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)',
      '  Display: mDisplayId=62',
      '    init=1080x1920 1dpi cur=1080x1920 app=1080x1920 rng=1080x1080-1920x1920',
      '  mCurrentFocus=null',
    ].join('\n');
    expect(parseDisplays(text)).toEqual({ size: null, rotation: null });
    const both = `${text}\n  Display: mDisplayId=0\n    init=1080x2340 440dpi cur=2340x1080 app=2214x1080\n    mCurrentRotation=ROTATION_90\n`;
    expect(parseDisplays(both)).toEqual({ size: { width: 2340, height: 1080 }, rotation: 90 });
  });

  it.each([
    ['mCurrentRotation=ROTATION_270', 270],
    ['mRotation=1', 90],
    ['DisplayFrames w=1080 h=2400 r=2', 180],
    ['mDisplayInfo=DisplayInfo{"Built-in", rotation 3, density 440}', 270],
    ['nothing', null],
  ])('reads %s', (line, rotation) => {
    expect(parseDisplays(`  Display: mDisplayId=0\n    ${line}`).rotation).toBe(rotation);
  });
});
