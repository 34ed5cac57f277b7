/**
 * What the package manager answered to an installation. Its order of lines proves nothing: a failure anywhere is one. Pure.
 * Sources: [A9] and [A15].
 */
import { Fault } from '@mobile-debug/core/fault.ts';
import { notReadyFault } from '../not-ready.ts';
import { installFailure } from './install-failures.ts';

export interface Refusal {
  readonly code: string;
  /** The whole reason in the device's words; may be empty. */
  readonly reason: string;
}

/** The exception behind `Exception occurred while executing 'install':` says more than that line [A9]. */
const otherFailure = /^(?:Failure\b|Error:|.*Exception:|cmd: |adb: ).*$/m;

/** What each way prints when it is done [A9]; a line counts only when it is whole. */
export const successLines = {
  install: /^Success[ \t]*\r?\n/m,
  create: /^Success: created install session \[(\d+)\][ \t]*\r?\n/m,
  write: /^Success(?:: streamed \d+ bytes)?[ \t]*\r?\n/m,
} as const;

/** Null when it succeeded. UNKNOWN code for words that are neither success nor a known form of failure [A9]. */
export function readInstallAnswer(
  words: string,
  success: RegExp = /^Success(?::.*)?[ \t]*(?:\r?\n|$)/m,
): Refusal | null {
  // The first failure is the cause; later ones come from attempts to clean up [A9].
  const bracketed = /Failure \[([A-Z][A-Z0-9_]+)(?::\s*([^\n]*))?\]/.exec(words);
  if (bracketed) return { code: bracketed[1] ?? '', reason: bracketed[2]?.trim() ?? '' };
  const cut = /Failure \[([A-Z][A-Z0-9_]+)(?::\s*([\s\S]*))?/.exec(words);
  if (cut) return { code: cut[1] ?? '', reason: cut[2]?.replace(/\]\s*$/, '').trim() ?? '' };
  const other = otherFailure.exec(words) ?? /^Exception occurred.*$/m.exec(words);
  if (other) return { code: 'UNKNOWN', reason: other[0].trim() };
  if (success.test(words)) return null;
  return { code: 'UNKNOWN', reason: words.trim().slice(0, 500) || 'The device said nothing.' };
}

/** What may come before the answer, and is none [A9]. */
const progress = /^(?:Performing .*|Serving\b.*|\s*pkg: .*|\[?\s*\d+ ?%.*|\d+ KB\/s.*|\s*)$/;

/**
 * Whether the words end before they are an answer: in the middle of a line, behind progress alone, or because the session
 * is one that the device no longer knows, as after a restart. Words of a device that was lost refuse nothing [A9].
 */
export function breaksOff(words: string, success: RegExp): boolean {
  if (/has no access to session|session not found/i.test(words)) return true;
  // With its code whole, the reason may be cut.
  if (/Failure \[[A-Z][A-Z0-9_]+[:\]]/.test(words) || success.test(words)) return false;
  const lines = words.split(/\r?\n/);
  const unfinished = lines.pop() ?? '';
  return unfinished !== '' || lines.every((line) => progress.test(line));
}

/** INSTALL_FAILED with the meaning of the code, or DEVICE_UNAVAILABLE while the package manager is not up yet. */
export function installFault(refusal: Refusal, words: string): Fault {
  const notReady = notReadyFault(words);
  if (notReady) return notReady.with({ reason: 'starting', details: { starting: true } });
  const { code, reason } = refusal;
  const { meaning, fix } = installFailure(code);
  const said = reason === '' ? '' : ` The device said: ${reason}`;
  return new Fault('INSTALL_FAILED', `${code}: ${meaning}${said}`, {
    nextStep: fix,
    details: { failure_code: code, meaning, ...(reason === '' ? {} : { reason }), ...facts(reason) },
  });
}

/** What stands in the way, where the reason names it [A9]. */
function facts(reason: string): Record<string, unknown> {
  const versions = /version code (\d+) is older than current (\d+)/.exec(reason);
  const blocker =
    /already (?:used|owned|defined) by (?:package )?([\w.]+)/.exec(reason)?.[1] ??
    /^(?:Existing package|Package) ([\w.]+) signatures do not match/.exec(reason)?.[1];
  return {
    ...(versions
      ? { new_version_code: Number(versions[1]), installed_version_code: Number(versions[2]) }
      : {}),
    ...(blocker === undefined ? {} : { blocker: blocker.replace(/\.$/, '') }),
  };
}
