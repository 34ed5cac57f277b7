/** `xcrun`, `xcode-select` and `plutil`: finding tools, handing over to them, and what they say without Xcode. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { runDevicectl } from './devicectl/devicectl.ts';
import { readXmlPlist } from './info-plist.ts';
import { readOpenStep } from './openstep.ts';
import { type Program, type ProgramContext, variable } from './program.ts';
import { runSimctl } from './simctl/simctl.ts';
import type { SimulatedMac } from './simulated-mac.ts';
import { runXcodebuild } from './xcode/xcodebuild.ts';
import { runXcresulttool } from './xcode/xcresulttool.ts';

const developerDir = '/Applications/Xcode.app/Contents/Developer';
const toolsDir = '/Library/Developer/CommandLineTools';
const licenceExit = 69;
const missingExit = 72;
const licence =
  "You have not agreed to the Xcode license agreements. Please run 'sudo xcodebuild -license' from within a Terminal window to review and agree to the Xcode and Apple SDKs license.\n";

/** Tools of Xcode itself; the command line tools have them not. */
const ofXcode = ['simctl', 'devicectl', 'xcodebuild', 'xcresulttool'];
const tools = [...ofXcode, 'xcode-select', 'plutil', 'git', 'clang', 'swift', 'lldb', 'otool'];

export function xcrunProgram(mac: SimulatedMac): Program {
  return async (context) => {
    const [first = '', ...rest] = context.args;
    if (meetsLicence(context)) return licenceExit;
    const lost = withoutTools(context);
    if (lost !== null) {
      context.stderr.write(lost);
      return 1;
    }
    if (first === '--version') {
      context.stdout.write('xcrun version 72.\n');
      return 0;
    }
    if (first === '--find' || first === '-f') return find(context, rest[0] ?? '');
    if (first === '--show-sdk-path' || (first === '--sdk' && rest[1] === '--show-sdk-path')) {
      context.stdout.write(
        `${developerDir}/Platforms/iPhoneSimulator.platform/Developer/SDKs/iPhoneSimulator.sdk\n`,
      );
      return 0;
    }
    if (first.startsWith('-') || first === '') {
      context.stderr.write(`xcrun: error: unrecognized option '${first}'\n`);
      return 64;
    }
    if (!tools.includes(first) || (ofXcode.includes(first) && lacksXcode(context)))
      return missing(context, first);
    switch (first) {
      case 'simctl':
        return await runSimctl(context, mac, rest);
      case 'devicectl':
        return await runDevicectl(context, mac, rest);
      case 'xcodebuild':
        return await runXcodebuild(context, mac, rest);
      case 'xcresulttool':
        return runXcresulttool(context, rest);
      case 'xcode-select':
        return xcodeSelect(context, rest);
      case 'plutil':
        return await plutil(context, rest);
      default:
        return missing(context, first);
    }
  };
}

export const xcodeSelectProgram: Program = async (context) => await xcodeSelect(context, context.args);

export const plutilProgram: Program = async (context) => await plutil(context, context.args);

export function xcodebuildProgram(mac: SimulatedMac): Program {
  return async (context) => {
    if (meetsLicence(context)) return licenceExit;
    if (!lacksXcode(context)) return await runXcodebuild(context, mac, context.args);
    context.stderr.write(
      `xcode-select: error: tool 'xcodebuild' requires Xcode, but active developer directory '${toolsDir}' is a command line tools instance\n`,
    );
    return 1;
  };
}

function meetsLicence(context: ProgramContext): boolean {
  if (!context.mac.faults.take('licence', momentOf(context))) return false;
  context.stderr.write(licence);
  return true;
}

