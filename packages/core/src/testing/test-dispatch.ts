/** For tests: a dispatch without a session, and what the transports told it. */
import { Dispatch } from '../dispatch.ts';
import { Operation, type OperationOptions } from '../operation.ts';

export type DispatchEvent = 'sending' | 'answered';

const records = new WeakMap<Dispatch, DispatchEvent[]>();

/** To be disposed like an operation. */
export function startDispatch(budgetMs: number, options?: OperationOptions): Dispatch {
  const told: DispatchEvent[] = [];
  const dispatch = Dispatch.on(Operation.start(budgetMs, options), {
    sending: () => void told.push('sending'),
    answered: () => void told.push('answered'),
  });
  records.set(dispatch, told);
  return dispatch;
}

/** In order; it grows with the dispatch. */
export function eventsOf(dispatch: Dispatch): readonly DispatchEvent[] {
  return records.get(dispatch) ?? [];
}
