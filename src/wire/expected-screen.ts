/** The answer of an expectation about which screen is in front: how it is compared, its shape, and how it is filled. */
import * as z from 'zod';
import type { TraceRecorder } from '../session/action/trace.ts';
import type { Observation } from '../session/observation.ts';
import { fingerprint } from '../ui/fingerprint.ts';
import { nextAfter } from '../ui/not-found.ts';
import type { UiTree } from '../ui/ui-tree.ts';
import { named } from '../ui/visible-text.ts';
import { screenName } from './answers.ts';
import { traceShape } from './timing-shapes.ts';

export const expectedScreenShape = z.looseObject({
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
});

/** At least one of them is given; the fingerprint takes precedence. */
interface ScreenClaim {
  readonly fingerprint?: string | undefined;
  readonly screen?: string | undefined;
}

interface ComparedScreen {
  readonly observation: Observation;
  readonly print: string;
  readonly comparison: { readonly basis: string; readonly matched: boolean; readonly reason: string };
}

export function compareScreen(observation: Observation, claim: ScreenClaim): ComparedScreen {
  const { tree } = observation;
  const print = fingerprint(tree);
  const comparison =
    claim.fingerprint === undefined
      ? byName(tree, claim.screen ?? '')
      : byFingerprint(tree, print, claim.fingerprint);
  return { observation, print, comparison };
}

export function screenTold({ observation, comparison }: ComparedScreen, claim: ScreenClaim) {
  const { screen } = claim;
  const { matched, reason } = comparison;
  const next = nextAfter(
    observation.tree,
    'Wait for it with wait_for_screen_change, or go there from the screen that is in front.',
  );
  return {
    tool: 'expect_screen',
    success: matched,
    subject:
      screen === undefined ? `fingerprint ${named(claim.fingerprint ?? '')}` : `screen ${named(screen)}`,
    claim: 'in front',
    ...(matched ? {} : { failure: { code: 'EXPECT_STATE_MISMATCH', reason, next, retryable: true } }),
    reads: 1,
    observation,
  };
}

/** Without a trace the compact answer. */
export function screenToWire(
  { observation, print, comparison }: ComparedScreen,
  { fingerprint: wantedPrint, screen }: ScreenClaim,
  trace: TraceRecorder | null,
) {
  const { tree, snapshot } = observation;
  return {
    success: comparison.matched,
    observed_screen: { screen: screenName(tree), fingerprint: print, snapshot_revision: snapshot.revision },
    expected_screen: {
      ...(wantedPrint === undefined ? {} : { fingerprint: wantedPrint }),
      ...(screen === undefined ? {} : { screen }),
    },
    confidence: comparison.matched ? 1 : 0,
    comparison,
    ...(trace === null ? {} : { trace: { ...trace.finish(comparison.matched) } }),
  };
}

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
