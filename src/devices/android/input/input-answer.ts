/**
 * What the device's `input` command says when it did not do what it was told. Success prints nothing.
 * Sources: [A12], [A15] and [T3].
 */
import { Fault } from '@mobile-debug/core/fault.ts';
import type { ShellResult } from '../adb/adb-types.ts';
import { notReadyFault } from '../not-ready.ts';

/** Linkers and runtimes of some builds print these on every start; they say nothing about the command. */
const noise = /^(?:WARNING: linker:|ANDROID_ROOT|\[?warn(?:ing)?\b).*$/gim;
/** Stands before the exception itself (frameworks/base core/java/com/android/modules/utils/BasicShellCommandHandler). */
const header = /^Exception occurred while (?:executing|dumping)\b/;
const complaint =
  /Exception\b|\bError\b|^usage:|Unknown command|No shell command implementation|not found|inaccessible/im;

/** ACTION_REJECTED or DEVICE_UNAVAILABLE in the device's words; null when the input was taken. */
export function inputFault({ stdout, stderr, exitCode }: ShellResult): Fault | null {
  const words = `${stdout.toString('utf8')}\n${stderr.toString('utf8')}`.replaceAll(noise, '').trim();
  if (exitCode === 0 && !complaint.test(words)) return null;
  const notReady = notReadyFault(words);
  if (notReady) return notReady;
  const details = { exitCode, output: words.slice(0, 2_000) };
  if (/INJECT_EVENTS/.test(words)) {
    return new Fault('ACTION_REJECTED', 'The device forbids input over adb (INJECT_EVENTS permission).', {
      nextStep:
        'Turn on "USB debugging (Security settings)" (Xiaomi) or "Disable permission monitoring" (Oppo, Realme) in the developer options, then restart the device.',
      details,
    });
  }
  const lines = words.split('\n').filter((line) => !header.test(line));
  const first = lines.find((line) => complaint.test(line)) ?? words.split('\n')[0] ?? '';
  return new Fault(
    'ACTION_REJECTED',
    `The device refused the input: ${first.trim() || `exit code ${exitCode}`}`,
    {
      nextStep: /Invalid arguments/.test(words)
        ? 'Check the coordinates and the duration against the size of the screen.'
        : 'Read the words of the device, then look at the screen before trying again.',
      details,
    },
  );
}

/** The device has no such sub-command; nothing was injected. */
export function isUnknownCommand({ stdout, stderr }: ShellResult): boolean {
  return /Unknown command|^usage:/im.test(`${stdout.toString('utf8')}\n${stderr.toString('utf8')}`);
}
