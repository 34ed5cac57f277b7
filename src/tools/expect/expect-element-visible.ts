import { randomId } from '@mobile-debug/core/ids.ts';
import * as z from 'zod';
import { TraceRecorder } from '../../session/action/trace.ts';
import { waitForMatch } from '../../session/wait-match.ts';
import { assertSelector, selectorSchema } from '../../ui/selector.ts';
import { outlineAnswer } from '../../wire/outline/outline-answer.ts';
import { answerMode, elementId, pollIntervalMs } from '../../wire/shapes.ts';
import { visibleShape, visibleTold, visibleToWire } from '../../wire/visible-answer.ts';
import { deviceTool } from '../define-tool.ts';

export const expectElementVisible = deviceTool({
  name: 'expect_element_visible',
  title: 'Expect an element to be visible',
  description: 'Proves that an element becomes visible in time, or reports what was seen.',
  effect: 'read',
  whilePaused: 'refused',
  toolset: 'core',
  needs: ['screen'],
  budgetMs: ({ timeout_ms }) => timeout_ms + 15_000,
  input: z.object({
    selector: selectorSchema,
    element_id: elementId.optional().meta({ doc: 'Handle: only this one of the matches counts' }),
    timeout_ms: z.int().min(0).max(600_000).default(5_000).meta({ doc: 'Milliseconds to wait for it' }),
    poll_interval_ms: pollIntervalMs,
    responseMode: answerMode,
  }),
  output: visibleShape,
  examples: [
    { about: 'The form is there.', app: 'com.example.shop', input: { selector: { text: 'Sign in' } } },
    {
      about: 'It is not there, which is an answer too.',
      app: 'com.example.shop',
      input: { selector: { text: 'Order complete' }, timeout_ms: 500 },
    },
  ],
  async run({ op, input, session }) {
    const { selector, element_id, timeout_ms, poll_interval_ms } = input;
    assertSelector(selector);
    if (element_id !== undefined) session.assertKnown(element_id);
    const trace = new TraceRecorder(randomId('exp'), op.clock);
    const wanted = {
      selector,
      condition: 'visible',
      index: undefined,
      ...(element_id === undefined ? {} : { handle: element_id }),
      timeoutMs: timeout_ms,
      intervalMs: poll_interval_ms,
    } as const;
    const seen = await waitForMatch(op, session, wanted);
    trace.add('verify', seen.satisfied ? 'success' : 'failure', { reads: seen.polls });
    return input.responseMode === 'outline'
      ? outlineAnswer(session, 'expectation', visibleTold(seen, wanted))
      : visibleToWire(seen, wanted, input.responseMode === 'compact' ? null : trace);
  },
});
