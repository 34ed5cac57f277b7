import { Fault } from '@mobile-debug/core/fault.ts';
import { randomId } from '@mobile-debug/core/ids.ts';
import * as z from 'zod';
import { TraceRecorder } from '../../session/action/trace.ts';
import { compareScreen, expectedScreenShape, screenTold, screenToWire } from '../../wire/expected-screen.ts';
import { outlineAnswer } from '../../wire/outline/outline-answer.ts';
import { answerMode } from '../../wire/shapes.ts';
import { deviceTool } from '../define-tool.ts';

export const expectScreen = deviceTool({
  name: 'expect_screen',
  title: 'Expect a screen',
  description: 'Proves which screen is in front, by fingerprint (preferred) or name.',
  effect: 'read',
  whilePaused: 'refused',
  toolset: 'core',
  needs: ['screen'],
  budgetMs: () => 30_000,
  input: z.object({
    fingerprint: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .meta({ doc: 'Fingerprint that the screen must have. Takes precedence over `screen`' }),
    screen: z.string().min(1).max(500).optional().meta({
      doc: 'Name that the screen must have: activity (full, short, or class name), focused window, or app id',
    }),
    responseMode: answerMode,
  }),
  output: expectedScreenShape,
  examples: [{ about: 'By name.', app: 'com.example.notes', input: { screen: 'com.example.notes' } }],
  async run({ op, input, session }) {
    if (input.fingerprint === undefined && input.screen === undefined) {
      throw new Fault('INVALID_ARGUMENT', 'Give fingerprint or screen.');
    }
    const trace = new TraceRecorder(randomId('exp'), op.clock);
    const observation = await session.observe(op);
    const found = compareScreen(observation, input);
    trace.add('verify', found.comparison.matched ? 'success' : 'failure');
    return input.responseMode === 'outline'
      ? outlineAnswer(session, 'expectation', screenTold(found, input))
      : screenToWire(found, input, input.responseMode === 'compact' ? null : trace);
  },
});
