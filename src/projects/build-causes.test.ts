/** One real sentence for each cause: the cheap look before the table must let all of them through. */
import { expect, it } from 'vitest';
import { causeIn } from './build-causes.ts';

it.each([
  ['SDK location not found. Define a valid SDK location', 'sdk_missing'],
  ['> You have not accepted the license agreements of the following SDK components:', 'sdk_licences'],
  ["> Failed to find target with hash string 'android-99' in: /sdk", 'sdk_platform_missing'],
  ['> NDK not configured. Download it with SDK manager.', 'ndk_missing'],
  ['No version of NDK matched the requested version 25.1', 'ndk_missing'],
  ['Unsupported class file major version 65', 'wrong_jdk'],
  ['> Android Gradle plugin requires Java 17 to run. You are currently using Java 11.', 'wrong_jdk'],
  ["Inconsistent JVM-target compatibility detected for tasks 'a' (17) and 'b' (1.8).", 'jvm_target'],
  ["> Could not resolve all files for configuration ':app:debugCompileClasspath'.", 'dependencies'],
  ["> Could not GET 'https://repo.example.com/a.pom'.", 'dependencies'],
  ['Timeout waiting to lock journal cache (/root/.gradle/caches/journal-1).', 'locked'],
  [
    'Gradle build daemon disappeared unexpectedly (it may have been killed or may have crashed)',
    'daemon_gone',
  ],
  ['java.lang.OutOfMemoryError: Java heap space', 'out_of_memory'],
  ['ld: write() failed: No space left on device', 'disk_full'],
  ["Task ':app:assembleFoo' not found in project ':app'.", 'no_such_task'],
  ["Keystore file '/w/release.jks' not found for signing config 'release'.", 'signing_key'],
  [
    'Error: No pubspec.yaml file found. Expected to find project root in current working directory.',
    'flutter_root',
  ],
  ['Because app depends on a 1.0 which does not match, version solving failed.', 'pub_versions'],
  ['xcodebuild: error: The project named "App" does not contain a scheme named "X".', 'no_scheme'],
  [
    'xcodebuild: error: Unable to find a destination matching the provided destination specifier:',
    'no_destination',
  ],
  ['error: iOS 18.2 is not installed. Please download and install the platform', 'platform_missing'],
  ['error: Signing for "App" requires a development team.', 'signing'],
  ["error: No profiles for 'com.example.app' were found", 'signing'],
  ['error: unable to attach DB: error: accessing build database: database is locked', 'build_db_locked'],
  ['error: The sandbox is not in sync with the Podfile.lock. Run pod install', 'pods_out_of_sync'],
  ["error: Build input file cannot be found: '/w/A.swift'", 'input_missing'],
  ["/w/A.swift:1:8: error: No such module 'Kit'", 'no_such_module'],
  ['xcodebuild: error: Could not resolve package dependencies:', 'packages'],
  ['error: Macro "M" must be enabled before it can be used', 'macro'],
  ['Sandbox: bash(1) deny(1) file-write-create /w/x', 'script_sandbox'],
  ["error: Multiple commands produce '/w/Info.plist'", 'duplicate_output'],
  ['error: Cycle inside App; building could produce unreliable results.', 'cycle'],
  ['error: module compiled with Swift 5.9 cannot be imported by the Swift 6.0 compiler', 'swift_version'],
  ["ld: building for 'iOS-simulator', but linking in dylib built for 'iOS'", 'wrong_architecture'],
  ['You have not agreed to the Xcode license agreements.', 'xcode_licence'],
  [
    "error: The iOS deployment target 'IPHONEOS_DEPLOYMENT_TARGET' is set to 8.0, but the range of supported deployment target versions is 12.0 to 26.2.99. (in target 'P' from project 'Pods')",
    'deployment_target',
  ],
  ['/w/D/Script-3B06AD1E1E4923F5004D2608.sh: line 2: swiftlint: command not found', 'script_command_missing'],
  [
    "xcodebuild: error: A required plugin failed to load. Try running 'xcodebuild -runFirstLaunch'.",
    'xcode_first_launch',
  ],
  [
    "xcode-select: error: tool 'xcodebuild' requires Xcode, but active developer directory '/Library/Developer/CommandLineTools'",
    'command_line_tools',
  ],
])('%s', (sentence, code) => {
  expect(causeIn(sentence)?.code).toBe(code);
});

it('finds none in what every build prints', () => {
  for (const line of [
    '> Task :app:compileDebugKotlin',
    'BUILD SUCCESSFUL in 3s',
    "w: file:///a/B.kt:1:2 Variable 'x' is never used",
    "warning: The iOS deployment target 'IPHONEOS_DEPLOYMENT_TARGET' is set to 8.0, but the range of supported deployment target versions is 12.0 to 26.2.99.",
  ])
    expect(causeIn(line)).toBeNull();
});
