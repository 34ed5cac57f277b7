/** `xcresulttool get build-results`: the summary that a simulated build left in its result bundle. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readFlags } from '../flags.ts';
import type { ProgramContext } from '../program.ts';

interface Issue {
  readonly issueType: string;
  readonly message: string;
  readonly targetName: string;
  readonly sourceURL?: string;
}

const file = 'build-results.json';

/** `lines` are those that the build printed: issues are what they say. */
export function writeResults(
  bundle: string,
  of: { readonly lines: readonly string[]; readonly succeeded: boolean; readonly target: string },
): void {
  const issues = (kind: 'error' | 'warning'): Issue[] =>
    of.lines.flatMap((line) => {
      const [, path, row, column, message] =
        new RegExp(`^(?:(/[^:]+):(\\d+):(\\d+): )?(?:fatal )?${kind}: (.*)$`).exec(line) ?? [];
      if (message === undefined) return [];
      const location = {
        message,
        targetName: of.target,
        issueType: kind === 'error' ? 'Swift Compiler Error' : 'Swift Compiler Warning',
      };
      if (path === undefined) return [location];
      return [
        {
          ...location,
          sourceURL: `file://${path}#EndingColumnNumber=${column}&StartingColumnNumber=${column}&StartingLineNumber=${row}`,
        },
      ];
    });
  const [errors, warnings] = [issues('error'), issues('warning')];
  const summary = {
    actionTitle: `Build "${of.target}"`,
    analyzerWarningCount: 0,
    analyzerWarnings: [],
    destination: {
      architecture: 'arm64',
      deviceId: '',
      deviceName: 'Any iOS Simulator Device',
      modelName: 'iPhone 17',
      osVersion: '26.3.1',
      platform: 'iOS Simulator',
    },
    endTime: 1_790_000_010,
    errorCount: errors.length,
    errors,
    startTime: 1_790_000_000,
    status: of.succeeded ? 'succeeded' : 'failed',
    warningCount: warnings.length,
    warnings,
  };
  mkdirSync(bundle, { recursive: true });
  writeFileSync(join(bundle, file), JSON.stringify(summary));
}

export function runXcresulttool(context: ProgramContext, args: readonly string[]): number {
  const flags = readFlags(args, { plain: ['--compact'], valued: ['--path'] });
  if (typeof flags === 'string' || flags.operands.join(' ') !== 'get build-results') {
    const what =
      typeof flags === 'string' ? `Unknown option '${flags}'` : `Unexpected argument '${args.join(' ')}'`;
    context.stderr.write(`Error: ${what}\nUsage: xcresulttool get build-results --path <path> [--compact]\n`);
    return 64;
  }
  const path = join(resolve(context.cwd, flags.values.get('--path') ?? ''), file);
  if (!existsSync(path)) {
    context.stderr.write('Error: The result bundle could not be found.\n');
    return 1;
  }
  const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
  context.stdout.write(`${JSON.stringify(value, null, flags.plain.has('--compact') ? undefined : 2)}\n`);
  return 0;
}
