/** What may stand in certain files only, as a pattern over source text without comments. */
export const onlyIn: readonly {
  readonly what: string;
  readonly pattern: RegExp;
  readonly files: readonly RegExp[];
}[] = [
  {
    what: 'timers',
    pattern: /\b(setTimeout|setInterval|setImmediate)\s*\(|node:timers/,
    files: [/^packages\/core\/src\/operation\.ts$/],
  },
  {
    what: 'the environment',
    pattern: /process\.env/,
    files: [/^src\/config\.ts$/, /^packages\/core\/src\/testing\/property\.ts$/],
  },
  { what: 'console', pattern: /\bconsole\s*[.?[]/, files: [/^src\/cli\/quiet-stdout\.ts$/] },
  { what: 'any', pattern: /\bas any\b|: any\b|@ts-ignore|@ts-expect-error/, files: [] },
  {
    what: "decisions by a fault's details, which are for clients",
    pattern: /\.details(?:\?\.|\.|\[)[\w'[]|\bdetails(?:\?\.\[|\[)/,
    files: [],
  },
  {
    what: 'a dispatch, which the session makes',
    pattern: /\bDispatch\.on\s*\(/,
    files: [/^src\/session\/device-session\.ts$/, /^packages\/core\/src\/testing\/test-dispatch\.ts$/],
  },
  {
    what: 'an operation that may change the device under the name of one that only reads',
    pattern: /\bop\??: Dispatch\b/,
    files: [],
  },
  {
    what: 'what left and what was answered, which transports know',
    pattern: /(?:\b(?:op|own|dispatch|listener)|\))\??\.(?:sending|answered)\(\)/,
    files: [
      /^packages\/core\/src\/dispatch\.ts$/,
      /^src\/devices\/android\/adb\/(?:adb-device|service-channel|sync-files)\.ts$/,
      /^src\/devices\/android\/uia2\/helper-connection\.ts$/,
      /^src\/devices\/ios\/simctl\/(?:simctl|run-xcrun)\.ts$/,
      /^src\/devices\/ios\/real\/devicectl\.ts$/,
      /^src\/devices\/ios\/screen\/companion\/wire\/grpc-channel\.ts$/,
      /^src\/devices\/ios\/screen\/companion\/drivers\/(?:tool-run|wda-client)\.ts$/,
      // Files of a simulator's app lie on this computer: writing them is the way to the device.
      /^src\/host\/files-below\.ts$/,
      /\/testing\//,
      /^src\/devices\/android\/fixtures\//,
    ],
  },
  {
    what: 'a dispatch made outside the session, whose failure says nothing of its delivery',
    pattern: /\bsession\.dispatch\(/,
    files: [/^src\/session\/action\/run-action\.ts$/],
  },
  {
    what: 'the word of a fault that its command came to nothing: before one has left, the dispatch knows it',
    pattern: /\bdelivery: 'not_delivered'/,
    files: [
      // There is no dispatch yet while the device of a call is looked for.
      /^src\/server\/run-tool\.ts$/,
      // Folders were made or a file opened, and nothing was written.
      /^src\/host\/files-below\.ts$/,
      // adb answers FAIL in the place of the service, after its name has left.
      /^src\/devices\/android\/adb\/device-errors\.ts$/,
      // The command and the question for the app leave together.
      /^src\/devices\/android\/apps\/app-id\.ts$/,
      // The app is looked for when simctl has refused the command.
      /^src\/devices\/ios\/apps\/(?:apps|launch-problem)\.ts$/,
      // simctl was started, and refuses for what the simulator is: off, or not there.
      /^src\/devices\/ios\/simctl\/simctl-failures\.ts$/,
      // The touch that gives a field the focus has left; the text has not.
      /^src\/workflows\/aimed-field\.ts$/,
      // A helper or a driver has refused the request, and no other is left that could do it.
      /^src\/devices\/android\/uia2\/helper-input\.ts$/,
      /^src\/devices\/ios\/screen\/companion\/touch-input\.ts$/,
      /^src\/devices\/ios\/screen\/companion\/drivers\/(?:driver-chain|tool-run|companion-driver)\.ts$/,
    ],
  },
  {
    what: 'turning bugs into faults, which is for the outermost catches',
    pattern: /\basFault\b/,
    files: [
      /^src\/(?:server|cli)\//,
      /^src\/main\.ts$/,
      /^packages\/core\/src\/fault\.ts$/,
      // An action says what became of its input also when a bug ends it.
      /^src\/session\/action\/outcome\.ts$/,
      // Work in the background has no caller: who asks for a job or for an answer gets the bug.
      /^src\/session\/job\.ts$/,
      // Reads in a callback, which has no caller either: whoever waits for an answer gets the bug.
      /^src\/debugger\/lldb\/dap-client\.ts$/,
    ],
  },
  {
    what: 'a device beside the session that has it',
    pattern:
      /\bdevice\??: Device(?:With)?\b[^{}()]*\bsession\??: (?:Device)?Session|\bsession\??: (?:Device)?Session[^{}()]*\bdevice\??: Device(?:With)?\b/,
    files: [],
  },
  { what: 'unfinished work', pattern: /\b(TODO|FIXME|XXX)\b/, files: [] },
  {
    what: 'resources that a finally block holds: the bundler leaves them as they are, and Node 20 cannot read that; a function of its own holds them',
    pattern: /finally \{[^{}]*\busing /,
    files: [],
  },
];
