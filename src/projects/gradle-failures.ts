/**
 * The failures that Gradle announces after its tasks: each `* What went wrong:` with the `* Where:` before it, as errors of
 * their own unless they only point to what a compiler has already said. Pure. Source: [T5].
 */
import type { BuildError } from './build-output.ts';

interface Block {
  where: string;
  readonly lines: string[];
}

const mostBlocks = 10;
/** AAR metadata lists one issue in some seven lines. */
const mostLines = 120;
const longestMessage = 600;

/** Points to output that was read line by line [T5]. */
const seeAbove =
  /Compilation (?:failed; see the compiler (?:error )?output|error\. See log)|see the compiler output|KSP failed with exit code|See the .*log for (?:more )?details|Compilation failed to complete|Process 'command .*' finished with non-zero exit value/i;

/** Tells nothing but that it failed [T5]. */
const bare =
  /^Execution failed for task '[^']+'\.?(?: > A failure occurred while executing \S+)?$|^Script compilation errors?:/;

export class GradleFailures {
  readonly #blocks: Block[] = [];
  #where = '';
  #part: 'where' | 'wrong' | null = null;

  /** Each line of the log, in order [T5]. */
  line(text: string): void {
    if (/^\* Where:/.test(text)) {
      this.#part = 'where';
      this.#where = '';
    } else if (/^\* What went wrong:/.test(text)) {
      this.#part = 'wrong';
      if (this.#blocks.length < mostBlocks) this.#blocks.push({ where: this.#where, lines: [] });
      this.#where = '';
    } else if (/^\* \w|^BUILD FAILED|^={10}/.test(text)) this.#part = null;
    else if (this.#part === 'where') this.#where += `${text} `;
    else if (this.#part === 'wrong') {
      const block = this.#blocks.at(-1);
      if (block && block.lines.length < mostLines) block.lines.push(text);
    }
  }

  /** `told`: whether a tool has named errors with their places already. */
  errors(told: boolean): readonly BuildError[] {
    return this.#blocks.flatMap((block) => errorsOf(block, told));
  }
}

/** As Gradle words a failure [T5]. */
function errorsOf({ where, lines }: Block, told: boolean): readonly BuildError[] {
  const text = lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
  if (text === '' || (told && (seeAbove.test(text) || bare.test(text)))) return [];
  const place = placeIn(where) ?? placeIn(text) ?? { file: null, line: null };
  const issues = issuesIn(lines);
  const project = /Execution failed for task '(:[^']*):[^:']+'/.exec(text)?.[1];
  const from = project === undefined ? '' : ` (project ${project})`;
  if (issues.length > 0) return issues.map((issue) => ({ ...place, message: cut(`${issue}${from}`) }));
  return [{ ...place, message: cut(text) }];
}

/** `Build file '/a/build.gradle' line: 3` [T5]. */
function placeIn(text: string): Pick<BuildError, 'file' | 'line'> | null {
  const [, file, line] =
    /(?:Build file|Settings file|Initialization script|Script) '([^']+)'(?:(?: line)?: (?:line )?(\d+))?/.exec(
      text,
    ) ?? [];
  return file === undefined ? null : { file, line: line === undefined ? null : Number(line) };
}

/** The numbered issues of checks such as that of AAR metadata, each to its end [T5]. */
function issuesIn(lines: readonly string[]): readonly string[] {
  const issues: string[] = [];
  if (!lines.some((line) => /\d+ issues? (?:was|were) found/.test(line))) return issues;
  for (const line of lines) {
    const begun = /^\s*\d+\.\s+(\S.*)$/.exec(line)?.[1];
    if (begun !== undefined) issues.push(begun.trim());
    else if (issues.length > 0 && line.trim() !== '') issues[issues.length - 1] += ` ${line.trim()}`;
  }
  return issues;
}

/** What is cut says so. */
export function cut(message: string): string {
  return message.length <= longestMessage ? message : `${message.slice(0, longestMessage)}… (cut)`;
}
