/** Builds a project of any kind for one platform: finds it, runs its own tool, reads the log, finds the product. */
import { Fault, isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { ProjectHost } from '../host-port/project-host.ts';
import { type BuildError, type BuildFindings, BuildOutput, buildSucceeded } from './build-output.ts';
import type { BuildPlan, BuildProduct, BuildTarget } from './build-plan.ts';
import { findProject, type ProjectQuery } from './find-project.ts';
import { flutterBuild } from './flutter-build.ts';
import { gradleBuild } from './gradle-build.ts';
import { baseName } from './paths.ts';
import { xcodeBuild } from './xcode-build.ts';

export interface BuildOptions extends ProjectQuery {
  /** `debug`, `freeRelease`, `:module:debug`; for Xcode `Scheme` or `Scheme:Configuration`. */
  readonly variant?: string | undefined;
  /** The device that it is for; only builds of Xcode are made for one. */
  readonly target?: BuildTarget | undefined;
}

export interface BuildReport {
  readonly success: boolean;
  readonly artifactPath?: string;
  /** When there are several, one for each processor, and none for all. */
  readonly artifacts?: readonly string[];
  readonly durationMs: number;
  readonly errors: readonly BuildError[];
  readonly omittedErrors?: number;
  readonly warningsCount: number;
  readonly cause?: { readonly code: string; readonly title: string; readonly remedy: string };
  readonly logPath: string;
  readonly command: string;
  /** The end of the log of a failure that names no place. */
  readonly tail?: readonly string[];
}

export interface BuildEars {
  say(message: string): void;
  logsTo(path: string): void;
}

/** How often it says how far it is, at most [O1]. */
const everyMs = 1_000;

/** A failed build is an answer, not a fault. Faults: INVALID_ARGUMENT (with choices), TOOL_NOT_FOUND, TIMEOUT, CANCELLED. */
export async function buildProject(
  op: Operation,
  host: ProjectHost,
  options: BuildOptions,
  ears: BuildEars,
): Promise<BuildReport> {
  const project = await findProject(op, host, options);
  const request = { project, variant: options.variant ?? null, target: options.target ?? null };
  const plan =
    project.platform === 'ios'
      ? await xcodeBuild(op, host, request)
      : project.type === 'flutter'
        ? await flutterBuild(op, host, request)
        : await gradleBuild(op, host, request);
  return await runPlan(op, host, { plan, target: request.target }, ears);
}

async function runPlan(
  op: Operation,
  host: ProjectHost,
  { plan, target }: { readonly plan: BuildPlan; readonly target: BuildTarget | null },
  ears: BuildEars,
): Promise<BuildReport> {
  const { command, args, cwd, env } = plan;
  const logPath = await host.newPath(op, 'build', '.log');
  const output = new BuildOutput();
  const startedMs = op.clock.monotonicMs();
  ears.logsTo(logPath);
  ears.say(plan.about);
  let toldMs = startedMs;
  const onLine = (line: string): void => {
    output.line(line);
    const nowMs = op.clock.monotonicMs();
    // As Gradle and its plugins have it [T5], [S14].
    if (nowMs - toldMs < everyMs || !/^> Task |^(?:Swift|Compile|Ld |Link|Code ?Sign|Process)/.test(line))
      return;
    toldMs = nowMs;
    ears.say(line.slice(0, 200));
  };
  const { exitCode } = await host.run(op, { command, args, cwd, env, logPath, onLine });
  const told = output.findings();
  const success = buildSucceeded(exitCode, told);
  const findings = success ? told : await withRecord(op, plan, told);
  const made = success ? await productsOf(op, plan, target) : noProducts;
  return {
    success: success && made.missing === null,
    ...made.products,
    durationMs: Math.round(op.clock.monotonicMs() - startedMs),
    ...(made.missing === null ? explained(success, findings) : withoutProduct(made.missing, findings)),
    logPath,
    command: [baseName(command), ...args].join(' '),
  };
}

interface Made {
  readonly products: Pick<BuildReport, 'artifactPath' | 'artifacts'>;
  /** Why there is none that can be used; null where there is. */
  readonly missing: Fault | null;
}

const noProducts: Made = { products: {}, missing: null };

/** A build tool that is content is no success without a product. */
async function productsOf(op: Operation, plan: BuildPlan, target: BuildTarget | null): Promise<Made> {
  try {
    const made = await plan.products(op);
    const fitting = made.length > 1 && target?.abis ? forProcessor(made, await target.abis(op)) : made;
    const [first, ...more] = fitting.map(({ path }) => path);
    if (first === undefined) {
      const nextStep =
        'Look in the log for what it made, and pass variant (or the built file to install_app).';
      const missing = new Fault('BUILD_FAILED', `${plan.about} succeeded, but made no package.`, {
        nextStep,
      });
      return { products: {}, missing };
    }
    const products = more.length === 0 ? { artifactPath: first } : { artifacts: [first, ...more] };
    return { products, missing: null };
  } catch (error) {
    if (!isFault(error, 'BUILD_FAILED')) throw error;
    return { products: {}, missing: error };
  }
}

/** The one for the first processor of the device that there is one for. */
function forProcessor(made: readonly BuildProduct[], abis: readonly string[]): readonly BuildProduct[] {
  for (const abi of abis) {
    const fitting = made.find((product) => product.abi === abi);
    if (fitting) return [fitting];
  }
  const choices = made.map(({ abi }) => abi ?? 'all');
  throw new Fault(
    'BUILD_FAILED',
    `The build made packages for ${choices.join(', ')}; the device runs ${abis.join(', ') || 'none that it names'}.`,
    {
      nextStep: 'Build for the processor of the device (abiFilters, splits.abi).',
      details: { choices: made.map(({ path }) => path) },
    },
  );
}

function withoutProduct({ message, nextStep }: Fault, { warningsCount }: BuildFindings) {
  return {
    errors: [{ file: null, line: null, message: nextStep ? `${message} ${nextStep}` : message }],
    warningsCount,
  };
}

/** A log that says where it failed is nearer to the truth than what was recorded of it, and costs nothing more. */
async function withRecord(op: Operation, plan: BuildPlan, told: BuildFindings): Promise<BuildFindings> {
  if (!plan.errors || told.errors.some(({ file }) => file !== null)) return told;
  const recorded = await plan.errors(op);
  const known = new Set(told.errors.map(({ message }) => message));
  return { ...told, errors: [...told.errors, ...recorded.filter(({ message }) => !known.has(message))] };
}

function explained(success: boolean, { errors, omitted, warningsCount, cause, tail }: BuildFindings) {
  if (success) return { errors: [], warningsCount };
  return {
    errors,
    ...(omitted > 0 ? { omittedErrors: omitted } : {}),
    warningsCount,
    ...(cause ? { cause } : {}),
    ...(errors.length === 0 ? { tail: tail.slice(-15) } : {}),
  };
}
