/** One table of flags and environment variables; the help text and docs come from it. The only reader of the environment. */
import { parseArgs } from 'node:util';
import type { Environment } from '@mobile-debug/core/environment.ts';
import { Fault } from '@mobile-debug/core/fault.ts';

interface Setting {
  readonly env?: string;
  readonly type: 'boolean' | 'string';
  /** Placeholder of the value in the help. */
  readonly value?: string;
  readonly help: string;
}

export const settings = {
  tools: {
    env: 'MOBILE_DEBUG_TOOLS',
    type: 'string',
    value: 'SETS',
    help: 'Tool sets to offer, comma-separated: core, build, device, debug. Default: all. enable_tools turns on more.',
  },
  exclude: {
    env: 'MOBILE_DEBUG_EXCLUDE',
    type: 'string',
    value: 'NAMES',
    help: 'Tools to leave out, comma-separated.',
  },
  'read-only': {
    env: 'MOBILE_DEBUG_READ_ONLY',
    type: 'boolean',
    help: 'Offer only tools that change nothing.',
  },
  lean: {
    env: 'MOBILE_DEBUG_LEAN',
    type: 'boolean',
    help: 'Answer in outlines: one text that a model reads, instead of JSON. Rarely used fields are not listed.',
  },
  virtual: {
    env: 'MOBILE_DEBUG_VIRTUAL',
    type: 'boolean',
    help: 'Serve a virtual Android phone (virtual-android-1) and a virtual iPhone (virtual-ios-1) in addition to the connected devices.',
  },
  'virtual-android': {
    env: 'MOBILE_DEBUG_VIRTUAL_ANDROID',
    type: 'string',
    value: 'RELEASE',
    help: 'Android release of the virtual phone: 8, 11, 14 or 16. Default: 14.',
  },
  'virtual-helper': {
    env: 'MOBILE_DEBUG_VIRTUAL_HELPER',
    type: 'boolean',
    help: 'The virtual Android phone has the resident helper installed, as if by "helper install".',
  },
  'virtual-users': {
    env: 'MOBILE_DEBUG_VIRTUAL_USERS',
    type: 'string',
    value: 'IDS',
    help: 'Users of the virtual Android phone beside the owner, such as 10 (a work profile) or 10,999 (and a clone). Each has the demo apps.',
  },
  'virtual-timing': {
    env: 'MOBILE_DEBUG_VIRTUAL_TIMING',
    type: 'string',
    value: 'PROFILE',
    help: 'Delays of the virtual phones: instant, emulator or old-phone. Default: instant.',
  },
  'adb-server': {
    env: 'ADB_SERVER_SOCKET',
    type: 'string',
    value: 'SOCKET',
    help: 'The adb server: tcp:HOST:PORT or localfilesystem:PATH. Default: 127.0.0.1:5037, or ANDROID_ADB_SERVER_ADDRESS and ANDROID_ADB_SERVER_PORT.',
  },
  'android-helper': {
    env: 'MOBILE_DEBUG_ANDROID_HELPER',
    type: 'string',
    value: 'MODE',
    help: 'The resident helper on Android: auto (use it where it is installed), install (also install it), off. Default: auto.',
  },
  'helper-idle-seconds': {
    env: 'MOBILE_DEBUG_HELPER_IDLE_SECONDS',
    type: 'string',
    value: 'SECONDS',
    help: 'Seconds without use after which the helper disconnects; a device allows one UiAutomation client. Default: 30.',
  },
  'ios-driver': {
    env: 'MOBILE_DEBUG_IOS_DRIVER',
    type: 'string',
    value: 'DRIVER',
    help: 'How iOS screens are read and touched: auto, idb (its companion), idb-cli, axe, wda. Default: auto, in this order.',
  },
  'ios-wda': {
    env: 'IOS_WDA_URL',
    type: 'string',
    value: 'URL',
    help: 'URL of a running WebDriverAgent, such as http://127.0.0.1:8100; required to see or touch a real iPhone.',
  },
  'debugger-backend': {
    env: 'MOBILE_DEBUG_DEBUGGER_BACKEND',
    type: 'string',
    value: 'BACKEND',
    help: 'How Android apps are debugged: native (needs nothing), or jdi (needs a JDK 17 or newer). Default: native.',
  },
  artifacts: {
    env: 'MOBILE_DEBUG_ARTIFACTS',
    type: 'string',
    value: 'FOLDER',
    help: 'Where long answers and screenshots are saved, at most 500 MB and for 7 days. Default: a new folder under the temporary folder.',
  },
  root: {
    env: 'MOBILE_DEBUG_ROOT',
    type: 'string',
    value: 'FOLDER',
    help: 'An additional folder that savePath may write to, and of which files may be sent to a device. Default: only the artifact folder and the working folder, unless that is a home folder or /.',
  },
  'restore-on-exit': {
    env: 'MOBILE_DEBUG_RESTORE_ON_EXIT',
    type: 'boolean',
    help: 'When the server ends, restore what set_device changed.',
  },
  port: {
    type: 'string',
    value: 'PORT',
    help: 'With virtual-phone: the port of its adb server. Default: a free one.',
  },
  device: {
    type: 'string',
    value: 'ID',
    help: 'With helper: the device. Default: the only connected one.',
  },
  json: {
    type: 'string',
    value: 'ARGUMENTS',
    help: 'With call: the arguments of the tool as JSON.',
  },
  report: {
    type: 'string',
    value: 'FOLDER',
    help: 'With demo: where the report and pictures are saved, in a new folder per run. Default: below the temporary folder.',
  },
  print: {
    type: 'boolean',
    help: 'With setup: show the block and write nothing.',
  },
  undo: {
    type: 'boolean',
    help: 'With setup: take the server out of the client again.',
  },
  help: { type: 'boolean', help: 'Show this and exit.' },
  version: { type: 'boolean', help: 'Show the version and exit.' },
} as const satisfies Record<string, Setting>;

