/** For tests only: an output of a build tool, and the reason that a person would find in it. */
import { expect } from 'vitest';
import { BuildOutput } from '../build-output.ts';

export interface Reason {
  readonly name: string;
  readonly text: string;
  /** `FILE:LINE message` of each error in order, `-` for what is not told; not looked at when left out. */
  readonly errors?: readonly RegExp[];
  /** Code of the cause; none expected when left out. */
  readonly cause?: string;
  readonly remedy?: RegExp;
  readonly warnings?: number;
}

export function check({ text, errors, cause, remedy, warnings }: Reason): void {
  const output = new BuildOutput();
  for (const line of text.split('\n')) output.line(line);
  const found = output.findings();
  if (errors) {
    const told = found.errors.map(({ file, line, message }) => `${file ?? '-'}:${line ?? '-'} ${message}`);
    expect(told).toHaveLength(errors.length);
    for (const [at, pattern] of errors.entries()) expect(told[at]).toMatch(pattern);
  }
  expect(found.cause?.code).toBe(cause);
  if (remedy) expect(found.cause?.remedy).toMatch(remedy);
  if (warnings !== undefined) expect(found.warningsCount).toBe(warnings);
}

/** What Gradle prints when a task fails. */
export function taskFailure(task: string, words: string): string {
  return `> Task ${task} FAILED

FAILURE: Build failed with an exception.

* What went wrong:
Execution failed for task '${task}'.
${words}

* Try:
> Run with --stacktrace option to get the stack trace.

BUILD FAILED in 4s`;
}
