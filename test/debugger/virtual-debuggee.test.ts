/** The walk of docs/debugging.md, on the process that the virtual phone gives its shop. */
import { checkoutLine } from '@mobile-debug/virtual-phone/debuggee/checkout-source.ts';
import { expect, test } from 'vitest';
import { virtualDebuggee } from '../../src/cli/virtual-debuggee.ts';
import { makeTestBed } from '../harness.ts';
import { hasJava } from './jvm.ts';

const there = hasJava();
const appId = 'com.example.shop';

test.skipIf(!there)(
  `why checkout fails${there ? '' : ' (left out: no JDK here)'}`,
  async () => {
    const debuggee = virtualDebuggee({ PATH: process.env['PATH'] });
    const bed = await makeTestBed();
    try {
      bed.open(appId);
      bed.adbServer.setDebugPort(bed.serials[0] ?? '', appId, debuggee);
      const { debug_session_id: debugSessionId } = (await bed.call('attach_debugger', { appId })).data;
      const set = await bed.call('set_debugger_breakpoint', {
        debugSessionId,
        file: 'Checkout.java',
        line: checkoutLine('throw new IllegalStateException'),
      });
      // A program that has just begun may not have loaded the class yet.
      expect(set.data, set.texts[0]).toMatchObject({
        success: true,
        result: { status: expect.stringMatching(/^(?:verified|pending)$/) },
      });
      let afterSequence = 1;
      const nextEvent = async () => {
        const answer = await bed.call('wait_for_debugger_event', {
          debugSessionId,
          afterSequence,
          timeoutMs: 10_000,
        });
        afterSequence = Number(answer.data['next_cursor'] ?? afterSequence);
        return answer;
      };
      let waited = await nextEvent();
      for (let more = 0; more < 5 && waited.data['state'] !== 'paused'; more++) waited = await nextEvent();
      expect(waited.data).toMatchObject({ state: 'paused', stop: { reason: 'breakpoint' } });
      const { stop_id: stopId, thread_id: threadId } = waited.data['stop'] as {
        stop_id: string;
        thread_id: string;
      };
      const stack = await bed.call('get_debugger_stack', {
        debugSessionId,
        stopId,
        threadId,
        responseMode: 'outline',
      });
      const [, frameId = ''] =
        /\* #0 com\.example\.shop\.back\.Checkout\.pay .*\[(s1f\d+)\]/.exec(stack.texts[0] ?? '') ?? [];
      const locals = await bed.call('get_debugger_locals', {
        debugSessionId,
        stopId,
        frameId,
        responseMode: 'outline',
      });
      expect(locals.texts[0]).toContain('percent: int = 150');
      const coupons = await bed.call('evaluate_in_debugger', {
        debugSessionId,
        stopId,
        frameId,
        expression: 'coupons',
      });
      expect(JSON.stringify(coupons.data)).toContain('SPRING');
      expect((await bed.call('detach_debugger', { debugSessionId })).data).toMatchObject({
        state: 'detached',
      });
      expect(bed.bugs).toEqual([]);
    } finally {
      await bed.close();
      await debuggee.close();
    }
  },
  60_000,
);