/** Variables beside those of the flags: whoever reads one is given the environment, and its name stands here. */
export const variables = {
  ADB_PATH: 'The adb program.',
  ANDROID_SDK_ROOT: 'The Android SDK that adb and the emulator are searched for in.',
  ANDROID_HOME: 'The same, after ANDROID_SDK_ROOT.',
  ANDROID_EMULATOR_PATH: 'The emulator program.',
  ANDROID_ADB_SERVER_ADDRESS: 'Host of the adb server. Default: 127.0.0.1.',
  ANDROID_ADB_SERVER_PORT: 'Port of the adb server. Default: 5037.',
  XCRUN_PATH: 'The xcrun program.',
  XCODEBUILD_PATH: 'The xcodebuild program.',
  IDB_PATH: 'The idb client.',
  MCP_IDB_PATH: 'The same, before IDB_PATH.',
  IDB_COMPANION_PATH: 'The idb_companion program.',
  MCP_IDB_COMPANION_PATH: 'The same, before IDB_COMPANION_PATH.',
  AXE_PATH: 'The axe program.',
  LLDB_DAP_PATH: 'The debug adapter of LLDB, lldb-dap.',
  BUNDLETOOL_PATH: 'The bundletool program or jar.',
  GRADLE_JAVA_HOME: 'The JDK for Gradle builds.',
  JAVA_HOME: 'The same, after GRADLE_JAVA_HOME.',
  GRADLE_USER_HOME: 'Where Gradle keeps its gradle.properties.',
  FLUTTER_ROOT: 'The Flutter SDK.',
  MCP_GRADLE_TIMEOUT: 'Time limit of a Gradle build in milliseconds. Default: 30 minutes.',
  MCP_XCODEBUILD_TIMEOUT: 'Time limit of an Xcode build in milliseconds. Default: 30 minutes.',
  MCP_DISABLE_AUTODETECT: 'With 1, build calls must pass project type and platform.',
  MCP_TARGET_PACKAGE: 'The Android app that get_system_status reports on.',
  MCP_TARGET_APP_ID: 'The same, after MCP_TARGET_PACKAGE.',
  XDG_CACHE_HOME: 'Where downloads of the helper and the compiled JDI worker are kept. Default: ~/.cache.',
  XDG_CONFIG_HOME: 'With setup: where clients keep their configuration. Default: ~/.config.',
  APPDATA: 'The same on Windows.',
  CLAUDE_CONFIG_DIR: 'With setup: the folder of Claude Code.',
  CODEX_HOME: 'With setup: the folder of Codex. Default: ~/.codex.',
  COPILOT_HOME: 'With setup: the folder of Copilot CLI. Default: ~/.copilot.',
} as const satisfies Record<string, string>;

