/** What a person would find in outputs of Xcode 15 to 26: cause, place and remedy of each. */
import { expect, it } from 'vitest';
import { check, type Reason } from './testing/build-reasons.ts';

const reasons: readonly Reason[] = [
  {
    name: 'a platform that is not installed wins over no destination',
    text: `xcodebuild: error: Unable to find a destination matching the provided destination specifier:
\t\t{ generic:1, platform:iOS Simulator }

\tIneligible destinations for the "Shop" scheme:
\t\t{ platform:iOS, id:placeholder, name:Any iOS Device, error:iOS 26.1 is not installed. Please download it. }`,
    errors: [/^-:- Unable to find a destination/],
    cause: 'platform_missing',
    remedy: /-downloadPlatform iOS/,
  },
  {
    name: 'no destination where nothing tells more',
    text: `xcodebuild: error: Unable to find a destination matching the provided destination specifier:
\t\t{ id:0000 }`,
    errors: [/Unable to find a destination/],
    cause: 'no_destination',
  },
  {
    name: 'a keychain that is locked, at the file that was to be signed',
    text: `CodeSign /DD/Shop.app/Frameworks/Kit.framework (in target 'Shop' from project 'Shop')
    /usr/bin/codesign --force --sign 0123 /DD/Shop.app/Frameworks/Kit.framework
/DD/Shop.app/Frameworks/Kit.framework: errSecInternalComponent
Command CodeSign failed with a nonzero exit code
** BUILD FAILED **`,
    errors: [/^\/DD\/Shop\.app\/Frameworks\/Kit\.framework:- errSecInternalComponent/],
    cause: 'keychain',
    remedy: /unlock-keychain.*set-key-partition-list/,
  },
  {
    name: 'the lines that a script printed before it failed',
    text: `PhaseScriptExecution Lint /DD/Script-12.sh (in target 'Shop' from project 'Shop')
    /bin/sh -c /DD/Script-12.sh
lint: configuration file is missing
Command PhaseScriptExecution failed with a nonzero exit code
** BUILD FAILED **`,
    errors: [/^-:- A script phase failed: .*lint: configuration file is missing$/],
  },
  {
    name: 'a program of a script that Xcode does not find',
    text: `/DD/Script-AB12.sh: line 4: swiftlint: command not found
Command PhaseScriptExecution failed with a nonzero exit code
** BUILD FAILED **`,
    errors: [/swiftlint: command not found/],
    cause: 'script_command_missing',
  },
  {
    name: 'packages that cannot be resolved, with the reason below',
    text: `xcodebuild: error: Could not resolve package dependencies:
  Failed to clone repository https://git.example/kettle.git:
    fatal: could not read from remote repository`,
    errors: [/Could not resolve package dependencies:.*kettle\.git.*could not read/],
    cause: 'packages',
  },
  ...(
    [
      ["error: No profiles for 'org.demo.shop' were found (in target 'Shop' from project 'Shop')", 'signing'],
      ['error: Signing for "Shop" requires a development team. Select one in the editor.', 'signing'],
      ["xcodebuild: error: The project 'Shop' does not contain a scheme named 'Sho'.", 'no_scheme'],
      ['error: The sandbox is not in sync with the Podfile.lock. Run pod install.', 'pods_out_of_sync'],
      ["/w/A.swift:3:8: error: No such module 'Kit'", 'no_such_module'],
      ["error: Multiple commands produce '/DD/Shop.app/Info.plist'", 'duplicate_output'],
      ['error: Cycle inside Shop; building could produce unreliable results.', 'cycle'],
      [
        '/w/A.swift:1:8: error: module compiled with Swift 5.9 cannot be imported by the Swift 6.0 compiler: /w/K',
        'swift_version',
      ],
      ['error: unable to attach DB: error: accessing build database: database is locked', 'build_db_locked'],
      ['error: Sandbox: rsync(4) deny(1) file-write-create /DD/x', 'script_sandbox'],
      ["error: Build input file cannot be found: '/w/Gone.swift'.", 'input_missing'],
      ['You have not agreed to the Xcode license agreements.', 'xcode_licence'],
      [
        "xcode-select: error: tool 'xcodebuild' requires Xcode, but active developer directory '/Library/X' is a command line tools instance",
        'command_line_tools',
      ],
      ['error: Macro "KitMacros" must be enabled before it can be used', 'macro'],
    ] as const
  ).map(([line, cause]) => ({
    name: `${cause}: ${line.slice(0, 60)}`,
    text: `${line}\n** BUILD FAILED **`,
    cause,
  })),
];

it.each(reasons.map((reason) => [reason.name, reason] as const))('%s', (_, reason) => {
  check(reason);
});

it('is the rest of the forty that are held', () => {
  expect(reasons.length).toBeGreaterThanOrEqual(15);
});
