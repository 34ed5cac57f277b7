/**
 * What `simctl` says when it fails, and what that means here. Sentences decide: exit codes are error codes modulo 256
 * and drift between releases of Xcode (159, 164, 149 and 165 were all seen for one and the same sentence). Pure.
 * Source: [S2].
 */
import { defined } from '@mobile-debug/core/defined.ts';
import type { Fault, FaultOptions } from '@mobile-debug/core/fault.ts';
import type { FaultCode } from '@mobile-debug/core/fault-codes.ts';
import type { Reason } from '@mobile-debug/core/fault-reasons.ts';
import { ToolFault } from '../tool-fault.ts';
import { xcodeProblem } from './xcode-problem.ts';

export interface ErrorPair {
  readonly domain: string;
  readonly code: number;
}

/** The parts of `An error was encountered processing the command (domain=D, code=N):` and what follows. */
export interface ErrorText {
  /** Outermost first. */
  readonly pairs: readonly ErrorPair[];
  /** The first line that says what is wrong; empty when nothing was printed. */
  readonly message: string;
  /** The last such line: of several levels the innermost is the most exact. */
  readonly innermost: string;
}

export interface Failure {
  /** Such as `launch`. */
  readonly verb: string;
  readonly udid?: string;
  readonly stderr: string;
  readonly exitCode: number | null;
}

interface Meaning {
  /** Names the row. */
  readonly reason: Reason;
  readonly says: RegExp;
  /** Only for these verbs; any unless told. */
  readonly verbs?: readonly string[];
  readonly code: FaultCode;
  readonly message: (failure: Failure, match: RegExpExecArray) => string;
  readonly nextStep?: string;
  readonly retryable?: boolean;
}

/** Refused for what the simulator is, before anything was done. */
const nothingDone: readonly Reason[] = ['wrong_state', 'none_booted', 'unknown_device'];

/** The service comes back within this after another Xcode was chosen [O1]. */
export const serviceRestartMs = 1_500;

/** As simctl and xcrun say it [S2]. */
const wrongState: Meaning = {
  reason: 'wrong_state',
  says: /Unable to ([\w ]+?)(?: device)? in current state: ([A-Z][\w ]*)/,
  code: 'DEVICE_UNAVAILABLE',
  message: ({ udid, verb }, [, , state]) =>
    `${udid ?? 'The simulator'} is ${state?.trim().toLowerCase()}, so ${verb} is not possible.`,
  nextStep: 'Start it with manage_emulator and wait until list_devices shows it as booted.',
};

