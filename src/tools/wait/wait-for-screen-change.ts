import * as z from 'zod';
import { waitForScreen } from '../../session/screen-change.ts';
import { screenName } from '../../wire/answers.ts';
import { outlineAnswer } from '../../wire/outline/outline-answer.ts';
import { answerMode, pollIntervalMs } from '../../wire/shapes.ts';
import { deviceTool } from '../define-tool.ts';

export const waitForScreenChange = deviceTool({
  name: 'wait_for_screen_change',
  title: 'Wait for another screen',
  description: 'Waits until the screen fingerprint differs from previousFingerprint.',
  effect: 'read',
  whilePaused: 'refused',
  toolset: 'core',
  needs: ['screen'],
  budgetMs: ({ timeoutMs }) => timeoutMs + 15_000,
  input: z.object({
    previousFingerprint: z
      .string()
      .min(1)
      .max(200)
      .meta({ doc: 'Fingerprint that the screen must no longer have' }),
    timeoutMs: z.int().min(0).max(600_000).default(5_000).meta({ doc: 'Milliseconds to wait' }),
    pollIntervalMs,
    responseMode: answerMode,
  }),
  output: z.looseObject({
    success: z.boolean().meta({ doc: 'Whether two reads in a row showed the same new screen' }),
    previousFingerprint: z.string().optional().meta({ doc: 'As given. Absent from compact answers' }),
    newFingerprint: z.string().optional().meta({ doc: 'After a success: the fingerprint now' }),
    lastFingerprint: z.string().nullable().optional().meta({
      doc: 'After a failure: the last one; null when nothing could be read. Absent from compact answers when it is the one that was given',
    }),
    elapsedMs: z.number().meta({ doc: 'Milliseconds waited' }),
    observed_screen: z.string().nullable().meta({ doc: 'Name of the screen in the last read' }),
    reason: z.string().optional().meta({ doc: 'After a failure: the reason' }),
  }),
  examples: [
    {
      about: 'Already another screen.',
      app: 'com.example.notes',
      input: { previousFingerprint: 'none', timeoutMs: 2_000 },
    },
  ],
  async run({ op, input, session }) {
    const from = op.clock.monotonicMs();
    const { print, last, confirmed, lastError } = await waitForScreen(op, session, input);
    const observed_screen = last ? screenName(last.tree) : null;
    const elapsedMs = Math.round(op.clock.monotonicMs() - from);
    const success = confirmed && print !== null;
    const reason = success ? null : (lastError ?? reasonOf(print, input.previousFingerprint));
    if (input.responseMode === 'outline') {
      return outlineAnswer(session, 'screen_change', { success, print, reason, elapsedMs, last });
    }
    const { previousFingerprint, responseMode } = input;
    const compact = responseMode === 'compact';
    const common = { elapsedMs, observed_screen, ...(compact ? {} : { previousFingerprint }) };
    if (success) return { success, newFingerprint: print, ...common };
    return {
      success,
      ...(compact && print === previousFingerprint ? {} : { lastFingerprint: print }),
      ...common,
      ...(reason === null ? {} : { reason }),
    };
  },
});

function reasonOf(print: string | null, previous: string): string {
  if (print === null) return 'No reading completed in time.';
  return print === previous
    ? 'The screen is still the same.'
    : 'The screen changed, but no second reading confirmed it in time.';
}