/** What xcrun says when no folder of tools is where it was told to look; null where there is one. */
function withoutTools(context: ProgramContext): string | null {
  const chosen = variable(context, 'DEVELOPER_DIR');
  if (chosen !== undefined && chosen !== developerDir && chosen !== toolsDir)
    return `xcrun: error: missing DEVELOPER_DIR path: ${chosen}\n`;
  const { faults } = context.mac;
  if (chosen === undefined && faults.take('xcode_moved', momentOf(context)))
    return `xcrun: error: active developer path ("${developerDir}") does not exist\nUse \`sudo xcode-select --switch path/to/Xcode.app\` to specify the Xcode that you wish to use for command line developer tools, or use \`xcode-select --install\` to install the standalone command line developer tools.\nSee \`man xcode-select\` for more details.\n`;
  if (faults.take('no_tools', momentOf(context)))
    return 'xcode-select: note: No developer tools were found, requesting install.\nIf developer tools are located at a non-default location on disk, use `sudo xcode-select --switch path/to/Xcode.app` to specify the Xcode that you wish to use for command line developer tools, and cancel the installation dialog.\n';
  return null;
}

/** DEVELOPER_DIR of the call counts more than what is selected on the machine. */
function lacksXcode(context: ProgramContext): boolean {
  const chosen = variable(context, 'DEVELOPER_DIR');
  if (chosen !== undefined) return chosen.includes('CommandLineTools');
  return context.mac.faults.take('no_xcode', momentOf(context)) !== null;
}

function momentOf({ tool, args }: ProgramContext): { tool: string; command: string } {
  return { tool, command: [tool, ...args].join(' ') };
}

function missing(context: ProgramContext, tool: string): number {
  context.stderr.write(`xcrun: error: unable to find utility "${tool}", not a developer tool or in PATH\n`);
  return missingExit;
}

function find(context: ProgramContext, tool: string): number {
  if (!tools.includes(tool) || (ofXcode.includes(tool) && lacksXcode(context))) return missing(context, tool);
  context.stdout.write(`${developerDir}/usr/bin/${tool}\n`);
  return 0;
}

function xcodeSelect(context: ProgramContext, args: readonly string[]): number {
  const [first = ''] = args;
  if (args.length === 1 && ['-p', '--print-path'].includes(first)) {
    context.stdout.write(
      `${lacksXcode(context) ? toolsDir : (variable(context, 'DEVELOPER_DIR') ?? developerDir)}\n`,
    );
    return 0;
  }
  if (args.length === 1 && ['-v', '--version'].includes(first)) {
    context.stdout.write('xcode-select version 2416.\n');
    return 0;
  }
  // To choose another Xcode for the whole machine needs root and is nothing that a tool may do.
  const words =
    first.startsWith('-s') || first === '--switch'
      ? `tool '${first}' requires root`
      : `invalid argument '${first}'`;
  context.stderr.write(`xcode-select: error: ${words}\n`);
  return 1;
}

/** `plutil -convert json -o - -- FILE|-`. */
async function plutil(context: ProgramContext, args: readonly string[]): Promise<number> {
  const operands = args.filter((arg) => arg !== '--');
  const [convert, format, output, target, file, ...more] = operands;
  if (
    convert !== '-convert' ||
    format !== 'json' ||
    output !== '-o' ||
    target !== '-' ||
    file === undefined ||
    more.length > 0
  ) {
    context.stderr.write('plutil: [command_option] [other_options] file...\n');
    return 1;
  }
  const bytes = file === '-' ? await allOf(context) : readFileSync(resolve(context.cwd, file));
  const xml = readXmlPlist(bytes);
  const value = xml.ok ? xml.value : readOpenStep(Buffer.from(bytes).toString('utf8'));
  if (value === null) {
    context.stderr.write(
      `${file === '-' ? '<stdin>' : file}: Property List error: Unexpected character at line 1\n`,
    );
    return 1;
  }
  context.stdout.write(JSON.stringify(value).replaceAll('/', '\\/'));
  return 0;
}

async function allOf(context: ProgramContext): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  const read = async (): Promise<void> => {
    for await (const chunk of context.stdin) chunks.push(chunk);
  };
  await context.op.race(read());
  return Buffer.concat(chunks);
}
