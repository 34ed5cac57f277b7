import { Fault } from '@mobile-debug/core/fault.ts';
import { randomId } from '@mobile-debug/core/ids.ts';
import * as z from 'zod';
import { TraceRecorder } from '../../session/action/trace.ts';
import { fingerprint } from '../../ui/fingerprint.ts';
import { nextAfter } from '../../ui/not-found.ts';
import type { UiTree } from '../../ui/ui-tree.ts';
import { named } from '../../ui/visible-text.ts';
import { screenName } from '../../wire/answers.ts';
import { traceShape } from '../../wire/envelope-shape.ts';
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
  output: z.looseObject({
    success: z.boolean().meta({ doc: 'Whether the screen is the expected one' }),
    observed_screen: z
      .looseObject({
        screen: z.string().meta({ doc: 'Name of the screen' }),
        fingerprint: z.string().meta({ doc: 'Its fingerprint' }),
        snapshot_revision: z.number().meta({ doc: 'Its revision' }),
      })
      .meta({ doc: 'The screen that was read' }),
    expected_screen: z
      .looseObject({
        fingerprint: z.string().optional().meta({ doc: 'As given' }),
        screen: z.string().optional().meta({ doc: 'As given' }),
      })
      .meta({ doc: 'The screen that was expected' }),
    confidence: z.number().meta({ doc: '1 when it matched, else 0' }),
    comparison: z
      .object({
        basis: z.string().meta({ doc: '`fingerprint` or `screen`' }),
        matched: z.boolean().meta({ doc: 'The result' }),
        reason: z.string().meta({ doc: 'The same as text' }),
      })
      .meta({ doc: 'How the two were compared' }),
    trace: traceShape.optional(),
  }),
  examples: [{ about: 'By name.', app: 'com.example.notes', input: { screen: 'com.example.notes' } }],
  async run({ op, input, session }) {
    if (input.fingerprint === undefined && input.screen === undefined) {
      throw new Fault('INVALID_ARGUMENT', 'Give fingerprint or screen.');
    }
    const trace = new TraceRecorder(randomId('exp'), op.clock);
    const { fingerprint: wantedPrint, screen, responseMode } = input;
    const observation = await session.observe(op);
    const { tree, snapshot } = observation;
    const print = fingerprint(tree);
    const comparison =
      input.fingerprint === undefined
        ? byName(tree, input.screen ?? '')
        : byFingerprint(tree, print, input.fingerprint);
    trace.add('verify', comparison.matched ? 'success' : 'failure');
    if (responseMode === 'outline') {
      return outlineAnswer(session, 'expectation', {
        tool: 'expect_screen',
        success: comparison.matched,
        subject: screen === undefined ? `fingerprint ${named(wantedPrint ?? '')}` : `screen ${named(screen)}`,
        claim: 'in front',
        ...(comparison.matched
          ? {}
          : {
              failure: {
                code: 'EXPECT_STATE_MISMATCH',
                reason: comparison.reason,
                next: nextAfter(
                  tree,
                  'Wait for it with wait_for_screen_change, or go there from the screen that is in front.',
                ),
                retryable: true,
              },
            }),
        reads: 1,
        observation,
      });
    }
    return {
      success: comparison.matched,
      observed_screen: { screen: screenName(tree), fingerprint: print, snapshot_revision: snapshot.revision },
      expected_screen: {
        ...(wantedPrint === undefined ? {} : { fingerprint: wantedPrint }),
        ...(screen === undefined ? {} : { screen }),
      },
      confidence: comparison.matched ? 1 : 0,
      comparison,
      ...(responseMode === 'compact' ? {} : { trace: { ...trace.finish(comparison.matched) } }),
    };
  },
});

function byFingerprint({ quality }: UiTree, print: string, expected: string) {
  const matched = print === expected;
  const qualityWarning =
    quality.status === 'ok' ? '' : ` The reading is suspect: ${quality.reasons.join('; ')}.`;
  return {
    basis: 'fingerprint',
    matched,
    reason: matched ? 'Fingerprints are equal.' : `Fingerprints differ.${qualityWarning}`,
  };
}

function byName(tree: UiTree, expected: string) {
  const { appId, activity, focusedWindow } = tree.foreground ?? {};
  const short = appId && activity?.startsWith(`${appId}.`) ? activity.slice(appId.length) : null;
  const names = [activity, short, activity?.split('.').at(-1), focusedWindow, appId, screenName(tree)];
  const matched = names.some((name) => name === expected);
  return {
    basis: 'screen',
    matched,
    reason: matched ? 'The name matches the screen in front.' : `${screenName(tree)} is in front.`,
  };
}
