import { expect, test } from 'vitest';
import { Dispatch } from './dispatch.ts';
import { type Delivery, Fault } from './fault.ts';
import { Operation } from './operation.ts';
import { ManualClock } from './testing/manual-clock.ts';
import { type DispatchEvent, eventsOf, startDispatch } from './testing/test-dispatch.ts';

test('counts what left and what was answered, with the first and the last moment', async () => {
  const clock = new ManualClock();
  using dispatch = startDispatch(1_000, { clock });
  expect([dispatch.started, dispatch.completed]).toEqual([null, null]);
  await clock.advance(10);
  dispatch.sending();
  await clock.advance(10);
  dispatch.answered();
  await clock.advance(10);
  dispatch.sending();
  expect(eventsOf(dispatch)).toEqual(['sending', 'answered', 'sending']);
  expect([dispatch.sendings, dispatch.answers]).toEqual([2, 1]);
  expect([dispatch.started?.monotonicMs, dispatch.completed?.monotonicMs]).toEqual([10, 20]);
});

test('a part of it with a shorter budget writes into the same record', async () => {
  const clock = new ManualClock();
  using dispatch = startDispatch(1_000, { clock });
  using part = dispatch.within(100);
  part.sending();
  await clock.advance(100);
  expect([part.ended, dispatch.ended, dispatch.sendings]).toEqual([true, false, 1]);
});

const refused = new Fault('DEVICE_UNAVAILABLE', 'adb says: closed', { delivery: 'not_delivered' });
const rejected = new Fault('APP_NOT_INSTALLED', 'It found no app.', { delivery: 'not_delivered' });
const silent = new Fault('ACTION_REJECTED', 'It said something.');

test.each<[Delivery, string, Fault, readonly DispatchEvent[]]>([
  ['not_delivered', 'nothing left, whatever the fault says', silent, []],
  ['unknown', 'a command left, and the fault does not know', silent, ['sending', 'answered']],
  ['not_delivered', 'the only command was refused', refused, ['sending']],
  ['not_delivered', 'the device answered that there is nothing to act on', rejected, ['sending', 'answered']],
  ['unknown', 'the only command was answered before the connection failed', refused, ['sending', 'answered']],
  [
    'unknown',
    'another command left before the one that was refused',
    refused,
    ['sending', 'answered', 'sending'],
  ],
  ['delivered', 'the fault knows that it arrived', silent.with({ delivery: 'delivered' }), ['sending']],
])('is %s when %s', (delivery, _when, fault, told) => {
  using dispatch = startDispatch(1_000);
  for (const each of told) dispatch[each]();
  expect(dispatch.deliveryAfter(fault)).toBe(delivery);
});

test('has the budget of its operation, and records nothing of what only reads', async () => {
  const clock = new ManualClock();
  using op = Operation.start(1_000, { clock });
  const dispatch = Dispatch.on(op, { sending: () => {}, answered: () => {} });
  expect(Dispatch.of(dispatch)).toBe(dispatch);
  expect(Dispatch.of(dispatch.unrecorded())).toBeNull();
  expect(Dispatch.unrecorded(op)).toBe(op);
  await clock.advance(1_000);
  expect([op.ended, dispatch.ended, dispatch.unrecorded().ended]).toEqual([true, true, true]);
  expect(() => dispatch.check()).toThrow(op.fault());
});

test('ends a wait on it with the withdrawal of the client', async () => {
  const controller = new AbortController();
  using dispatch = startDispatch(60_000, { signal: controller.signal });
  const waiting = dispatch.race(new Promise<never>(() => {}));
  controller.abort('enough');
  await expect(waiting).rejects.toMatchObject({ code: 'CANCELLED' });
});
