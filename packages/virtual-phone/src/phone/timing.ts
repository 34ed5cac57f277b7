/** What operations cost on the device, in milliseconds. Plain data: the phone applies launches, the servers everything else. */

export interface TimingProfile {
  readonly name: 'instant' | 'emulator' | 'old-phone';
  /** Starting `app_process` for tools written in Java. */
  readonly jvmStartMs: number;
  /** Whether `input`, `am`, `pm`, `settings` start a JVM each, as before Android 8 to 11. */
  readonly jvmPerInput: boolean;
  /** `uiautomator dump` without its JVM and its idle wait. */
  readonly dumpMs: number;
  /** The quiet time that a dump waits for, and when it gives up. */
  readonly dumpIdleMs: number;
  readonly dumpIdleTimeoutMs: number;
  /** A read or an input through a resident helper. */
  readonly helperReadMs: number;
  readonly helperInputMs: number;
  readonly tapMs: number;
  readonly keyMs: number;
  readonly textBaseMs: number;
  readonly textPerCharMs: number;
  /** Added to the duration that a swipe itself asks for. */
  readonly swipeMs: number;
  readonly launchColdMs: number;
  readonly launchWarmMs: number;
  readonly launchHotMs: number;
  /** How long the screen moves after it changed to another one. */
  readonly transitionMs: number;
  readonly screencapRawMs: number;
  readonly screencapPngMs: number;
  readonly dumpsysMs: number;
  readonly amMs: number;
  readonly pmMs: number;
  readonly wmMs: number;
  readonly settingsMs: number;
  readonly getpropMs: number;
  /** A shell built-in or a small native program. */
  readonly nativeMs: number;
  readonly clearDataMs: number;
  readonly forceStopMs: number;
  readonly rebootMs: number;
}

export const timingProfiles: Readonly<Record<TimingProfile['name'], TimingProfile>> = {
  instant: {
    name: 'instant',
    jvmStartMs: 0,
    jvmPerInput: false,
    dumpMs: 0,
    dumpIdleMs: 0,
    dumpIdleTimeoutMs: 0,
    helperReadMs: 0,
    helperInputMs: 0,
    tapMs: 0,
    keyMs: 0,
    textBaseMs: 0,
    textPerCharMs: 0,
    swipeMs: 0,
    launchColdMs: 0,
    launchWarmMs: 0,
    launchHotMs: 0,
    transitionMs: 0,
    screencapRawMs: 0,
    screencapPngMs: 0,
    dumpsysMs: 0,
    amMs: 0,
    pmMs: 0,
    wmMs: 0,
    settingsMs: 0,
    getpropMs: 0,
    nativeMs: 0,
    clearDataMs: 0,
    forceStopMs: 0,
    rebootMs: 0,
  },
  // dump: 130 ms JVM + 1,000 ms idle + 870 ms reading = the 2.0 s that is reported for Android 13 emulators.
  emulator: {
    name: 'emulator',
    jvmStartMs: 130,
    jvmPerInput: false,
    dumpMs: 870,
    dumpIdleMs: 1_000,
    dumpIdleTimeoutMs: 10_000,
    helperReadMs: 12,
    helperInputMs: 14,
    tapMs: 35,
    keyMs: 35,
    textBaseMs: 35,
    textPerCharMs: 4,
    swipeMs: 35,
    launchColdMs: 600,
    launchWarmMs: 280,
    launchHotMs: 90,
    transitionMs: 250,
    screencapRawMs: 60,
    screencapPngMs: 350,
    dumpsysMs: 30,
    amMs: 25,
    pmMs: 25,
    wmMs: 15,
    settingsMs: 15,
    getpropMs: 8,
    nativeMs: 4,
    clearDataMs: 300,
    forceStopMs: 40,
    rebootMs: 8_000,
  },
  'old-phone': {
    name: 'old-phone',
    jvmStartMs: 500,
    jvmPerInput: true,
    dumpMs: 1_100,
    dumpIdleMs: 1_000,
    dumpIdleTimeoutMs: 10_000,
    helperReadMs: 60,
    helperInputMs: 40,
    tapMs: 120,
    keyMs: 110,
    textBaseMs: 110,
    textPerCharMs: 18,
    swipeMs: 120,
    launchColdMs: 2_200,
    launchWarmMs: 900,
    launchHotMs: 350,
    transitionMs: 450,
    screencapRawMs: 300,
    screencapPngMs: 900,
    dumpsysMs: 140,
    amMs: 500,
    pmMs: 500,
    wmMs: 450,
    settingsMs: 450,
    getpropMs: 30,
    nativeMs: 15,
    clearDataMs: 1_200,
    forceStopMs: 180,
    rebootMs: 30_000,
  },
};
