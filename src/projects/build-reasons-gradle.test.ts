/** What a person would find in outputs of Gradle 7 to 9, AGP 8 to 9, Kotlin 1.9 to 2.3: cause, place and remedy of each. */
import { expect, it } from 'vitest';
import { check, type Reason, taskFailure } from './testing/build-reasons.ts';

const reasons: readonly Reason[] = [
  {
    name: 'two issues of AAR metadata, each whole and with its project',
    text: `> Task :shop:checkDebugAarMetadata FAILED
FAILURE: Build failed with an exception.
* What went wrong:
Execution failed for task ':shop:checkDebugAarMetadata'.
> A failure occurred while executing com.android.build.gradle.internal.tasks.CheckAarMetadataWorkAction
   > 2 issues were found when checking AAR metadata:

       1.  Dependency 'org.demo:kettle:2.4.0' requires libraries and applications that
           depend on it to compile against version 36 or later of the
           Android APIs.

           :shop is currently compiled against android-34.

       2.  Dependency 'org.demo:kettle-ktx:2.4.0' requires Android Gradle plugin 8.9.1 or higher.

           This build currently uses Android Gradle plugin 8.7.0.

* Try:
BUILD FAILED in 2s`,
    errors: [
      /^-:- Dependency 'org\.demo:kettle:2\.4\.0' .*version 36 .*android-34.*\(project :shop\)$/,
      /^-:- .*kettle-ktx.*plugin 8\.9\.1.*8\.7\.0/,
    ],
    cause: 'aar_metadata',
  },
  {
    name: 'KSP with and without a place',
    text: `w: [ksp] /w/data/Db.kt:9: Schema export directory was not provided.
e: [ksp] /w/data/OrderDao.kt:14: There is a problem with the query: no such column: totl
e: [ksp] [MissingType]: Element 'org.demo.Db' references a type that is not present
e: Error occurred in KSP, check log for detail
${taskFailure(':data:kspDebugKotlin', '> KSP failed with exit code: PROCESSING_ERROR')}`,
    errors: [/^\/w\/data\/OrderDao\.kt:14 There is a problem/, /^-:- \[MissingType\]/],
    warnings: 1,
  },
  {
    name: 'kapt with the generated line of Java',
    text: `e: /w/app/build/tmp/kapt3/stubs/debug/org/demo/Api.java:7: error: [Dagger/MissingBinding] Repo cannot be provided
${taskFailure(':app:kaptDebugKotlin', '> Compilation error. See log for more details')}`,
    errors: [/^\/w\/app\/.*Api\.java:7 \[Dagger\/MissingBinding\] Repo/],
  },
  {
    name: 'classes that R8 misses, with the file of rules',
    text: `ERROR: Missing classes detected while running R8. Please add the missing classes or apply additional keep rules that are generated in /w/app/build/outputs/mapping/release/missing_rules.txt.
ERROR: R8: Missing class org.demo.extra.Meter (referenced from: void org.demo.App.onCreate())
${taskFailure(':app:minifyReleaseWithR8', '> Compilation failed to complete')}`,
    errors: [
      /missing_rules\.txt/,
      /^-:- Missing class org\.demo\.extra\.Meter \(referenced from: .*onCreate/,
    ],
    cause: 'missing_classes',
    remedy: /missing_rules\.txt/,
  },
  {
    name: 'a dependency that is in no repository, with its coordinate',
    text: taskFailure(
      ':app:compileDebugKotlin',
      `> Could not resolve all files for configuration ':app:debugCompileClasspath'.
   > Could not find org.demo:steam:9.9.9.
     Searched in the following locations:
       - https://repo.example/org/demo/steam/9.9.9/steam-9.9.9.pom
     Required by:
         project :app`,
    ),
    errors: [/org\.demo:steam:9\.9\.9.*project :app/],
    cause: 'dependency_not_found',
  },
  {
    name: 'a range that nothing matches',
    text: taskFailure(
      ':app:dataBinding',
      '> Could not find any version that matches org.demo:steam:[3.0,4.0).',
    ),
    errors: [/\[3\.0,4\.0\)/],
    cause: 'dependency_not_found',
  },
  {
    name: 'a repository that does not answer',
    text: taskFailure(
      ':app:mergeDebug',
      "> Could not resolve org.demo:steam:1.0.\n   > Could not GET 'https://repo.example/steam.pom'. Received status code 502",
    ),
    errors: [/org\.demo:steam:1\.0.*502/],
    cause: 'dependencies',
  },
  {
    name: 'two failures of one build, with file, line and project of each',
    text: `FAILURE: Build completed with 2 failures.

1: Task failed with an exception.
-----------
* Where:
Build file '/w/one/build.gradle.kts' line: 12
* What went wrong:
Execution failed for task ':one:generate'.
> Folder does not exist.
* Try:
==============================================================================

2: Task failed with an exception.
-----------
* What went wrong:
Execution failed for task ':two:package'.
> Signature is missing.
* Try:
BUILD FAILED in 3s`,
    errors: [
      /^\/w\/one\/build\.gradle\.kts:12 .*:one:generate.*Folder does not exist/,
      /^-:- .*:two:package.*Signature is missing/,
    ],
  },
  {
    name: 'a script that does not compile, with its line',
    text: `* Where:
Build file '/w/app/build.gradle' line: 4
* What went wrong:
A problem occurred evaluating project ':app'.
> Could not find method kettle() for arguments [] on project ':app'
BUILD FAILED in 1s`,
    errors: [/^\/w\/app\/build\.gradle:4 .*Could not find method kettle/],
  },
  {
    name: 'a plugin that is nowhere',
    text: `* Where:
Settings file '/w/settings.gradle.kts' line: 9
* What went wrong:
Plugin [id: 'org.demo.boil', version: '4'] was not found in any of the following sources:
BUILD FAILED in 1s`,
    errors: [/^\/w\/settings\.gradle\.kts:9 Plugin \[id: 'org\.demo\.boil'/],
  },
  {
    name: 'problems of the configuration cache',
    text: `1 problem was found storing the configuration cache.
- Build file 'app/build.gradle': line 12: invocation of 'Task.project' at execution time is unsupported.
FAILURE: Build failed with an exception.
* What went wrong:
Configuration cache problems found in this build.
BUILD FAILED in 1s`,
    errors: [/^app\/build\.gradle:12 invocation of 'Task\.project'/, /Configuration cache problems/],
    cause: 'configuration_cache',
  },
  ...(
    [
      ['Could not reserve enough space for 8388608KB object heap', 'no_memory'],
      ['# A fatal error has been detected by the Java Runtime Environment:', 'jvm_crash'],
      ['The Daemon will expire after the build after running out of JVM Metaspace.', 'out_of_metaspace'],
      ["> Process 'Gradle Worker Daemon 3' finished with non-zero exit value 137", 'killed'],
      [
        'Gradle build daemon disappeared unexpectedly (it may have been killed or may have crashed)',
        'daemon_gone',
      ],
      [
        'Expiring Daemon because JVM heap space is exhausted\njava.lang.OutOfMemoryError: Java heap space',
        'out_of_memory',
      ],
      ['Unsupported class file major version 69', 'wrong_jdk'],
      ["> Failed to find target with hash string 'android-36' in: /sdk", 'sdk_platform_missing'],
      [
        '> Timeout waiting to lock build logic queue. It is currently in use by another Gradle instance.',
        'locked',
      ],
      ['No space left on device', 'disk_full'],
      ["Task 'assembleFoo' not found in project ':app'.", 'no_such_task'],
    ] as const
  ).map(([line, cause]) => ({
    name: `${cause}: ${line.slice(0, 50)}`,
    text: `${line}\nBUILD FAILED in 1s`,
    cause,
  })),
  {
    name: 'K2 and the old form of Kotlin beside each other, once each',
    text: `e: file:///w/a/Main.kt:3:5 Unresolved reference 'boil'.
e: file:///w/a/Main.kt:3:5 Unresolved reference 'boil'.
e: /w/b/Old.kt: (7, 2): Type mismatch
${taskFailure(':a:compileDebugKotlin', '> A failure occurred while executing org.jetbrains.kotlin.X\n   > Compilation error. See log for more details')}`,
    errors: [/^\/w\/a\/Main\.kt:3 Unresolved/, /^\/w\/b\/Old\.kt:7 Type mismatch/],
  },
  {
    name: 'a message that is cut says so',
    text: taskFailure(':app:x', `> ${'very long '.repeat(100)}`),
    errors: [/… \(cut\)$/],
  },
  {
    name: 'a success with the words of a failure in its text',
    text: 'w: file:///w/a.kt:1:1 error: is only a word here\nBUILD SUCCESSFUL in 2s',
    errors: [],
    warnings: 1,
  },
];

it.each(reasons.map((reason) => [reason.name, reason] as const))('%s', (_, reason) => {
  check(reason);
});

it('is at least half of the forty that are held', () => {
  expect(reasons.length).toBeGreaterThanOrEqual(25);
});
