/** A drop-down whose list opens late: the option is waited for, and back is pressed only where a list is open. */
import { Operation } from '@mobile-debug/core/operation.ts';
import { expect, test } from 'vitest';
import { button, node, text, treeOf } from '../../test/fixtures/raw-screens.ts';
import type { InputFacet } from '../devices/port/input.ts';
import { handleOf } from '../session/observation.ts';
import { scriptedScreen } from '../session/testing/scripted-screen.ts';
import type { Bounds, UiTree } from '../ui/ui-tree.ts';
import { chooseOption } from './choose-option.ts';

const at: Bounds = [100, 300, 900, 400];
const closed = node({ type: 'android.widget.Spinner', clickable: true, bounds: at }, text('Apple', at));
const page = (...options: readonly string[]): UiTree =>
  treeOf(
    closed,
    ...options.map((option, place) => button(option, [100, 500 + place * 100, 900, 600 + place * 100])),
  );

async function choose(option: string, options: readonly string[]) {
  const sent: string[] = [];
  let openedAt = Number.POSITIVE_INFINITY;
  const input = {
    keyNames: [],
    async tap(_op: Operation, [x, y]: readonly [number, number]) {
      sent.push(`tap ${x},${y}`);
      openedAt = Math.min(openedAt, screen.clock.monotonicMs() + 300);
    },
    async back() {
      sent.push('back');
    },
  } as Partial<InputFacet> as InputFacet;
  const screen = scriptedScreen({
    readMs: 10,
    at: (_, now) => (now >= openedAt ? page(...options) : page()),
    input,
  });
  const session = screen.session.with(['input', 'screen']);
  using op = Operation.start(60_000, { clock: screen.clock });
  const reading = session.observe(op);
  await screen.clock.advance(10);
  const first = await reading;
  const control = first.tree.elements.find(({ type }) => type.endsWith('Spinner'));
  if (!control) throw new Error('no control');
  const running = chooseOption(session.dispatch(op), session, {
    handle: handleOf(first, control),
    closed: first,
    point: [500, 350],
    option,
  });
  const ended = running.then(
    () => null,
    (error: unknown) => error,
  );
  await screen.clock.advance(10_000);
  return { error: await ended, sent };
}

test('an option that comes 300 ms after the touch is chosen', async () => {
  expect(await choose('Pear', ['Apple', 'Pear'])).toEqual({
    error: null,
    sent: ['tap 500,350', 'tap 500,650'],
  });
});

test('one that is not in the list that opened: it is closed again', async () => {
  const { error, sent } = await choose('Plum', ['Apple', 'Pear']);
  expect(error).toMatchObject({ code: 'CONTROL_CONVERGENCE_FAILED', delivery: 'delivered' });
  expect(sent).toEqual(['tap 500,350', 'back']);
});

test('where no list opened, nothing goes back', async () => {
  const { error, sent } = await choose('Plum', []);
  expect(error).toMatchObject({ message: expect.stringContaining('no list opened') });
  expect(sent).toEqual(['tap 500,350']);
});
