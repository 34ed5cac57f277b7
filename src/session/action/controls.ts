/** How an action is checked and how long it may take: the caller's wishes, clamped, with the tool's defaults. */

export type VerificationMode = 'none' | 'light' | 'full';
export type ResponseMode = 'compact' | 'debug';

export interface ControlsInput {
  readonly verificationMode?: VerificationMode | undefined;
  readonly responseMode?: ResponseMode | undefined;
  readonly actionTimeoutMs?: number | undefined;
  readonly verificationTimeoutMs?: number | undefined;
}

/** Effective values, as debug results report them. */
export interface Controls {
  readonly verificationMode: VerificationMode;
  readonly responseMode: ResponseMode;
  readonly actionTimeoutMs: number;
  readonly verificationTimeoutMs: number;
}

export interface ControlDefaults {
  readonly actionTimeoutMs: number;
  readonly responseMode: ResponseMode;
}

/** Full verification reads at least twice, and a stock dump takes two seconds or more. */
const verificationDefaultMs = { none: 0, light: 3_000, full: 10_000 } as const;

export function effectiveControls(input: ControlsInput, defaults: ControlDefaults): Controls {
  const verificationMode = input.verificationMode ?? 'full';
  return {
    verificationMode,
    responseMode: input.responseMode ?? defaults.responseMode,
    actionTimeoutMs: clamp(input.actionTimeoutMs ?? defaults.actionTimeoutMs, 100, 30_000),
    verificationTimeoutMs:
      verificationMode === 'none'
        ? 0
        : clamp(input.verificationTimeoutMs ?? verificationDefaultMs[verificationMode], 100, 60_000),
  };
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
