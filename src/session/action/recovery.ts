/** What a failed action's code means for trying again. The server itself never repeats input. */
import type { FaultCode } from '@mobile-debug/core/fault-codes.ts';

export type FailureClass =
  | 'TargetResolutionFailure'
  | 'ExecutionFailure'
  | 'VerificationFailure'
  | 'ControlConvergenceFailure'
  | 'SemanticMismatchFailure';

export interface Recovery {
  readonly failure_class: FailureClass;
  readonly runtime_code: FaultCode;
  readonly recovery_strategy: string;
  readonly recovery_attempts: number;
  readonly max_recovery_attempts: 3;
  readonly retry_depth: number;
  readonly max_retry_depth: 3;
  readonly is_terminal: boolean;
  readonly retry_allowed: boolean;
}

const classes: Partial<Record<FaultCode, FailureClass>> = {
  ELEMENT_NOT_FOUND: 'TargetResolutionFailure',
  STALE_REFERENCE: 'TargetResolutionFailure',
  AMBIGUOUS_TARGET: 'TargetResolutionFailure',
  ELEMENT_NOT_INTERACTABLE: 'TargetResolutionFailure',
  VERIFICATION_FAILED: 'VerificationFailure',
  EXPECT_STATE_MISMATCH: 'VerificationFailure',
  CONTROL_CONVERGENCE_FAILED: 'ControlConvergenceFailure',
  SEMANTIC_MISMATCH: 'SemanticMismatchFailure',
};

const strategies: Record<FailureClass, string> = {
  TargetResolutionFailure: 're_resolve_target',
  ExecutionFailure: 'observe_then_decide',
  VerificationFailure: 'observe_then_decide',
  ControlConvergenceFailure: 'choose_reachable_value',
  SemanticMismatchFailure: 'choose_other_action',
};

/** A blocked condition gets no recovery: its evidence is the answer. */
export function recoveryOf(code: FaultCode, retryable: boolean): Recovery | null {
  if (code === 'PRECONDITION_FAILED' || code === 'PRECONDITION_UNAVAILABLE') return null;
  const failureClass = classes[code] ?? 'ExecutionFailure';
  return {
    failure_class: failureClass,
    runtime_code: code,
    recovery_strategy: strategies[failureClass],
    recovery_attempts: 0,
    max_recovery_attempts: 3,
    retry_depth: 0,
    max_retry_depth: 3,
    is_terminal: !retryable,
    retry_allowed: retryable,
  };
}
