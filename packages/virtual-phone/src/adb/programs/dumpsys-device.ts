/** `dumpsys display`, `input`, `input_method`, `power`, `SurfaceFlinger`: the state of the device itself. */
import { type Call, phoneOf } from '../shell/program.ts';

export function dumpDisplay(call: Call): string {
  const sections = phoneOf(call).displays.map((display) => {
    const { width, height } = display.override ?? display.physical;
    const [w, h] = display.rotation % 2 === 1 ? [height, width] : [width, height];
    return [
      `  Display ${display.id}:`,
      `    mDisplayId=${display.id}`,
      `    mPrimaryDisplayDevice=Built-in Screen`,
      `    mBaseDisplayInfo=DisplayInfo{"Built-in Screen", displayId ${display.id}, real ${display.physical.width} x ${display.physical.height}, density ${display.density}, rotation 0, state ${display.on ? 'ON' : 'OFF'}, uniqueId "local:${display.physicalId}"}`,
      `    mOverrideDisplayInfo=DisplayInfo{"Built-in Screen", displayId ${display.id}, real ${w} x ${h}, rotation ${display.rotation}, state ${display.on ? 'ON' : 'OFF'}}`,
    ].join('\n');
  });
  const [main] = phoneOf(call).displays;
  return `DISPLAY MANAGER (dumpsys display)\n  mCurrentOrientation=${main?.rotation ?? 0}\n  mScreenState=${main?.on ? 'ON' : 'OFF'}\n\nLogical Displays: size=${sections.length}\n${sections.join('\n')}\n`;
}

export function dumpInput(call: Call): string {
  const viewports = phoneOf(call).displays.map((display) => {
    const { width, height } = display.physical;
    const [w, h] = display.rotation % 2 === 1 ? [height, width] : [width, height];
    return `    Viewport INTERNAL: displayId=${display.id}, uniqueId=local:${display.physicalId}, port=${display.id}, orientation=${display.rotation}, logicalFrame=[0, 0, ${w}, ${h}], physicalFrame=[0, 0, ${w}, ${h}], deviceSize=[${w}, ${h}], isActive=[${display.on ? 1 : 0}]\n`;
  });
  const rotation = phoneOf(call).displays[0]?.rotation ?? 0;
  // The line that older clients look for went away with Android 13.
  const old = phoneOf(call).version.sdk < 33 ? `      SurfaceOrientation: ${rotation}\n` : '';
  return `INPUT MANAGER (dumpsys input)\n\nEvent Hub State:\n  Devices:\n    1: virtio_input_multi_touch_1\nInput Reader State:\n  Device 1: virtio_input_multi_touch_1\n    Touch Input Mapper:\n${old}  Viewports:\n${viewports.join('')}`;
}

export function dumpInputMethod(call: Call): string {
  const shown = phoneOf(call).keyboardShown();
  const id = phoneOf(call).settings.get('secure', 'default_input_method') ?? 'null';
  return `Current Input Method Manager state:\n  mCurMethodId=${id} mCurSeq=1\n  mShowRequested=${shown} mShowExplicitlyRequested=false mShowForced=false mInputShown=${shown}\n  mSystemReady=true mInteractive=${phoneOf(call).displays[0]?.on ?? true}\n`;
}

export function dumpPower(call: Call): string {
  const on = phoneOf(call).displays[0]?.on ?? true;
  return `POWER MANAGER (dumpsys power)\n\nPower Manager State:\n  mDirty=0x0\n  mWakefulness=${on ? 'Awake' : 'Asleep'}\n  mWakefulnessChanging=false\n  mIsPowered=true\n  mStayOn=false\nDisplay Power: state=${on ? 'ON' : 'OFF'}\n`;
}

export function dumpSurfaceFlinger(call: Call, args: readonly string[]): string {
  if (!args.includes('--display-id'))
    return 'Build configuration: [sf HAS_CONTEXT_PRIORITY=1]\nDisplay identification data:\n';
  return phoneOf(call)
    .displays.map(
      (display, index) =>
        `Display ${display.physicalId} (HWC display ${index}): port=${index} pnpId=GGL displayName="Common Panel"\n`,
    )
    .join('');
}
