/** Choosing from a drop-down: open it, and touch the option once it is there. */
import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import { Fault } from '@mobile-debug/core/fault.ts';
import type { SessionOf } from '../session/device-session.ts';
import { handleOf, type Observation } from '../session/observation.ts';
import { matchElements } from '../ui/selector.ts';
import { tapPoint } from '../ui/target.ts';
import type { Point } from '../ui/ui-tree.ts';
import { valueAfter } from './value-after.ts';

interface Choice {
  /** Of the closed control. */
  readonly handle: string;
  readonly closed: Observation;
  /** Where it opens. */
  readonly point: Point;
  readonly option: string;
}

export async function chooseOption(
  dispatch: Dispatch,
  session: SessionOf<'input' | 'screen'>,
  { handle, closed, point, option }: Choice,
): Promise<void> {
  const { input } = session.device;
  let opened = closed;
  await input.tap(dispatch, point);
  // A list takes a while to open; until it has, the option is not there and going back would leave the page.
  const at = await valueAfter<Point | 'missing'>(dispatch, {
    before: 'missing',
    isMet: (found) => found !== 'missing',
    read: async () => {
      opened = await session.observe(dispatch);
      return { value: optionIn(opened, handle, option) ?? 'missing', atMs: opened.completed.monotonicMs };
    },
  });
  if (at !== null && at !== 'missing') {
    await input.tap(dispatch, at);
    return;
  }
  const isOpen = opened.snapshot.revision !== closed.snapshot.revision;
  if (isOpen && input.back) await input.back(dispatch);
  const after = isOpen ? 'the list was closed again' : 'no list opened';
  throw new Fault('CONTROL_CONVERGENCE_FAILED', `There is no option ${JSON.stringify(option)}; ${after}.`, {
    delivery: 'delivered',
  });
}

/** The closed control shows its own value too, under what has opened. */
function optionIn(opened: Observation, handle: string, option: string): Point | null {
  const matches = matchElements(opened.tree, { text: option });
  const found = matches.findLast((element) => handleOf(opened, element) !== handle);
  const at = found && tapPoint(opened.tree, found);
  return at && 'point' in at ? at.point : null;
}
