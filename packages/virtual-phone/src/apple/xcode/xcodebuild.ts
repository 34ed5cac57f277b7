/** `xcodebuild` for the projects of tests: schemes, build settings, builds that leave an installable app behind. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import { displayNameOf, executableOf, writeBundle } from '../app-folders.ts';
import { appleJson } from '../apple-json.ts';
import { type Flags, readFlags } from '../flags.ts';
import { type ProgramContext, variable } from '../program.ts';
import type { SimulatedMac } from '../simulated-mac.ts';
import { packageNameOf } from '../simulator.ts';
import { writeResults } from './xcresulttool.ts';

const usage = 64;
const failed = 65;
const noProject = 66;
const noDestination = 70;

const options = {
  plain: [
    '-list',
    '-json',
    '-showBuildSettings',
    '-showdestinations',
    '-version',
    '-quiet',
    '-skipMacroValidation',
    '-skipPackagePluginValidation',
    '-skipPackageUpdates',
    '-disableAutomaticPackageResolution',
    '-allowProvisioningUpdates',
  ],
  valued: [
    '-workspace',
    '-project',
    '-scheme',
    '-configuration',
    '-destination',
    '-derivedDataPath',
    '-resultBundlePath',
    '-sdk',
    '-destination-timeout',
  ],
};
const actions = ['build', 'clean'];

interface BuildCall {
  readonly context: ProgramContext;
  readonly mac: SimulatedMac;
  readonly flags: Flags;
  /** Absolute. */
  readonly container: string;
}

export async function runXcodebuild(
  context: ProgramContext,
  mac: SimulatedMac,
  args: readonly string[],
): Promise<number> {
  const flags = readFlags(args, options);
  if (typeof flags === 'string') return error(context, `invalid option '${flags}'`, usage);
  const wrong = flags.operands.find((word) => !actions.includes(word) && !/^\w+=/.test(word));
  if (wrong !== undefined) return error(context, `Unknown build action '${wrong}'.`, failed);
  if (flags.plain.has('-version')) {
    context.stdout.write('Xcode 26.3\nBuild version 17D5034e\n');
    return 0;
  }
  const container = containerOf(context, flags);
  if (container === null)
    return error(
      context,
      `The directory ${context.cwd} does not contain an Xcode project, workspace or package.`,
      noProject,
    );
  if (!existsSync(container)) return error(context, `'${container}' does not exist.`, noProject);
  const call: BuildCall = { context, mac, flags, container };
  if (flags.plain.has('-list')) return list(call);
  const scheme = flags.values.get('-scheme');
  const name = basename(container, extname(container));
  if (scheme === undefined && extname(container) === '.xcworkspace')
    return error(
      context,
      'If you specify a workspace then you must also specify a scheme. Use -list to see the schemes in this workspace.',
      usage,
    );
  if (scheme !== undefined && !schemesOf(call).includes(scheme))
    return error(
      context,
      `The workspace named "${name}" does not contain a scheme named "${scheme}". The "-list" option can be used to find the names of the schemes in the workspace.`,
      failed,
    );
  if (flags.plain.has('-showBuildSettings')) return settings(call, scheme ?? name);
  return await build(call, scheme ?? name);
}

function containerOf(context: ProgramContext, flags: Flags): string | null {
  const named = flags.values.get('-workspace') ?? flags.values.get('-project');
  if (named !== undefined) return resolve(context.cwd, named);
  const found = readdirSync(context.cwd).find((entry) =>
    ['.xcworkspace', '.xcodeproj'].includes(extname(entry)),
  );
  return found === undefined ? null : join(context.cwd, found);
}

/** `FAKE_SCHEMES` of the call (a JSON list without its brackets), else the container's name and its tests. */
function schemesOf({ context, container }: BuildCall): string[] {
  const given = variable(context, 'FAKE_SCHEMES');
  const name = basename(container, extname(container));
  const schemes: unknown =
    given === undefined ? [name, `${name}Tests`, `Pods-${name}`] : JSON.parse(`[${given}]`);
  return Array.isArray(schemes) ? schemes.map(String) : [];
}

function list(call: BuildCall): number {
  const name = basename(call.container, extname(call.container));
  const schemes = schemesOf(call);
  const isProject = extname(call.container) === '.xcodeproj';
  const { stdout } = call.context;
  if (!call.flags.plain.has('-json')) {
    const rows = schemes.map((scheme) => `        ${scheme}\n`).join('');
    stdout.write(
      `Information about ${isProject ? 'project' : 'workspace'} "${name}":\n    Schemes:\n${rows}`,
    );
    return 0;
  }
  const value = isProject
    ? { project: { configurations: ['Debug', 'Release'], name, schemes, targets: [name, `${name}Tests`] } }
    : { workspace: { name, schemes } };
  stdout.write(`Resolve Package Graph\n${appleJson(value)}\n`);
  return 0;
}

/** The app of the model that the project builds: the one whose name is the scheme's, else one that nobody knows. */
function bundleIdOf(scheme: string): string {
  return `com.example.${scheme.toLowerCase()}`;
}

