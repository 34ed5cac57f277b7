/** The answer of get_system_status. */
import * as z from 'zod';

const deviceRow = z.object({
  id: z.string().meta({ doc: 'Device id' }),
  state: z.string().meta({ doc: 'State, as in `list_devices`' }),
  model: z.string().optional().meta({ doc: 'Model name' }),
  osVersion: z.string().optional().meta({ doc: 'Release of the system' }),
  problem: z.string().optional().meta({ doc: 'Why it cannot be used' }),
  fix: z.string().optional().meta({ doc: 'How to fix it' }),
});

const screenRow = z.object({
  id: z.string().meta({ doc: 'Device id' }),
  tier: z.string().nullable().meta({ doc: 'How its screen is read now; null before the first read' }),
  readMs: z.number().nullable().meta({ doc: 'Milliseconds that a read takes (median)' }),
  advice: z.string().nullable().meta({ doc: 'How to get faster reads; null when there is no faster driver' }),
  note: z.string().optional().meta({ doc: 'Why nothing is known yet' }),
});

const areaShape = z.object({
  ready: z.boolean().meta({ doc: 'Can be used' }),
  summary: z.string().meta({ doc: 'The same as text' }),
  blockers: z.array(z.string()).readonly().meta({ doc: 'What prevents it' }),
  suggestedFixes: z.array(z.string()).readonly().meta({ doc: 'How to fix it' }),
});

export const statusFields = {
  success: z.boolean().meta({ doc: 'Always true: a broken set-up is an answer' }),
  status: z
    .enum(['ready', 'degraded', 'blocked'])
    .meta({ doc: '`degraded`: a device can be used, but there are issues. `blocked`: none can' }),
  adbAvailable: z.boolean().meta({ doc: 'adb was found, or its server answers' }),
  adbVersion: z.string().nullable().meta({ doc: 'Version of adb; null when it was not found' }),
  devices: z.number().meta({ doc: 'Android devices in the list' }),
  deviceStates: z.looseObject({}).meta({ doc: 'State of each Android device, by id' }),
  logsAvailable: z.boolean().meta({ doc: 'Some device is ready, so that logs can be read' }),
  envValid: z.boolean().meta({ doc: 'No environment variable points to a program that does not work' }),
  appInstalled: z.boolean().optional().meta({
    doc: 'Whether the app of `MCP_TARGET_PACKAGE` or `MCP_TARGET_APP_ID` is installed; absent without either',
  }),
  iosAvailable: z.boolean().meta({ doc: "Apple's tools work, or an iOS device is ready" }),
  iosDevices: z.number().meta({ doc: 'iOS devices in the list' }),
  gradleJavaHome: z
    .string()
    .nullable()
    .meta({ doc: 'Java that Gradle builds will use; null when none was found' }),
  gradleValid: z.boolean().meta({ doc: 'That Java can run Gradle' }),
  gradleFilesChecked: z.array(z.string()).readonly().meta({ doc: 'Files that were searched for it' }),
  gradleSuggestedFixes: z.array(z.string()).readonly().meta({ doc: 'What to do when it cannot' }),
  summary: z
    .object({
      overall: areaShape.meta({ doc: 'Whether any device can be used' }),
      android: areaShape.meta({ doc: 'Android' }),
      ios: areaShape.meta({ doc: 'iOS' }),
      gradle: areaShape.meta({ doc: 'Gradle builds' }),
    })
    .meta({ doc: 'The verdict, by area' }),
  issues: z
    .array(
      z.object({
        area: z.string().meta({ doc: '`android`, `ios` or `gradle`' }),
        problem: z.string().meta({ doc: 'What is wrong' }),
        fix: z.string().meta({ doc: 'How to fix it' }),
      }),
    )
    .readonly()
    .meta({ doc: 'Everything that is wrong, with one fix each' }),
  host: z
    .object({
      os: z.string().meta({ doc: 'Operating system, as Node names it' }),
      arch: z.string().meta({ doc: 'Processor architecture, as Node names it' }),
      node: z.string().meta({ doc: 'Version of Node' }),
      serverVersion: z.string().meta({ doc: 'Version of this server' }),
      tools: z
        .array(
          z.object({
            name: z.string().meta({ doc: 'Name of the program' }),
            path: z.string().optional().meta({ doc: 'Where it was found' }),
            source: z.string().optional().meta({ doc: 'Variable or folder that led there' }),
            version: z.string().optional().meta({ doc: 'Its version' }),
            ok: z.boolean().meta({ doc: 'It works' }),
            problem: z.string().optional().meta({ doc: 'Why it does not' }),
            fix: z.string().optional().meta({ doc: 'How to fix it' }),
          }),
        )
        .meta({ doc: 'Programs that were searched for' }),
    })
    .meta({ doc: 'This computer' }),
  android: z
    .object({
      adb: z.boolean().meta({ doc: 'adb works' }),
      server: z.string().meta({ doc: '`answers`, or why its server does not' }),
      devices: z.array(deviceRow).meta({ doc: 'Android devices' }),
      emulator: z.boolean().meta({ doc: 'The emulator program works' }),
      helper: z.array(screenRow).readonly().meta({ doc: 'How the screens are read, and how fast' }),
      debugger: z.string().meta({ doc: 'Whether debugging was checked' }),
    })
    .meta({ doc: 'Android in detail' }),
  ios: z
    .object({
      xcode: z.boolean().meta({ doc: 'xcodebuild works' }),
      simctl: z.boolean().meta({ doc: 'simctl works' }),
      companion: z.boolean().meta({ doc: 'idb_companion works' }),
      devices: z.array(deviceRow).meta({ doc: 'iOS devices' }),
      screens: z.array(screenRow).readonly().meta({ doc: 'How the screens are read, and how fast' }),
    })
    .meta({ doc: 'iOS in detail' }),
};
