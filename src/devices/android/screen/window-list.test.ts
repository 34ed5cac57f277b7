/** Which window of another app lies over the whole display and takes touches, in the spellings of Android 7 to 14. */
import { describe, expect, it } from 'vitest';
import { parseKeyguard } from './keyguard.ts';
import { parseOverlay } from './window-list.ts';

const size = { width: 1080, height: 2400 };

interface Made {
  readonly owner?: string;
  readonly type?: string;
  readonly flags?: string;
  readonly frame?: string;
  readonly more?: string;
}

function windowText({
  owner = 'org.other.bubble',
  type = 'APPLICATION_OVERLAY',
  flags = 'NOT_FOCUSABLE LAYOUT_IN_SCREEN HARDWARE_ACCELERATED',
  frame = 'mFrame=[0,0][1080,2400]',
  more = 'isOnScreen=true isVisible=true',
}: Made): string {
  return [
    'WINDOW MANAGER WINDOWS (dumpsys window windows)',
    `  Window #7 Window{8f3c1aa u0 ${owner}}:`,
    `    mOwnerUid=10231 showForAllUsers=false package=${owner} appop=SYSTEM_ALERT_WINDOW`,
    `    mAttrs={(0,0)(fillxfill) sim={adjust=pan} ty=${type} fmt=TRANSLUCENT`,
    `      fl=${flags}`,
    `    ${frame} ${more}`,
    '  Window #6 Window{77a01bc u0 com.example.shop/com.example.shop.MainActivity}:',
    '    mOwnerUid=10200 package=com.example.shop appop=NONE',
    '    mAttrs={(0,0)(fillxfill) ty=BASE_APPLICATION fl=HARDWARE_ACCELERATED}',
    '    mFrame=[0,0][1080,2400] isOnScreen=true isVisible=true',
  ].join('\n');
}

describe('an overlay', () => {
  it.each<[string, Made, string | null]>([
    ['by its type', {}, 'org.other.bubble'],
    ['by the numbers of Android 8', { type: '2038', flags: '#1000508' }, 'org.other.bubble'],
    ['in the spelling of Android 12', { frame: 'frame=[0,63][1080,2400]' }, 'org.other.bubble'],
    ['that lets touches through', { flags: 'NOT_FOCUSABLE NOT_TOUCHABLE' }, null],
    ['that lets touches through, by numbers', { type: '2038', flags: '#1000018' }, null],
    ['that is not shown', { more: 'mViewVisibility=0x8 isOnScreen=false' }, null],
    ['that takes a corner', { frame: 'mFrame=[900,400][1080,580]' }, null],
    ['of the system', { owner: 'com.android.systemui' }, null],
    ['that is a page of an app', { type: 'BASE_APPLICATION' }, null],
  ])('%s', (_, made, expected) => {
    expect(parseOverlay(windowText(made), size)).toBe(expected);
  });

  it('is not looked for where nobody knows the size', () => {
    expect(parseOverlay(windowText({}), null)).toBeNull();
  });
});

it.each([
  ['    KeyguardServiceDelegate\n      showing=true\n      showingAndNotOccluded=true\n', true],
  ['    KeyguardServiceDelegate\n      showing=false\n', false],
  ['      mIsShowing=true\n', true],
  ['    mShowingDream=false\n', null],
])('the keyguard in %j', (text, expected) => {
  expect(parseKeyguard(text)).toBe(expected);
});