function productOf(
  call: BuildCall,
  scheme: string,
): { folder: string; wrapper: string; configuration: string } {
  const configuration = call.flags.values.get('-configuration') ?? 'Debug';
  const derived = call.flags.values.get('-derivedDataPath');
  const root =
    derived === undefined
      ? join(call.mac.home, 'Library/Developer/Xcode/DerivedData', `${scheme}-abcdef`)
      : resolve(call.context.cwd, derived);
  const platform = (call.flags.values.get('-destination') ?? '').includes('Simulator')
    ? 'iphonesimulator'
    : 'iphoneos';
  return {
    folder: join(root, 'Build/Products', `${configuration}-${platform}`),
    wrapper: `${scheme}.app`,
    configuration,
  };
}

function settings(call: BuildCall, scheme: string): number {
  const { folder, wrapper, configuration } = productOf(call, scheme);
  const entries = [
    { action: 'build', target: 'Kit', buildSettings: { PRODUCT_TYPE: 'com.apple.product-type.framework' } },
    {
      action: 'build',
      target: scheme,
      buildSettings: {
        CONFIGURATION: configuration,
        EXECUTABLE_NAME: executableOf(packageNameOf(bundleIdOf(scheme))),
        FULL_PRODUCT_NAME: wrapper,
        PRODUCT_BUNDLE_IDENTIFIER: bundleIdOf(scheme),
        PRODUCT_TYPE: 'com.apple.product-type.application',
        TARGET_BUILD_DIR: folder,
        WRAPPER_NAME: wrapper,
      },
    },
  ];
  call.context.stdout.write(
    `Command line invocation:\n    xcodebuild -showBuildSettings\n\n${appleJson(entries)}\n`,
  );
  return 0;
}

async function build(call: BuildCall, scheme: string): Promise<number> {
  const { context, mac, flags } = call;
  const destination = flags.values.get('-destination') ?? '';
  const known = destinationProblem(call, destination);
  if (known !== null) return error(context, known, noDestination);
  const results = flags.values.get('-resultBundlePath');
  const bundle = results === undefined ? null : resolve(context.cwd, results);
  if (bundle !== null && existsSync(bundle))
    return error(context, `Existing file at -resultBundlePath "${bundle}"`, usage);
  const moment = { tool: context.tool, command: [context.tool, ...context.args].join(' ') };
  const fault = mac.faults.take('build', moment);
  await context.op.sleep((mac.simulators[0]?.phone.timing.rebootMs ?? 0) / 2);
  if (!flags.plain.has('-quiet'))
    context.stdout.write(`Command line invocation:\n    xcodebuild ${context.args.join(' ')}\n\n`);
  const { folder, wrapper } = productOf(call, scheme);
  const lines = fault?.lines ?? [
    `CompileSwift normal arm64 ${scheme}View.swift (in target '${scheme}' from project '${scheme}')`,
  ];
  context.stdout.write(`${lines.join('\n')}\n`);
  const code = fault ? (fault.exitCode ?? failed) : 0;
  if (bundle !== null) writeResults(bundle, { lines, succeeded: code === 0, target: scheme });
  if (code !== 0) {
    context.stdout.write(
      `\n** BUILD FAILED **\n\n\nThe following build commands failed:\n\tCompileSwift normal arm64 ${scheme}View.swift\n(1 failure)\n`,
    );
    return code;
  }
  const bundleId = bundleIdOf(scheme);
  const packageName = packageNameOf(bundleId);
  mkdirSync(folder, { recursive: true });
  writeBundle(join(folder, wrapper), {
    CFBundleDisplayName: displayNameOf(packageName),
    CFBundleExecutable: executableOf(packageName),
    CFBundleIdentifier: bundleId,
    CFBundleName: scheme,
    CFBundlePackageType: 'APPL',
    CFBundleShortVersionString: '1.0',
    CFBundleVersion: '1',
    DTPlatformName: folder.endsWith('iphoneos') ? 'iphoneos' : 'iphonesimulator',
    MinimumOSVersion: '17.0',
  });
  writeFileSync(join(folder, '..', '..', 'built.txt'), `${scheme}\n`);
  context.stdout.write('\n** BUILD SUCCEEDED **\n\n');
  return 0;
}

function destinationProblem({ mac }: BuildCall, destination: string): string | null {
  if (destination === '' || destination.startsWith('generic/')) return null;
  const id = /(?:^|,)id=([^,]+)/.exec(destination)?.[1];
  const name = /(?:^|,)name=([^,]+)/.exec(destination)?.[1];
  const all = [...mac.simulators, ...mac.realDevices];
  if (all.some((each) => each.udid === id || (id === undefined && each.name === name))) return null;
  const rows = mac.simulators.map(
    (each) => `\t\t{ platform:iOS Simulator, id:${each.udid}, OS:26.3.1, name:${each.name} }\n`,
  );
  return `Unable to find a device matching the provided destination specifier:\n\t\t{ ${destination.replaceAll('=', ':')} }\n\n\tAvailable destinations for the scheme:\n${rows.join('')}`;
}

function error(context: ProgramContext, text: string, code: number): number {
  context.stderr.write(`xcodebuild: error: ${text}\n`);
  return code;
}
