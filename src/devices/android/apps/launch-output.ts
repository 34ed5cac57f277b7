/**
 * Reads what `am start -W` prints, in every spelling. Its exit code means nothing: 0 or 1 depending on the version.
 * Source: [A11].
 */
import type { Launched } from '../../port/apps.ts';
import { parseComponent } from '../screen/foreground.ts';

export type LaunchProblem =
  | 'activity_missing'
  | 'not_exported'
  | 'unresolved'
  | 'forbidden'
  | 'crashed'
  | 'other';

export interface LaunchOutput {
  /** The device's status of the wait; null when it printed none. */
  readonly status: 'ok' | 'timeout' | null;
  readonly launchState: Launched['launchState'];
  /** Milliseconds to the first frame. */
  readonly totalTimeMs: number | null;
  /** `pkg/full.Activity` that is shown, which may differ from the requested one. */
  readonly shownActivity: string | null;
  /** The app was already there: brought to the front, or given a new intent. */
  readonly warning: string | null;
  readonly problem: { readonly kind: LaunchProblem; readonly words: string } | null;
}

/** As am prints it [A11]. */
const problems: readonly { readonly kind: LaunchProblem; readonly pattern: RegExp }[] = [
  { kind: 'activity_missing', pattern: /Activity class \{.*\} does not exist|Error type 3\b/ },
  { kind: 'not_exported', pattern: /Permission Denial: starting Intent.*not exported|not exported from uid/ },
  {
    kind: 'unresolved',
    pattern: /unable to resolve Intent|No activities found to run|No Activity found to handle/,
  },
  {
    kind: 'forbidden',
    pattern: /SecurityException|Permission Denial|Error type (?:4|5)\b|background activity/i,
  },
  { kind: 'crashed', pattern: /Error: Activity .*(?:crash|died)|process .* has died/i },
  {
    kind: 'other',
    pattern: /^(?:Error: |Error type |Exception occurred|java\.lang\.|android\.\S+Exception)/m,
  },
];

/** `output` is stdout and stderr together: API 34 prints errors on stderr with exit code 0, older ones on stdout [A11]. */
export function parseLaunchOutput(output: string): LaunchOutput {
  const field = (name: string): string | null =>
    new RegExp(`^\\s*${name}: *(.*?)\\s*$`, 'm').exec(output)?.[1] ?? null;
  const status = field('Status');
  const totalTime = Number(field('TotalTime') ?? field('ThisTime') ?? Number.NaN);
  const shown = parseComponent(field('Activity') ?? '');
  return {
    status: status === 'ok' || status === 'timeout' ? status : null,
    launchState: readState(field('LaunchState')),
    totalTimeMs: Number.isFinite(totalTime) ? totalTime : null,
    shownActivity: shown ? `${shown.appId}/${shown.activity}` : null,
    warning: /^\s*Warning: *(.*?)\s*$/m.exec(output)?.[1] ?? null,
    problem: findProblem(output),
  };
}

/** Null when the device prints none (Android 9 and older). */
function readState(word: string | null): LaunchOutput['launchState'] {
  const state = word?.split(' ')[0];
  if (state === undefined) return null;
  return state === 'COLD' || state === 'WARM' || state === 'HOT' ? state : 'UNKNOWN';
}

function findProblem(output: string): LaunchOutput['problem'] {
  for (const { kind, pattern } of problems) {
    if (!pattern.test(output)) continue;
    const lines = output.split(/\r?\n/).map((line) => line.trim());
    // As am prints it [A11].
    const words =
      lines.find((line) => /^Error: /.test(line)) ?? lines.find((line) => pattern.test(line)) ?? '';
    return { kind, words };
  }
  return null;
}
