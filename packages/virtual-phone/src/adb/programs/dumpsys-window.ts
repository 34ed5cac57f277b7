/** `dumpsys window`: displays, windows and the focus, in the spelling of the Android version. */
import type { DisplayState, Phone, PhoneWindow } from '../../phone/phone-types.ts';
import { type Call, phoneOf } from '../shell/program.ts';
import { identityHash, shortComponent } from './component.ts';

/** Android 10 moved the focus lines from `windows` to `displays`. */
const focusMovedSdk = 29;
const bracedTaskSdk = 33;

export function dumpWindow(call: Call, [part]: readonly string[]): string {
  const phone = phoneOf(call);
  switch (part) {
    case 'displays':
    case 'd':
      return displays(phone);
    case 'windows':
    case 'w':
    case 'visible':
      return windows(phone);
    case 'policy':
    case 'p':
      return policy(phone);
    case undefined:
    case '-a':
      return `${policy(phone)}${displays(phone)}${windows(phone)}`;
    default:
      return `Bad window command, or no windows match: ${part}\nUse -h for help.\n`;
  }
}

/** `ActivityRecord{hash u0 pkg/.Act t12}`; newer builds close a brace before the task: `pkg/.Act} t12}`. */
export function activityRecord(
  component: string,
  { taskId, user }: { readonly taskId: number; readonly user: number },
  sdk: number,
): string {
  const name = `${identityHash(component)} u${user} ${shortComponent(component)}`;
  return sdk >= bracedTaskSdk ? `ActivityRecord{${name}} t${taskId}}` : `ActivityRecord{${name} t${taskId}}`;
}

function focusLines(phone: Phone, display: DisplayState): string {
  const focused = phone.windows(display.id).find((window) => window.focused);
  const resumed = display.id === 0 ? phone.resumedActivity() : null;
  const record = resumed ? activityRecord(resumed.activity, resumed, phone.version.sdk) : 'null';
  const app =
    phone.version.sdk < focusMovedSdk && resumed
      ? `AppWindowToken{${identityHash(record)} token=Token{${identityHash(`${record}t`)} ${record}}}`
      : record;
  return `  mCurrentFocus=${focused ? windowName(focused) : 'null'}\n  mFocusedApp=${app}\n`;
}

function windowName(window: PhoneWindow): string {
  return `Window{${window.token} u${window.user} ${window.title}}`;
}

function displays(phone: Phone): string {
  const sections = phone.displays.map((display) => {
    const { width, height } = display.physical;
    const shown = display.override ?? display.physical;
    const sideways = display.rotation % 2 === 1;
    const [w, h] = sideways ? [shown.height, shown.width] : [shown.width, shown.height];
    const dpi = display.overrideDensity ?? display.density;
    const base = display.override ? ` base=${shown.width}x${shown.height} ${dpi}dpi` : '';
    const cutout = display.cutout
      ? `DisplayCutout{insets=Rect(0, ${display.cutout[3]} - 0, 0) waterfall=Insets{left=0, top=0, right=0, bottom=0} boundingRect={Bounds=[Rect(0, 0 - 0, 0), Rect(${display.cutout.slice(0, 2).join(', ')} - ${display.cutout.slice(2).join(', ')}), Rect(0, 0 - 0, 0), Rect(0, 0 - 0, 0)]}}`
      : 'DisplayCutout{insets=Rect(0, 0 - 0, 0)}';
    return [
      `  Display: mDisplayId=${display.id}${phone.version.sdk >= 31 ? ' (organized)' : ''}`,
      `    init=${width}x${height} ${display.density}dpi${base} cur=${w}x${h} app=${w}x${h} rng=${Math.min(w, h)}x${Math.min(w, h)}-${Math.max(w, h)}x${Math.max(w, h)}`,
      `    deferred=false mLayoutNeeded=false`,
      `    mDisplayInfo=DisplayInfo{"Built-in Screen", displayId ${display.id}, real ${w} x ${h}, rotation ${display.rotation}, state ${display.on ? 'ON' : 'OFF'}, ${cutout}}`,
      `  DisplayRotation`,
      `    mCurrentAppOrientation=SCREEN_ORIENTATION_UNSPECIFIED`,
      `    mRotation=${display.rotation} mDeferredRotationPauseCount=0`,
      phone.version.sdk >= 31
        ? `    mCurrentRotation=ROTATION_${display.rotation * 90}`
        : `    mCurrentRotation=${display.rotation}`,
      phone.version.sdk >= focusMovedSdk ? focusLines(phone, display).trimEnd() : '',
    ]
      .filter((line) => line !== '')
      .join('\n');
  });
  return `WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)\n${sections.join('\n\n')}\n\n`;
}

