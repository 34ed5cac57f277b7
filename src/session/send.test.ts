import { Fault } from '@mobile-debug/core/fault.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import { expect, test } from 'vitest';
import { scriptedScreen, switchScreen } from './testing/scripted-screen.ts';

const refused = new Fault('ACTION_REJECTED', 'no');

function bed() {
  const { session, clock } = scriptedScreen({ readMs: 0, at: () => switchScreen(true) });
  return { session, clock, op: Operation.start(1_000, { clock }) };
}

test.each(['send', 'sendInTurn'] as const)(
  '%s: the fault of an input says what the device has had',
  async (how) => {
    const { session, op } = bed();
    const early = session[how](op, () => Promise.reject(refused));
    await expect(early).rejects.toMatchObject({
      code: 'ACTION_REJECTED',
      details: { delivery: 'not_delivered' },
    });
    const late = session[how](op, (dispatch) => {
      dispatch.sending();
      return Promise.reject(refused);
    });
    await expect(late).rejects.toMatchObject({ delivery: 'unknown' });
    expect([await session[how](op, async () => 'done'), session.dispatching]).toEqual([
      'done',
      how === 'send',
    ]);
    const bug = new TypeError('ours');
    await expect(session[how](op, () => Promise.reject(bug))).rejects.toBe(bug);
  },
);

test('an input whose turn did not come was not delivered', async () => {
  const { session, clock, op } = bed();
  const blocker = session.sendInTurn(Operation.start(9_000, { clock }), (dispatch) => dispatch.sleep(5_000));
  const waiting = expect(session.sendInTurn(op, async () => 'sent')).rejects.toMatchObject({
    code: 'TIMEOUT',
    delivery: 'not_delivered',
  });
  await clock.advance(1_000);
  await waiting;
  await clock.advance(4_000);
  await blocker;
});
