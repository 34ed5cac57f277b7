/** Recorded shapes of build logs: which errors, where, how many warnings, and whether it failed. */

import fc from '@mobile-debug/core/testing/property.ts';
import { describe, expect, it } from 'vitest';
import { BuildOutput, buildSucceeded } from './build-output.ts';

function findings(text: string) {
  const output = new BuildOutput();
  for (const line of text.split('\n')) output.line(line);
  return output.findings();
}

const locations = (text: string): string[] =>
  findings(text).errors.map(
    ({ file, line, column, message }) => `${file ?? '-'}:${line ?? '-'}:${column ?? '-'} ${message}`,
  );

describe('errors and their places', () => {
  it.each<[string, string, readonly string[]]>([
    [
      'BUILD-05: Kotlin scripts with file URLs',
      `w: file:///home/runner/work/app/build.gradle.kts:14:24: 'getter for buildDir: File!' is deprecated. Deprecated in Java
e: file:///home/runner/work/app/app/build.gradle.kts:35:5: Unresolved reference: compilerOptions
e: file:///home/runner/work/app/app/build.gradle.kts:36:9: Unresolved reference: jvmTarget
FAILURE: Build failed with an exception.
* Where:
Build file '/home/runner/work/app/app/build.gradle.kts' line: 35
* What went wrong:
Script compilation errors:
* Try:
BUILD FAILED in 3s`,
      [
        '/home/runner/work/app/app/build.gradle.kts:35:5 Unresolved reference: compilerOptions',
        '/home/runner/work/app/app/build.gradle.kts:36:9 Unresolved reference: jvmTarget',
      ],
    ],
    [
      'BUILD-09: clang without any marker',
      `/Users/user/code/Classes/NSNumber+Example.m:26:5: error: use of undeclared identifier 'trololo'
    trololo
    ^
/Users/user/code/Classes/NSNumber+Example.m:30:7: error: expected ';'
2 errors generated.`,
      [
        "/Users/user/code/Classes/NSNumber+Example.m:26:5 use of undeclared identifier 'trololo'",
        "/Users/user/code/Classes/NSNumber+Example.m:30:7 expected ';'",
      ],
    ],
    [
      'Kotlin 2 and Kotlin 1.6',
      `e: file:///w/a%20b/Main.kt:12:9 Unresolved reference 'foo'.
e: /w/app/src/Main.kt: (7, 3): Expecting a top level declaration`,
      [
        "/w/a b/Main.kt:12:9 Unresolved reference 'foo'.",
        '/w/app/src/Main.kt:7:3 Expecting a top level declaration',
      ],
    ],
    [
      'Java with a caret',
      `/w/app/src/main/java/a/B.java:12: error: cannot find symbol
        foo.bar();
           ^
  symbol:   method bar()
/w/app/src/main/java/a/B.java:20: warning: [deprecation] x in y has been deprecated
1 error`,
      ['/w/app/src/main/java/a/B.java:12:12 cannot find symbol'],
    ],
    [
      'AAPT and the manifest merger',
      `ERROR: /w/app/src/main/res/layout/a.xml:5: AAPT: error: resource string/missing not found.
/w/app/src/main/res/values/b.xml:9:5-20:12: AAPT: error: invalid value.
/w/app/src/main/AndroidManifest.xml:12:5-30 Error:
\tandroid:exported needs to be explicitly specified for element <activity#a.B>.`,
      [
        '/w/app/src/main/res/layout/a.xml:5:- AAPT: resource string/missing not found.',
        '/w/app/src/main/res/values/b.xml:9:5 AAPT: invalid value.',
        '/w/app/src/main/AndroidManifest.xml:12:5 android:exported needs to be explicitly specified for element <activity#a.B>.',
      ],
    ],
    [
      'CMake and native code under Gradle',
      `CMake Error at CMakeLists.txt:10 (find_package):
  Could not find a package configuration file.

C/C++: /w/app/src/main/cpp/native.cpp:5:3: error: use of undeclared identifier 'x'`,
      [
        'CMakeLists.txt:10:- find_package: Could not find a package configuration file.',
        "/w/app/src/main/cpp/native.cpp:5:3 use of undeclared identifier 'x'",
      ],
    ],
    [
      'Flutter',
      `lib/main.dart:12:5: Error: Expected ';' after this.
    foo
    ^^^
FAILURE: Build failed with an exception.
* What went wrong:
Execution failed for task ':app:compileFlutterBuildDebug'.
* Try:
Gradle task assembleDebug failed with exit code 1`,
      ["lib/main.dart:12:5 Expected ';' after this."],
    ],
    [
      'Metro',
      `error: Error: Unable to resolve module ./missing from /w/App.js: None of these files exist
SyntaxError: /w/src/Home.tsx: Unexpected token (12:5)`,
      [
        '/w/App.js:-:- Unable to resolve module ./missing. None of these files exist',
        '/w/src/Home.tsx:12:5 Unexpected token',
      ],
    ],
    [
      'Swift, once for both architectures',
      `/w/App/View.swift:10:15: error: cannot find 'foo' in scope
        foo()
        ^~~
/w/App/View.swift:10:15: error: cannot find 'foo' in scope
/w/App/View.swift:11:15: warning: unused
** BUILD FAILED **`,
      ["/w/App/View.swift:10:15 cannot find 'foo' in scope"],
    ],
    [
      'the linker',
      `Undefined symbols for architecture arm64:
  "_OBJC_CLASS_$_Missing", referenced from:
      objc-class-ref in View.o
ld: symbol(s) not found for architecture arm64
clang: error: linker command failed with exit code 1 (use -v to see invocation)
** BUILD FAILED **`,
      ['-:-:- Undefined symbols for architecture arm64: _OBJC_CLASS_$_Missing'],
    ],
    [
      'signing and the invocation itself',
      `error: No profiles for 'com.example.app' were found: Xcode couldn't find any. (in target 'App' from project 'App')
xcodebuild: error: The workspace named "App" does not contain a scheme named "Ap".`,
      [
        "-:-:- No profiles for 'com.example.app' were found: Xcode couldn't find any. (in target 'App' from project 'App')",
        '-:-:- The workspace named "App" does not contain a scheme named "Ap".',
      ],
    ],
    [
      'nothing but what Gradle itself says',
      `FAILURE: Build failed with an exception.

* What went wrong:
Execution failed for task ':app:mergeDebugResources'.
> Could not find tool.

* Try:
> Run with --stacktrace

BUILD FAILED in 1s`,
      ["-:-:- Execution failed for task ':app:mergeDebugResources'. > Could not find tool."],
    ],
    [
      'a Windows path',
      'e: file:///C:/w/Main.kt:3:4 Unresolved reference\nC:\\w\\B.java:7: error: bad',
      ['/C:/w/Main.kt:3:4 Unresolved reference', 'C:\\w\\B.java:7:- bad'],
    ],
  ])('%s', (_, text, expected) => {
    expect(locations(text)).toEqual(expected);
    expect(buildSucceeded(1, findings(text))).toBe(false);
  });

  it('counts warnings apart', () => {
    expect(
      findings('w: file:///a/b.kts:14:24: old\n/a/B.swift:1:2: warning: unused\nld: warning: dup')
        .warningsCount,
    ).toBe(3);
  });

  it('BUILD-02: an NSError that is printed is no diagnostic', () => {
    const found = findings(
      '** TEST EXECUTE SUCCEEDED **\n   } (error = Error Domain=FBSOpenApplicationServiceErrorDomain Code=1 "x")\nerror: Error Domain=NSPOSIXErrorDomain Code=2',
    );
    expect(found).toMatchObject({ errors: [], verdict: 'success' });
    expect(buildSucceeded(0, found)).toBe(true);
  });
});

