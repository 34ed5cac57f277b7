/**
 * What a build printed, read line by line in bounded memory: the first errors with their places, how many warnings,
 * the last verdict. Knows the shapes of Gradle, Kotlin, Java, AAPT, CMake and clang, Flutter, Metro, Xcode and Swift. Pure.
 */
import { type BuildCause, causeIn, moreExact } from './build-causes.ts';
import { continuation } from './diagnostic-continuation.ts';
import { bareError, type Diagnostic, diagnosticIn } from './diagnostics.ts';
import { cut, GradleFailures } from './gradle-failures.ts';

export interface BuildError {
  /** Null when the message belongs to no file. */
  readonly file: string | null;
  /** From 1. */
  readonly line: number | null;
  readonly column?: number;
  readonly message: string;
}

export interface BuildFindings {
  /** The first ones, in the order of the log, each once. */
  readonly errors: readonly BuildError[];
  /** How many more there were. */
  readonly omitted: number;
  readonly warningsCount: number;
  readonly cause: BuildCause | null;
  /** By the last verdict that was printed; null when none was. */
  readonly verdict: 'success' | 'failure' | null;
  /** The last lines, for a failure that nothing else explains. */
  readonly tail: readonly string[];
}

const mostErrors = 20;
const tailLines = 40;
const mostRemembered = 5_000;
/** Lines that a script printed before it failed. */
const scriptLines = 3;

/** As Gradle and its plugins have it [T5], [T6], [S14]. */
const success =
  /^BUILD SUCCESSFUL\b|^\*\* (?:BUILD|TEST|TEST BUILD|TEST EXECUTE|ARCHIVE) SUCCEEDED \*\*|^✓ Built /;
const failure =
  /^BUILD FAILED\b|^FAILURE: Build (?:failed|completed with)|^\*\* (?:BUILD|TEST|TEST BUILD|TEST EXECUTE|ARCHIVE) FAILED \*\*|^Gradle task \S+ failed with exit code/;

// The colours of terminals, which some tools print into pipes too.
const colours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*[A-Za-z]`, 'g');

export class BuildOutput {
  readonly #errors: BuildError[] = [];
  readonly #seen = new Set<string>();
  readonly #tail: string[] = [];
  #errorCount = 0;
  #warnings = 0;
  #cause: BuildCause | null = null;
  #verdict: BuildFindings['verdict'] = null;
  /** The error whose further lines may follow. */
  #open: { at: number; diagnostic: Diagnostic } | null = null;
  readonly #announced = new GradleFailures();

  line(printed: string): void {
    const text = printed.replace(colours, '');
    const before = this.#tail.slice(-scriptLines);
    this.#tail.push(text);
    if (this.#tail.length > tailLines) this.#tail.shift();
    if (success.test(text)) this.#verdict = 'success';
    else if (failure.test(text)) this.#verdict = 'failure';
    this.#cause = moreExact(this.#cause, causeIn(text));
    this.#announced.line(text);
    const found = diagnosticIn(text) ?? scriptFailure(text, before);
    if (found) this.#take(found);
    else if (this.#open) this.#extend(text);
  }

  findings(): BuildFindings {
    const announced = this.#verdict === 'success' ? [] : this.#announced.errors(this.#errorCount > 0);
    const all = [...this.#errors, ...announced];
    return {
      errors: all.slice(0, mostErrors),
      omitted: this.#errorCount - this.#errors.length + Math.max(0, all.length - mostErrors),
      warningsCount: this.#warnings,
      cause: this.#cause,
      verdict: this.#verdict,
      tail: this.#tail.filter((line) => line.trim() !== ''),
    };
  }

  #take(found: Diagnostic): void {
    this.#open = null;
    // One mistake is printed once for each architecture, variant or target.
    const key = `${found.severity} ${found.file} ${found.line} ${found.column} ${found.message}`;
    if (this.#seen.has(key)) return;
    if (this.#seen.size < mostRemembered) this.#seen.add(key);
    if (found.severity === 'warning') {
      this.#warnings++;
      return;
    }
    this.#errorCount++;
    if (this.#errors.length >= mostErrors) return;
    this.#errors.push(errorOf(found));
    this.#open = { at: this.#errors.length - 1, diagnostic: found };
  }

  /** Lines that belong to the error before: its message on a line of its own, the caret that shows the column. */
  #extend(text: string): void {
    const open = this.#open;
    const error = open && this.#errors[open.at];
    if (!open || !error) return;
    const next = continuation(open.diagnostic, text);
    if (!next) {
      this.#open = null;
      return;
    }
    const message =
      next.message === undefined ? error.message : cut(`${error.message} ${next.message}`.trim());
    this.#errors[open.at] = {
      ...error,
      message,
      ...(next.column === undefined || error.column !== undefined ? {} : { column: next.column }),
    };
    open.diagnostic = { ...open.diagnostic, message };
  }
}

/** Xcode names the phase alone; what its script said last stands before it [S14]. */
function scriptFailure(text: string, before: readonly string[]): Diagnostic | null {
  if (!/^Command PhaseScriptExecution failed with a nonzero exit code/.test(text)) return null;
  const said = before.map((line) => line.trim()).filter((line) => line !== '');
  const message = `A script phase failed${said.length === 0 ? '' : `: ${said.join(' ')}`}`;
  return bareError(message);
}

function errorOf({ file, line, column, message }: Diagnostic): BuildError {
  return { file, line, ...(column === null ? {} : { column }), message: cut(message) };
}

/** Whether the build is done: an exit code of 0 with a failure in the text is a failure. */
export function buildSucceeded(exitCode: number | null, { verdict, errors }: BuildFindings): boolean {
  if (exitCode !== 0 || verdict === 'failure') return false;
  return verdict === 'success' || errors.length === 0;
}
