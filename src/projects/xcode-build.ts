/** How an Xcode project is built: one container, scheme and destination, with DerivedData and a result bundle of its own. */
import { Fault, isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { ProjectHost } from '../host-port/project-host.ts';
import type { BuildPlan, BuildRequest, BuildTarget } from './build-plan.ts';
import { joinPath } from './paths.ts';
import { chooseScheme, findContainer, productIn, schemesIn, type XcodeContainer } from './xcode-project.ts';
import { errorsIn } from './xcode-results.ts';

/** Listing may resolve packages first [S14]. */
const listMs = 120_000;
const longestAnswer = 8 << 20;

export async function xcodeBuild(
  op: Operation,
  host: ProjectHost,
  { project, variant, target }: BuildRequest,
): Promise<BuildPlan> {
  const { path: command } = host.findTool('xcodebuild');
  const container = await findContainer(op, host, project.buildFolder);
  const [wanted = null, configuration = 'Debug'] = variant === null ? [] : variant.split(':');
  const env = { ...host.env, NSUnbufferedIO: 'YES' };
  const xcode = { command, env, cwd: project.buildFolder };
  const scheme = await schemeOf(op, host, xcode, {
    container,
    wanted: isConfiguration(wanted) ? null : wanted,
  });
  const derived = await host.newPath(op, 'derived', '');
  const chosen = [
    container.flag,
    container.path,
    '-scheme',
    scheme,
    '-configuration',
    isConfiguration(wanted) ? capital(wanted) : configuration,
    '-destination',
    destinationOf(target),
    '-derivedDataPath',
    derived,
  ];
  const bundle = joinPath(derived, 'result.xcresult');
  return {
    ...xcode,
    args: [
      ...chosen,
      '-resultBundlePath',
      bundle,
      '-skipMacroValidation',
      '-skipPackagePluginValidation',
      'build',
    ],
    about: `xcodebuild ${scheme}`,
    async errors(later) {
      if (!(await host.stat(later, bundle))) return [];
      return errorsIn(await recorded(later, host, xcode, bundle));
    },
    async products(later) {
      const words = await ask(later, host, xcode, [...chosen, '-showBuildSettings', '-json']);
      const product = productIn(words.text);
      return product && (await host.stat(later, product.path)) ? [{ path: product.path, abi: null }] : [];
    },
  };
}

/** A real device is no simulator of that id, and needs a product of its own. */
function destinationOf(target: BuildTarget | null): string {
  if (target === null) return 'generic/platform=iOS Simulator';
  return `platform=iOS${target.simulator ? ' Simulator' : ''},id=${target.id}`;
}

type Xcode = Pick<BuildPlan, 'command' | 'env' | 'cwd'>;

async function schemeOf(
  op: Operation,
  host: ProjectHost,
  xcode: Xcode,
  { container, wanted }: { readonly container: XcodeContainer; readonly wanted: string | null },
): Promise<string> {
  using bounded = op.within(listMs);
  const { text, exitCode } = await ask(bounded, host, xcode, [
    '-list',
    '-json',
    container.flag,
    container.path,
  ]);
  const schemes = schemesIn(text);
  if (schemes.length === 0 && exitCode !== 0) {
    throw new Fault('BUILD_FAILED', `xcodebuild could not list the schemes: ${lastLine(text)}`, {
      nextStep: 'Open the project in Xcode once, or run `xcodebuild -list` in a terminal.',
    });
  }
  return chooseScheme(schemes, container, wanted);
}

async function ask(op: Operation, host: ProjectHost, xcode: Xcode, args: readonly string[]) {
  const logPath = await host.newPath(op, 'xcodebuild', '.log');
  let text = '';
  const { exitCode } = await host.run(op, {
    ...xcode,
    args,
    logPath,
    onLine(line) {
      if (text.length < longestAnswer) text += `${line}\n`;
    },
  });
  return { text, exitCode };
}

/** Empty when nothing can be read: the build has failed anyway, and its own words are at hand. */
async function recorded(op: Operation, host: ProjectHost, xcode: Xcode, bundle: string): Promise<string> {
  try {
    const { path: command } = host.findTool('xcrun');
    const args = ['xcresulttool', 'get', 'build-results', '--path', bundle, '--compact'];
    return (await ask(op, host, { ...xcode, command }, args)).text;
  } catch (error) {
    if (op.ended || !isFault(error)) throw error;
    return '';
  }
}

/** `debug` and `release` are what callers say who think of Gradle [S14]. */
function isConfiguration(word: string | null): word is string {
  return word !== null && /^(?:debug|release)$/i.test(word);
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1)?.slice(0, 300) ?? '';
}