export type SettingName = keyof typeof settings;

export const commands = {
  serve: 'Serve MCP on standard input and output (the default).',
  setup:
    'Configure a client to start this server: setup CLIENT with its flags; without a name, list the clients found here.',
  demo: 'Drive the virtual phones through a journey and show each step.',
  'virtual-phone': 'Run only the virtual phones, and print where their adb server and tools are.',
  devices: 'List connected devices.',
  doctor: 'Check the programs and devices of this computer; exit code 1 when no device can be used.',
  helper: 'The fast resident helper of Android devices: helper status, install or remove.',
  call: 'Call one tool: call NAME --json ARGUMENTS',
} as const;

export type CommandName = keyof typeof commands;

export interface Config {
  readonly command: CommandName;
  /** Words after the command. */
  readonly words: readonly string[];
  readonly flags: ReadonlySet<SettingName>;
  readonly values: Readonly<Partial<Record<SettingName, string>>>;
  readonly environment: Environment;
}

/** Flags win over the environment. INVALID_ARGUMENT for unknown flags and commands, naming them. */
export function readConfig(
  args: readonly string[],
  environment: Config['environment'] = process.env,
): Config {
  const { values, positionals } = parse(args);
  const [first = 'serve', ...words] = positionals;
  if (!Object.hasOwn(commands, first)) {
    throw new Fault('INVALID_ARGUMENT', `There is no command ${JSON.stringify(first)}.`, {
      nextStep: `Commands: ${Object.keys(commands).join(', ')}.`,
    });
  }
  const flags = new Set<SettingName>();
  const texts: Partial<Record<SettingName, string>> = {};
  for (const name of Object.keys(settings) as SettingName[]) {
    const { type, env }: Setting = settings[name];
    const given = values[name] ?? (env === undefined ? undefined : environment[env]);
    if (given === undefined || given === '') continue;
    if (type === 'string') texts[name] = String(given);
    else if (given === true || isOn(String(given), env ?? name)) flags.add(name);
  }
  return { command: first as CommandName, words, flags, values: texts, environment };
}

/** A word that is neither is refused: a mistyped `read-only` must not offer every tool. */
function isOn(word: string, variable: string): boolean {
  if (/^(1|true|yes|on)$/i.test(word)) return true;
  if (/^(0|false|no|off)$/i.test(word)) return false;
  throw new Fault('INVALID_ARGUMENT', `${variable}: ${JSON.stringify(word)} is neither on nor off.`, {
    nextStep: 'One of 1, true, yes, on, 0, false, no, off.',
  });
}

function parse(args: readonly string[]) {
  const options = Object.fromEntries(Object.entries(settings).map(([name, { type }]) => [name, { type }]));
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    // Node goes on to explain how a positional argument may begin with a dash, which none of ours does.
    const [first = ''] = (error as Error).message.split('. ');
    throw new Fault('INVALID_ARGUMENT', `${first.replace(/\.$/, '')}.`, {
      nextStep: 'See --help.',
      cause: error,
    });
  }
}

/** A comma-separated setting as a list; undefined when it was not given. */
export function listOf(text: string | undefined): readonly string[] | undefined {
  return text
    ?.split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** INVALID_ARGUMENT unless the text is a port number; `what` names the setting. */
export function portOf(text: string, what: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new Fault('INVALID_ARGUMENT', `${what}: ${JSON.stringify(text)} is not a port.`);
}

export function helpText(version: string): string {
  const rows = (Object.entries(settings) as [SettingName, Setting][]).map(([name, { value, env, help }]) => {
    const flag = `--${name}${value === undefined ? '' : ` ${value}`}`;
    return `  ${flag.padEnd(32)}${help}${env === undefined ? '' : ` [${env}]`}`;
  });
  return [
    `mobile-debug-mcp ${version}`,
    'An MCP server through which coding agents build, drive, observe and debug Android and iOS apps.',
    '',
    'Usage: mobile-debug-mcp [command] [flags]',
    '',
    'Commands:',
    ...Object.entries(commands).map(([name, what]) => `  ${name.padEnd(32)}${what}`),
    '',
    'Flags (and the environment variables that stand for them):',
    ...rows,
    '',
    'Further environment variables:',
    ...Object.entries(variables).map(([name, what]) => `  ${name.padEnd(32)}${what}`),
    '',
  ].join('\n');
}