describe('the verdict', () => {
  it.each<[string, number | null, string, boolean]>([
    ['a plain success', 0, 'BUILD SUCCESSFUL in 3s', true],
    ['exit 0 without a word', 0, 'done', true],
    ['exit 0 with a failure in the text', 0, 'BUILD FAILED in 3s', false],
    ['a success before the final failure', 0, 'BUILD SUCCESSFUL in 1s\n** BUILD FAILED **', false],
    ['a failure before the final success (a retry)', 0, '** BUILD FAILED **\nBUILD SUCCESSFUL in 3s', true],
    ['exit 1 after a success', 1, 'BUILD SUCCESSFUL in 1s', false],
    ['ended by a signal', null, 'BUILD SUCCESSFUL in 1s', false],
    ['exit 0, an error and no verdict', 0, '/a/B.swift:1:2: error: bad', false],
  ])('%s', (_, exitCode, text, expected) => {
    expect(buildSucceeded(exitCode, findings(text))).toBe(expected);
  });

  it('names a cause with its remedy', () => {
    expect(findings('SDK location not found. Define a valid SDK location').cause).toMatchObject({
      code: 'sdk_missing',
      remedy: expect.stringContaining('ANDROID_HOME'),
    });
    expect(findings("Task ':app:assembleFoo' not found in project ':app'.").cause?.code).toBe('no_such_task');
  });
});

describe('any text', () => {
  it('never throws, never grows beyond its bounds', () => {
    const piece = fc.constantFrom(
      'e: ',
      'error: ',
      '/a/B.kt',
      ':3:4: ',
      'CMake Error at ',
      '^',
      '   ',
      'ld: ',
      '* What went wrong:',
      '%E0%A4%A',
      'file://',
      '\u001b[31m',
      'Error:',
    );
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.oneof(piece, fc.string({ maxLength: 20 })), { maxLength: 8 }), {
          maxLength: 60,
        }),
        (lines) => {
          const found = findings(lines.map((parts) => parts.join('')).join('\n'));
          expect(found.errors.length).toBeLessThanOrEqual(21);
          expect(found.tail.length).toBeLessThanOrEqual(40);
          for (const { message } of found.errors) expect(message.length).toBeLessThanOrEqual(600);
        },
      ),
    );
  });

  it('keeps the first twenty of many errors and counts the rest', () => {
    const text = Array.from({ length: 1_000 }, (_, n) => `/a/B.swift:${n}:1: error: bad ${n}`).join('\n');
    const found = findings(text);
    expect([found.errors.length, found.omitted, found.errors[0]?.message]).toEqual([20, 980, 'bad 0']);
  });
});