function windows(phone: Phone): string {
  const all = phone.displays.flatMap((display) => phone.windows(display.id)).toReversed();
  const sections = all.map((window, index) =>
    [
      `  Window #${index} ${windowName(window)}:`,
      `    mDisplayId=${window.displayId} mSession=Session{${identityHash(window.packageName)} 0:u0a0} mClient=android.os.BinderProxy@${window.token}`,
      `    mOwnerUid=${phone.packagesOf(window.user).get(window.packageName)?.uid ?? 1000} showForAllUsers=${window.type === 'system'} package=${window.packageName} appop=NONE`,
      ...attributes(phone.version.sdk, window),
      `    mFrame=[${window.bounds[0]},${window.bounds[1]}][${window.bounds[2]},${window.bounds[3]}] isOnScreen=true isVisible=true`,
      `    mHasSurface=true isReadyForDisplay()=true mWindowRemovalAllowed=false`,
    ].join('\n'),
  );
  const [main] = phone.displays;
  const focus = phone.version.sdk < focusMovedSdk && main ? focusLines(phone, main) : '';
  const ime = all.find((window) => window.focused);
  const target = ime ? `  imeControlTarget in display# 0 ${windowName(ime)}\n` : '';
  return `WINDOW MANAGER WINDOWS (dumpsys window windows)\n${sections.join('\n')}\n\n${target}${focus}  mTransitionTracing=false\n`;
}

/** `LayoutParams.toString`: numbers before Android 9, words later, over several lines from Android 11 on. */
function attributes(sdk: number, { type, secure, touchable }: PhoneWindow): string[] {
  if (sdk < 28) {
    const flags = 0x1810100 | (secure ? 0x2000 : 0) | (touchable ? 0 : 0x10);
    const kind = type === 'overlay' ? 2038 : type === 'application' ? 1 : 2000;
    return [`    mAttrs={(0,0)(fillxfill) ty=${kind} fmt=-1 fl=#${flags.toString(16)}}`];
  }
  const kinds: Readonly<Record<string, string>> = {
    application: 'BASE_APPLICATION',
    overlay: 'APPLICATION_OVERLAY',
  };
  const start = `    mAttrs={(0,0)(fillxfill) ty=${kinds[type] ?? type.toUpperCase()} fmt=OPAQUE`;
  const through = touchable ? '' : 'NOT_TOUCHABLE ';
  const flags = `fl=LAYOUT_IN_SCREEN ${through}${secure ? 'SECURE ' : ''}SPLIT_TOUCH HARDWARE_ACCELERATED`;
  return sdk < 30 ? [`${start} ${flags}}`] : [start, `      ${flags}`, '      pfl=COLOR_SPACE_AGNOSTIC}'];
}

function policy(phone: Phone): string {
  const on = phone.displays[0]?.on ?? true;
  return `WINDOW MANAGER POLICY STATE (dumpsys window policy)\n    mSystemReady=true mSystemBooted=true\n    screenState=${on ? 'SCREEN_STATE_ON' : 'SCREEN_STATE_OFF'}\n    KeyguardServiceDelegate\n      showing=${phone.cover.locked}\n    mAwake=${on}\n\n`;
}
