/** What every call of the companion works on, and the errors that several of them give. */
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Failure } from '../failure.ts';
import type { Mac } from '../program.ts';
import type { Simulator } from '../simulator.ts';
import { GrpcError, status } from './grpc-server.ts';

export interface ServiceContext {
  readonly mac: Mac;
  readonly simulator: Simulator;
  /** What this companion logs about itself. */
  readonly ownLog: string;
  readonly die: () => void;
}

/** Status 13 with the outer error's text; what lies under it goes into `Info`. */
export function nsError(failure: Failure): GrpcError {
  const [first, ...under] = failure;
  const [next] = under;
  const info = next
    ? `\nInfo: ["NSUnderlyingError": Error Domain=${next.domain} Code=${next.code} "${next.text}"]`
    : '';
  return new GrpcError(status.INTERNAL, `${first.text}${info}`);
}

export function mustBeBooted({ state }: Simulator): void {
  if (state !== 'Booted')
    throw new GrpcError(status.INTERNAL, `Simulator must be booted, it is currently ${state}`);
}

/** What takes no time waits for no timer, so that a clock that stands still holds nothing up. */
export async function spend(op: Operation, ms: number): Promise<void> {
  if (ms > 0) await op.sleep(ms);
  op.check();
}
