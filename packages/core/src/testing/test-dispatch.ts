/** For tests: a dispatch without a session, and what the transports told it. */
import { Dispatch } from '../dispatch.ts';
import { Operation, type OperationOptions } from '../operation.ts';

export type Told = 'sending' | 'answered';

const records = new WeakMap<Dispatch, Told[]>();

/** To be disposed like an operation. */
export function startDispatch(budgetMs: number, options?: OperationOptions): Dispatch {
  const told: Told[] = [];
  const dispatch = Dispatch.on(Operation.start(budgetMs, options), {
    sending: () => void told.push('sending'),
    answered: () => void told.push('answered'),
  });
  records.set(dispatch, told);
  return dispatch;
}

/** In order; it grows with the dispatch. */
export function toldTo(dispatch: Dispatch): readonly Told[] {
  return records.get(dispatch) ?? [];
}
