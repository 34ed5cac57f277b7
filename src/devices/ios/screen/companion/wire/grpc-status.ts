/** How calls to the companion fail. */
import type { TransportKind } from '../../../../port/transport-problem.ts';

/** What a call may throw; whoever opens or drives a companion has other kinds. */
export const callFailures: readonly TransportKind[] = ['gone', 'wrong', 'refused'];

/** Numbers of https://grpc.io/docs/guides/status-codes/ that decide something here. */
export const grpcStatus = { ok: 0, invalidArgument: 3, unimplemented: 12, unavailable: 14 } as const;