const meanings: readonly Meaning[] = [
  {
    reason: 'service_restarted',
    says: /CoreSimulatorService connection (?:became )?in(?:valid|terrupted)|Unable to locate device set|CoreSimulator\.framework was changed/, // [S2]
    code: 'DEVICE_UNAVAILABLE',
    message: () => "Xcode's simulator service was restarted, as happens when another Xcode is selected.",
    nextStep:
      'Call again; if this persists, run `xcrun simctl list` once in a terminal and check its output.',
    retryable: true,
  },
  // The number of this error differs between releases of Xcode, the sentence does not [S2].
  {
    ...wrongState,
    reason: 'already_off',
    verbs: ['shutdown'],
    says: /Unable to ([\w ]+?)(?: device)? in current state: (Shutdown|Shutting Down)/,
  },
  // A race that the tool reports as a failure; it says itself that the system is up (SIM-02 in test/contract) [S2].
  {
    ...wrongState,
    reason: 'already_booted',
    verbs: ['bootstatus'],
    says: /Unable to ([\w ]+?)(?: device)? in current state: (Booted)/,
  },
  // Somebody else began this boot [S2].
  {
    ...wrongState,
    reason: 'already_booted',
    verbs: ['boot'],
    says: /Unable to ([\w ]+?)(?: device)? in current state: (Boot(?:ed|ing))\b/,
  },
  {
    reason: 'none_booted',
    says: /No devices are booted/, // [S2]
    code: 'DEVICE_UNAVAILABLE',
    message: () => 'No simulator is booted.',
    nextStep: 'Start one with manage_emulator, then list again.',
  },
  {
    reason: 'unknown_device',
    says: /Invalid device(?: or device pair)?: (\S+)/, // [S2]
    code: 'DEVICE_NOT_FOUND',
    message: (_, [, id]) => `There is no simulator ${id}.`,
  },
  wrongState,
  {
    reason: 'wrong_state',
    says: /failed because device is not booted/, // [S2]
    code: 'DEVICE_UNAVAILABLE',
    message: ({ udid }) => `${udid ?? 'The simulator'} is not booted.`,
    nextStep: 'Start it with manage_emulator and wait until list_devices shows it as booted.',
  },
  {
    reason: 'screen_not_up',
    says: /Timeout waiting for screen surfaces/, // [S2]
    code: 'OBSERVATION_FAILED',
    message: () => 'The display of the simulator is not ready yet, as happens right after a boot.',
    nextStep: 'Wait a few seconds, then try again.',
    retryable: true,
  },
  {
    reason: 'output_not_writable',
    says: /domain=NSCocoaErrorDomain, code=513\b/, // [S2]
    code: 'OBSERVATION_FAILED',
    message: () => 'simctl could not write the screenshot.',
  },
  {
    reason: 'too_many_files',
    says: /Too many open files|domain=NSPOSIXErrorDomain, code=24\b/, // [S2]
    code: 'LOGS_UNAVAILABLE',
    message: () =>
      'The simulator has no file handles left, usually because log streams were left running in it.',
    nextStep: 'End stray `log stream` processes, or restart the simulator.',
  },
  {
    reason: 'not_running',
    says: /found nothing to terminate/, // [S2]
    code: 'ACTION_REJECTED',
    message: () => 'The app is not running.',
  },
  {
    reason: 'no_bundle',
    // The second form is that of Xcode 26 [S2].
    says: /An application bundle was not found at the provided path|failed to install the application[\s\S]*lstat of .* failed/,
    verbs: ['install'],
    code: 'INSTALL_FAILED',
    message: () => 'There is no app bundle at this path.',
    nextStep: 'Pass the .app folder of a simulator build.',
  },
  {
    reason: 'not_installed',
    says: /domain=NSPOSIXErrorDomain, code=2\b|No such file or directory/, // [S2]
    verbs: ['get_app_container', 'appinfo'],
    code: 'APP_NOT_INSTALLED',
    message: () => 'The app is not installed on this simulator.',
  },
  {
    reason: 'not_known_to_system',
    says: /FBSOpenApplicationErrorDomain, code=4\b|unknown to FrontBoard|\bNotFound\b/, // [S2]
    verbs: ['launch'],
    code: 'LAUNCH_FAILED',
    message: () => 'The system does not know the app (yet).',
    retryable: true,
  },
  {
    reason: 'open_refused',
    says: /FBSOpenApplicationServiceErrorDomain|The request to open ".+" failed/, // [S2]
    verbs: ['launch'],
    code: 'LAUNCH_FAILED',
    message: () => 'The system refused to open the app.',
  },
  {
    reason: 'no_handler',
    // The second form is that of iOS 26 [S2].
    says: /domain=NSOSStatusErrorDomain, code=-10814\b|domain=LSApplicationWorkspaceErrorDomain, code=115\b/,
    verbs: ['openurl'],
    code: 'LAUNCH_FAILED',
    message: () => 'No app on the simulator opens this link.',
    nextStep: 'Check the URL types or associated domains of the app, and that it is installed.',
  },
  {
    reason: 'slow_after_boot',
    says: /domain=NSPOSIXErrorDomain, code=60\b|Operation timed out/, // [S2]
    code: 'DEVICE_UNAVAILABLE',
    message: ({ verb }) => `simctl ${verb} timed out inside the simulator, as happens right after a boot.`,
    nextStep: 'Wait a few seconds, then try again.',
    retryable: true,
  },
  {
    reason: 'runtime_missing',
    says: /runtime profile not found|device type not supported by runtime|Unable to boot device because it cannot be located|(?:runtime|Runtime) .*(?:not available|unavailable)/, // [S2]
    code: 'DEVICE_UNAVAILABLE',
    message: () => 'The iOS runtime of this simulator is not installed.',
    nextStep: 'Run `xcodebuild -downloadPlatform iOS`, or use a simulator that list_devices shows.',
  },
];

/** Lines without information about the cause [S2]. */
const chatter = [
  /^An error was encountered processing the command/,
  /^Underlying error/,
  /^objc\[\d+\]:/,
  /^Detected file type from extension/,
  /^Note: No display specified/,
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+.* simctl\[/,
  /^Simulator device failed to complete the requested operation/,
];

export function errorText(stderr: string): ErrorText {
  // simctl prints each error of a chain with its domain and code [S2].
  const pairs = [...stderr.matchAll(/\(domain=([\w.]+), code=(-?\d+)\)/g)].map(([, domain = '', code]) => ({
    // [S2]
    domain,
    code: Number(code),
  }));
  const lines = stderr.split(/\r?\n/).map((line) => line.trim());
  const telling = lines.filter((line) => line !== '' && !chatter.some((each) => each.test(line)));
  return { pairs, message: telling[0] ?? '', innermost: telling.at(-1) ?? '' };
}

/** Also true for an exit code of 0: what was printed counts [S2]. */
export function saysError(stderr: string): boolean {
  return /^An error was encountered processing the command/m.test(stderr);
}

/** What failed, with `errors` (domain and code) in its details. */
export function simctlFault(failure: Failure): Fault {
  const { verb, stderr, exitCode } = failure;
  const { pairs, message } = errorText(stderr);
  const words = { tool: `simctl ${verb}`, said: stderr.trim().slice(0, 2_000) };
  const details = { errors: pairs, exitCode };
  const xcode = xcodeProblem(stderr);
  if (xcode) {
    const { reason, problem, fix } = xcode;
    return new ToolFault('TOOL_NOT_FOUND', problem, words, { reason, details, nextStep: fix });
  }
  for (const { reason, says, verbs, code, message: tell, nextStep, retryable } of meanings) {
    const match = verbs && !verbs.includes(verb) ? null : says.exec(stderr);
    if (!match) continue;
    const options: FaultOptions = {
      reason,
      details,
      ...defined({ nextStep, retryable }),
      ...(nothingDone.includes(reason) && { delivery: 'not_delivered' as const }),
    };
    return new ToolFault(code, tell(failure, match), words, options);
  }
  const said = message === '' ? `nothing, and exited with code ${exitCode}` : message.slice(0, 300);
  return new ToolFault('ACTION_REJECTED', `simctl ${verb} failed. It said: ${said}`, words, {
    reason: 'unknown',
    details,
  });
}
