/** What `simctl` says of a simulator, or of the service behind it, to every verb alike. Sentences decide, exit codes drift. Pure. */
import type { FaultCode } from '@mobile-debug/core/fault-codes.ts';
import type { Reason } from '@mobile-debug/core/fault-reasons.ts';

export interface SimulatorTrouble {
  readonly reason: Reason;
  readonly says: RegExp;
  readonly code: FaultCode;
  readonly message: (match: RegExpExecArray) => string;
  readonly nextStep?: string;
  readonly retryable?: boolean;
}

/** The service comes back within this after another Xcode was chosen. */
export const serviceRestartMs = 1_500;

export const serviceRestarted: SimulatorTrouble = {
  reason: 'service_restarted',
  says: /CoreSimulatorService connection (?:became )?in(?:valid|terrupted)|Unable to locate device set|CoreSimulator\.framework was changed/,
  code: 'DEVICE_UNAVAILABLE',
  message: () => "Xcode's simulator service was restarted, as it is when another Xcode is chosen.",
  nextStep: 'Call again; if it stays so, run `xcrun simctl list` once in a terminal and read what it says.',
  retryable: true,
};

export const unknownDevice: SimulatorTrouble = {
  reason: 'unknown_device',
  says: /Invalid device(?: or device pair)?: (\S+)/,
  code: 'DEVICE_NOT_FOUND',
  message: ([, id]) => `There is no simulator ${id}.`,
};

export const runtimeMissing: SimulatorTrouble = {
  reason: 'runtime_missing',
  says: /runtime profile not found|device type not supported by runtime|Unable to boot device because it cannot be located|(?:runtime|Runtime) .*(?:not available|unavailable)/,
  code: 'DEVICE_UNAVAILABLE',
  message: () => 'The iOS runtime of this simulator is not installed.',
  nextStep: 'Run `xcodebuild -downloadPlatform iOS`, or use a simulator that list_devices shows.',
};

/** Null when the words tell of something else. */
export function simulatorTrouble(
  words: string,
): (Omit<SimulatorTrouble, 'says' | 'message'> & { readonly problem: string }) | null {
  for (const { says, message, ...rest } of [serviceRestarted, unknownDevice, runtimeMissing]) {
    const match = says.exec(words);
    if (match) return { ...rest, problem: message(match) };
  }
  return null;
}
