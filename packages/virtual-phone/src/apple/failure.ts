/** Errors of Apple's frameworks as tools print them: levels of domain, code and text. */

export interface FailureLevel {
  readonly domain: string;
  readonly code: number;
  readonly text: string;
}

/** The outer error first. */
export type Failure = readonly [FailureLevel, ...FailureLevel[]];

export function failureOf(domain: string, code: number, text: string, ...under: FailureLevel[]): Failure {
  return [{ domain, code, text }, ...under];
}

/** `An error was encountered ...` with its underlying errors, as simctl writes it to stderr. */
export function simctlText(failure: Failure): string {
  const [first, ...under] = failure;
  const lines = [
    `An error was encountered processing the command (domain=${first.domain}, code=${first.code}):`,
    first.text,
  ];
  for (const { domain, code, text } of under) {
    lines.push(`Underlying error (domain=${domain}, code=${code}):`, `\t${text}`);
  }
  return `${lines.join('\n')}\n`;
}

/** What a shell sees of an error code: its lowest eight bits. */
export function exitCodeOf(failure: Failure): number {
  return ((failure[0].code % 256) + 256) % 256;
}
