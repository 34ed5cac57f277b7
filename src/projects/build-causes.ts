/** Why builds fail for other reasons than the code, by the tools' own sentences, and what helps. Data and one lookup. */

export interface BuildCause {
  readonly code: string;
  readonly title: string;
  readonly remedy: string;
}

/** Sentences that only say that something fits nothing or came from nowhere: any other one tells more. */
const vague: ReadonlySet<string> = new Set(['no_destination', 'dependencies', 'daemon_gone', 'signing']);

/** Of two causes the one that tells more; the earlier one where neither does. */
export function moreExact(before: BuildCause | null, next: BuildCause | null): BuildCause | null {
  if (before === null || next === null) return before ?? next;
  return vague.has(before.code) && !vague.has(next.code) ? next : before;
}

const causes: readonly (readonly [RegExp, string, string, string])[] = [
  [
    /SDK location not found/, // [T5]
    'sdk_missing',
    'The Android SDK was not found.',
    'Set ANDROID_HOME, or write sdk.dir=PATH into local.properties.',
  ],
  [
    /You have not accepted the license agreements/, // [T5]
    'sdk_licences',
    'Licences of the Android SDK are not accepted.',
    'Run `sdkmanager --licenses` and accept them.',
  ],
  [
    /Failed to find (?:Platform SDK|target) with (?:path|hash string)/, // [T5]
    'sdk_platform_missing',
    'The SDK platform of compileSdk is not installed.',
    'Install it: `sdkmanager "platforms;android-NN"`.',
  ],
  [
    /NDK (?:not configured|at .* did not have a source\.properties|is not installed)|No version of NDK matched/, // [T5]
    'ndk_missing',
    'The NDK is missing.',
    'Install it: `sdkmanager "ndk;VERSION"` with the version that the project requires.',
  ],
  [
    /Unsupported class file major version|requires Java \d+ to run|requires at least JVM runtime version|incompatible with (?:the )?Java/, // [T5]
    'wrong_jdk',
    'This JDK does not match the Gradle or plugin version.',
    'Set GRADLE_JAVA_HOME to a matching JDK (17 for Android Gradle plugin 8).',
  ],
  [
    /Inconsistent JVM-target compatibility/, // [T5]
    'jvm_target',
    'Java and Kotlin are compiled for different JVM versions.',
    'Set kotlin { jvmToolchain(17) }, or the same version in compileOptions and kotlinOptions.',
  ],
  [
    /Could not find (?:any (?:version|matching)|[\w.-]+:[\w.-]+:[\w.+-]+)|Could not find any version that matches/, // [T5]
    'dependency_not_found',
    'A dependency is in none of the repositories.',
    'Correct its version, or add the repository that has it; the errors name it.',
  ],
  [
    /issues? (?:was|were) found when checking AAR metadata/, // [T5]
    'aar_metadata',
    'Dependencies need a newer compileSdk or Android Gradle plugin.',
    'Raise what each error names, or take older versions of these dependencies.',
  ],
  [
    /Missing classes detected while running R8/, // [T5]
    'missing_classes',
    'R8 misses classes that the code refers to.',
    'Add the dependency that has them, or the rules of the missing_rules.txt that the errors name.',
  ],
  [
    /problems? (?:was|were) found (?:storing|reusing) the configuration cache|Configuration cache problems found/, // [T5]
    'configuration_cache',
    'A build script or plugin does not work with the configuration cache.',
    'Correct what the errors name, or set org.gradle.configuration-cache=false in gradle.properties.',
  ],
  [
    /A fatal error has been detected by the Java Runtime Environment/, // [T5]
    'jvm_crash',
    'The JVM crashed.',
    'Read the hs_err file that the log names; use another JDK (GRADLE_JAVA_HOME).',
  ],
  [
    /Could not reserve enough space for|Cannot allocate memory|There is insufficient memory for the Java Runtime/, // [T5]
    'no_memory',
    'The computer has not enough memory for the JVM.',
    'Lower -Xmx in org.gradle.jvmargs, or end other programs.',
  ],
  [
    /r(?:an|unning) out of (?:JVM )?[Mm]etaspace|OutOfMemoryError: Metaspace/, // [T5]
    'out_of_metaspace',
    'The Gradle daemon ran out of metaspace.',
    'Raise -XX:MaxMetaspaceSize in org.gradle.jvmargs.',
  ],
  [
    /finished with non-zero exit value 137|Gradle build daemon .* was killed/, // [T5]
    'killed',
    'A process of the build was killed, usually for lack of memory.',
    'Lower org.gradle.workers.max or -Xmx in gradle.properties, or end other programs.',
  ],
  [
    /Could not resolve all (?:files|dependencies|artifacts)|Could not (?:GET|HEAD) '/, // [T5]
    'dependencies',
    'Dependencies could not be fetched.',
    'Check the network and the repositories block; the log names the first one that failed.',
  ],
  [
    /Timeout waiting to lock|has been locked by|lock file .* is held/, // [T5]
    'locked',
    'Another Gradle build holds the lock.',
    'Wait for it, or stop it; then build again.',
  ],
  [
    /Gradle build daemon disappeared unexpectedly/, // [T5]
    'daemon_gone',
    'The Gradle daemon died, usually for lack of memory.',
    'Raise or lower org.gradle.jvmargs, close other builds, build again.',
  ],
  [
    /java\.lang\.OutOfMemoryError|GC overhead limit exceeded|Java heap space/, // [T5]
    'out_of_memory',
    'Gradle ran out of memory.',
    'Raise org.gradle.jvmargs (-Xmx) in gradle.properties.',
  ],
  [/No space left on device/, 'disk_full', 'The disk is full.', 'Free space, then build again.'], // [T5]
  [
    /Task '([^']+)' not found in/, // [T5]
    'no_such_task',
    'There is no such module or variant.',
    'Correct variant; `gradlew tasks --all` lists the available ones.',
  ],
  [
    /Keystore file '.*' not found|Failed to read key .* from store|keystore password was incorrect/, // [T5]
    'signing_key',
    'The signing key cannot be used.',
    'Build the debug variant, or correct signingConfig.',
  ],
  [
    /pubspec\.yaml.*not found|Expected to find project root/, // [T6]
    'flutter_root',
    'This is not the root of a Flutter project.',
    'Pass the folder that contains pubspec.yaml.',
  ],
  [
    /version solving failed/, // [T6]
    'pub_versions',
    'The Dart package versions conflict.',
    'Correct the versions in pubspec.yaml; `flutter pub get` shows the conflict.',
  ],
  [
    /does not contain a scheme named/, // [S14]
    'no_scheme',
    'There is no such scheme.',
    'Share the scheme in Xcode, or pass the workspace that contains it.',
  ],
  [
    /Unable to find a (?:device|destination) matching/, // [S14]
    'no_destination',
    'No simulator or device matches the destination.',
    'Pass the UDID of a booted simulator in deviceId.',
  ],
  [
    /iOS [\d.]+ (?:is not installed|Platform Not Installed)/, // [S14]
    'platform_missing',
    'The iOS platform of this Xcode is not installed.',
    'Run `xcodebuild -downloadPlatform iOS`.',
  ],
  [
    /errSecInternalComponent|User interaction is not allowed/, // [S14]
    'keychain',
    'The keychain is locked, or its key may not be used without a window.',
    'Run `security unlock-keychain`, and `security set-key-partition-list -S apple-tool:,apple:` for the key.',
  ],
  [
    /No profiles for|No signing certificate|requires a provisioning profile|Signing for .+ requires a development team/, // [S14]
    'signing',
    'Code signing is not set up for a device build.',
    'Choose a development team in Xcode, or build for a simulator.',
  ],
  [
    /database is locked/, // [S14]
    'build_db_locked',
    'Another Xcode build uses this DerivedData.',
    'Wait for it, or stop it; then build again.',
  ],
  [
    /The sandbox is not in sync with the Podfile\.lock/, // [S14]
    'pods_out_of_sync',
    'The installed pods do not match the lock file.',
    'Run `pod install`.',
  ],
  [
    /Build input files? cannot be found/, // [S14]
    'input_missing',
    'A file of the project is missing.',
    'Regenerate the project, or remove the file from it.',
  ],
  [
    /No such module '/, // [S14]
    'no_such_module',
    'A module is not built or not linked.',
    'With CocoaPods build the workspace; with Swift packages resolve them.',
  ],
  [
    /Could not resolve package dependencies/, // [S14]
    'packages',
    'Swift packages could not be resolved.',
    'Check the network and Package.resolved.',
  ],
  [
    /must be enabled before it can be used/, // [S14]
    'macro',
    'A macro or build plugin is not trusted yet.',
    'Trust it once in Xcode.',
  ],
  [
    /Sandbox: .* deny\(1\) file-/, // [S14]
    'script_sandbox',
    'The sandbox denies a build script access to a file.',
    'Set ENABLE_USER_SCRIPT_SANDBOXING to NO, or declare its inputs and outputs.',
  ],
  [
    /Multiple commands produce/, // [S14]
    'duplicate_output',
    'Two build phases write the same file.',
    'Remove the file from one of them (often Info.plist in Copy Bundle Resources).',
  ],
  [
    /Cycle inside|Cycle in dependencies/, // [S14]
    'cycle',
    'The build phases depend on each other.',
    'Reorder the build phases of the named target.',
  ],
  [
    /module compiled with Swift [\d.]+ cannot be imported/, // [S14]
    'swift_version',
    'A binary framework was built with another Swift.',
    'Update or rebuild it.',
  ],
  [
    /building for .*[Ss]imulator.*but linking in|built for '?iOS'?(?! [Ss]imulator)/, // [S14]
    'wrong_architecture',
    'A library was built for devices, not for the simulator.',
    'Use an XCFramework, or a device as destination.',
  ],
  [
    // As a warning it stands in most builds with pods [S14].
    /error: .*deployment target .*is set to/i,
    'deployment_target',
    'This Xcode does not support the deployment target.',
    'Set IPHONEOS_DEPLOYMENT_TARGET to the supported range; for pods, in a post_install hook of the Podfile.',
  ],
  [
    /Script-\w+\.sh: line \d+: .+: command not found/, // [S14]
    'script_command_missing',
    'A build script calls a program that is not on the PATH of Xcode.',
    'Install it, or use its full path in the script phase: Homebrew and nvm are not on that PATH.',
  ],
  [
    /You have not agreed to the Xcode license/, // [S14]
    'xcode_licence',
    'The Xcode licence is not accepted.',
    'Run `sudo xcodebuild -license accept`, then `sudo xcodebuild -runFirstLaunch`.',
  ],
  [
    /-runFirstLaunch/, // [S14]
    'xcode_first_launch',
    'This Xcode has not been set up.',
    'Run `sudo xcodebuild -runFirstLaunch`.',
  ],
  [
    /requires Xcode, but active developer directory/, // [S14]
    'command_line_tools',
    'Only the command line tools are selected.',
    'Run `sudo xcode-select -s /Applications/Xcode.app`, or set DEVELOPER_DIR.',
  ],
];

/** A word of every sentence above; most lines of a log have none, and one cheap look passes them over [S14]. */
const hint =
  /not |No |requires|failed|file |errSec|fatal error|AAR|R8|cache|etaspace|memory|to lock|exit value|locked|held|Could|daemon|OutOfMemory|overhead|heap|JVM|version|space|incorrect|root|scheme|find|profiles|certificate|development team|NDK|enabled|deny|produce|Cycle|linking|built for|is set to|runFirstLaunch/;

export function causeIn(text: string): BuildCause | null {
  if (!hint.test(text)) return null;
  for (const [pattern, code, title, remedy] of causes) if (pattern.test(text)) return { code, title, remedy };
  return null;
}
