/**
 * Whether the package manager answered at all: a call that broke, a manager that was killed and a user whom the shell
 * may not see are no answer, and must not be read as "not installed" or as an empty list. Sources: [A9] and [A15].
 */
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { firstLine } from '@mobile-debug/core/text.ts';
import type { AdbDevice } from '../adb/adb-types.ts';
import { splitBatch } from '../adb/batch.ts';
import { notReadyFault } from '../not-ready.ts';

/** `cmd` and its callers when the service or the way to it failed in the middle [A15]. */
const broken =
  /^.*(?:Failure calling service|Failed transaction|Broken pipe|DeadObjectException|DeadSystem\w*Exception|TransactionTooLargeException|RemoteException).*$/m;
/** The shell, of a program that was ended by a signal; vendors' programs say it themselves [A15]. */
const killed = /^.*\b(?:Killed|Terminated|Aborted|Segmentation fault|Bus error)\s*$/m;
/** A secure folder, a managed profile or a user that the shell may not see [A21]. */
const otherUser =
  /^.*(?:Exception|Permission Denial|Error).*(?:(?:access|run as|as|for) user(?: id)? -?\d+|(?:Invalid|Unknown|Bad) user(?: id)?\b|INTERACT_ACROSS_|secure folder|knox).*$/im;
/** The dynamic linker and `app_process` warn before a program starts; that is nobody's answer [A15]. */
const chatter = /^(?:WARNING: |Warning: |\s*$)/;

/** Behind the first lines of an answer [A15]. */
const breaksOff = /\b\w*Exception\b|^Error\b/;

/** DEVICE_UNAVAILABLE with the device's sentence when the words of any command of `pm` show that it failed; else null. */
export function managerFault(words: string): Fault | null {
  const sentence = broken.exec(words)?.[0] ?? otherUser.exec(words)?.[0] ?? killed.exec(words)?.[0];
  return notReadyFault(words) ?? (sentence === undefined ? null : failed(sentence.trim()));
}

/** Where nothing but `package:` lines is an answer, every other sentence is a failure. */
export function questionFault(words: string): Fault | null {
  const fault = managerFault(words);
  if (fault) return fault;
  const lines = words.split(/\r?\n/).filter((line) => !chatter.test(line));
  const known = lines.some((line) => line.startsWith('package:'));
  const other = lines.find((line) => (known ? breaksOff.test(line) : !line.startsWith('package:')));
  return other === undefined ? null : failed(sentenceOf(lines, other));
}

/** The exception says more than `Exception occurred while executing 'path':` above it [A15]. */
function sentenceOf(lines: readonly string[], other: string): string {
  return (lines.find((line) => /^\S*Exception\b:?/.test(line.trim()) && line !== other) ?? other).trim();
}

/**
 * As `runBatch`, for command lines of the package manager. A shell or program that was killed prints nothing where the
 * answer would be, which is then no answer: the last exit code and the shell's own words tell.
 */
export async function askManager(
  op: Operation,
  adb: AdbDevice,
  commands: readonly string[],
): Promise<readonly string[]> {
  const { parts, shellWords, exitCode } = await splitBatch(op, adb, commands);
  const death = killed.exec(shellWords)?.[0];
  if (death !== undefined) throw failed(death.trim());
  if (bySignal.has(exitCode)) throw failed(`it ended by signal ${exitCode - signalBase}`);
  if (parts.length < commands.length) {
    throw (
      managerFault(parts.join('\n')) ?? failed(firstLine(parts.join('\n')) || 'it ended before its answer')
    );
  }
  return parts;
}

/** A shell adds this to the number of the signal (POSIX). */
const signalBase = 128;
/** ABRT, KILL, SEGV, PIPE, TERM; what else is above 128 are codes of `cmd` [A15]. */
const bySignal: ReadonlySet<number> = new Set([6, 9, 11, 13, 15].map((signal) => signalBase + signal));

function failed(sentence: string): Fault {
  const ofUser = otherUser.test(sentence);
  return new Fault(
    'DEVICE_UNAVAILABLE',
    `The package manager of the device gave no answer. It said: ${sentence.slice(0, maxChars)}`,
    {
      reason: ofUser ? 'user_refused' : 'package_manager',
      retryable: true,
      nextStep: ofUser
        ? 'The shell may not see that user (a secure folder or a managed profile). Pass the user of another that has the app, or unlock that profile, then call again.'
        : 'Call again in a moment; if it stays, restart the device. Whether the app is installed is not known.',
      details: { sentence: sentence.slice(0, maxChars) },
    },
  );
}

const maxChars = 500;
