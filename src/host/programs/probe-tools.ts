/** Which programs exist and work: searched for, then queried for their version in parallel, each within its own limit. Never throws. */
import type { Environment } from '@mobile-debug/core/environment.ts';
import { foreseen } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { firstLine } from '@mobile-debug/core/text.ts';
import type { ToolReport } from '../../host-port/computer.ts';
import { type RunProgram, runProcess } from '../process.ts';
import { ConfiguredPathFault, searchPaths } from './tool-search.ts';
import { findTool, isForPlatform, isNamed, type ToolName } from './tool-table.ts';

export interface ProbeOptions {
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
  /** For each program. */
  readonly budgetMs: number;
  readonly run?: RunProgram;
  /** The meaning of a failed program's output, where known. */
  readonly explain?: (words: string) => { readonly problem: string; readonly fix: string } | null;
}

interface VersionQuestion {
  readonly args: readonly string[];
  readonly answer: RegExp;
  /** A second call that must succeed too, where the version alone proves little. */
  readonly proof?: readonly string[];
}

/** Versions as adb [A2], the emulator [A19], Xcode [S2] [S14], idb [S3], AXe [S9] and a JDK [T7] print them. */
const questions: Readonly<Record<ToolName, VersionQuestion>> = {
  adb: { args: ['version'], answer: /^Version ([\w.-]+)|version ([\d.]+)/m },
  emulator: { args: ['-version'], answer: /emulator version ([\d.]+)/i },
  // The Command Line Tools have an xcrun as well, which tells its version and has no simctl.
  xcrun: { args: ['--version'], answer: /version (\d+(?:\.\d+)*)/, proof: ['--find', 'simctl'] },
  xcodebuild: { args: ['-version'], answer: /Xcode ([\d.]+)/ },
  // It has no version of its own to ask for; its help shows that Python and the package are in order.
  idb: { args: ['--help'], answer: /(idb)/ },
  idb_companion: { args: ['--version'], answer: /"?build_(?:date|time)"?\s*:\s*"?([^",}]+)|([\d.]{3,})/ },
  axe: { args: ['--version'], answer: /([\d.]{3,})/ },
  java: { args: ['-version'], answer: /version "([^"]+)"/ },
  bundletool: { args: ['version'], answer: /([\d.]{3,})/ },
};

export const allTools = Object.keys(questions) as ToolName[];

/** All programs that can exist on this platform, in the order of the table. */
export async function probeTools(op: Operation, options: ProbeOptions): Promise<readonly ToolReport[]> {
  const names = allTools.filter(
    (name) => isForPlatform(name, options.platform) || isNamed(name, options.env),
  );
  return await Promise.all(names.map((name) => probeTool(op, name, options)));
}

export async function probeTool(op: Operation, name: ToolName, options: ProbeOptions): Promise<ToolReport> {
  try {
    const found = findTool(name, searchPaths(options.env, options.platform));
    return { name, ...found, ...(await versionOf(op, name, found.path, options)) };
  } catch (error) {
    const { message, nextStep } = foreseen(error);
    const source = error instanceof ConfiguredPathFault ? error.variable : null;
    return { name, path: null, source, version: null, ok: false, problem: message, fix: nextStep };
  }
}

type Verdict = Pick<ToolReport, 'version' | 'ok' | 'problem' | 'fix'>;

async function versionOf(
  op: Operation,
  name: ToolName,
  path: string,
  options: ProbeOptions,
): Promise<Verdict> {
  const { args, answer, proof } = questions[name];
  const { run = runProcess } = options;
  const isJar = path.endsWith('.jar');
  if (isJar) return { version: null, ok: true };
  const failed = ({
    exitCode,
    words,
  }: {
    readonly exitCode: number | null;
    readonly words: string;
  }): Verdict => {
    const { problem, fix } = options.explain?.(words) ?? {
      problem: `${path} exited with code ${exitCode}: ${firstLine(words).slice(0, 200)}`,
      fix: usualFix(name),
    };
    return { version: null, ok: false, problem, fix };
  };
  try {
    using bounded = op.within(options.budgetMs);
    const ask = async (words: readonly string[]) => {
      const request = { command: path, args: words, env: options.env, maxBytes: 1 << 20 };
      const { exitCode, stdout, stderr } = await run(bounded, request);
      return { exitCode, words: `${stdout.toString('utf8')}\n${stderr.toString('utf8')}` };
    };
    const [first, second] = await Promise.all([ask(args), proof ? ask(proof) : null]);
    const found = answer.exec(first.words);
    const version = found?.[1] ?? found?.[2] ?? null;
    if (second && second.exitCode !== 0) return { ...failed(second), version };
    if (first.exitCode === 0 || found) return { version, ok: first.exitCode === 0 };
    return failed(first);
  } catch (error) {
    const fault = foreseen(error);
    const problem =
      fault.code === 'TIMEOUT' ? `${path} did not answer within ${options.budgetMs} ms.` : fault.message;
    return { version: null, ok: false, problem, fix: usualFix(name) };
  }
}

function usualFix(name: ToolName): string {
  if (name !== 'xcrun' && name !== 'xcodebuild')
    return `Run it in a terminal to see what is wrong with it, or reinstall ${name}.`;
  return 'Open Xcode once, or run `sudo xcode-select -s /Applications/Xcode.app` and `sudo xcodebuild -license accept`.';
}
