import { startDispatch } from '@mobile-debug/core/testing/test-dispatch.ts';
import { expect, test } from 'vitest';
import type { InputFacet, Pinch } from '../../devices/port/input.ts';
import type { Preparation } from '../../session/action/action-types.ts';
import { TraceRecorder } from '../../session/action/trace.ts';
import { scriptedScreen, switchScreen } from '../../session/testing/scripted-screen.ts';
import { pinch } from './pinch.ts';

const refuse = (): Promise<never> => Promise.reject(new Error('only pinches here'));

function twoFingered(sent: Pinch[]): InputFacet {
  return {
    tap: refuse,
    longPress: refuse,
    swipe: refuse,
    key: refuse,
    type: refuse,
    clear: refuse,
    keyNames: [],
    async pinch(_op, request) {
      sent.push(request);
    },
  };
}

async function pinched(input: { readonly center?: number[] }): Promise<readonly Pinch[]> {
  const sent: Pinch[] = [];
  const screen = scriptedScreen({ readMs: 0, at: () => switchScreen(true), input: twoFingered(sent) });
  const session = screen.session.with(['screen', 'input']);
  using dispatch = startDispatch(1_000, { clock: screen.clock });
  const preparation: Preparation = {
    op: dispatch,
    trace: new TraceRecorder('act_1', screen.clock),
    look: () => session.observe(dispatch),
  };
  const call = {
    input: { selector: { resource_id: 'light' }, scale: 2, ...input },
    session,
  };
  const prepared = await pinch.prepare({ ...call, progress: () => {} }, preparation);
  expect(sent).toEqual([]);
  await prepared.send(dispatch);
  return sent;
}

test('a platform with two fingers gets the middle of the element and its area', async () => {
  expect(await pinched({})).toEqual([{ center: [200, 350], area: [100, 300, 300, 400], scale: 2 }]);
});

test('a point of the caller is kept', async () => {
  expect(await pinched({ center: [120, 310] })).toMatchObject([{ center: [120, 310] }]);
});
