import { isFault } from '@mobile-debug/core/fault.ts';
import * as z from 'zod';
import { acquisitionOf } from '../../session/observation.ts';
import { fingerprint } from '../../ui/fingerprint.ts';
import { qualityToWire } from '../../wire/answers.ts';
import { evidenceShape } from '../../wire/evidence-shape.ts';
import { actionRefField, evidenceOf, tryAcquire } from '../../wire/observed.ts';
import { qualityShape } from '../../wire/tree-shapes.ts';
import { deviceTool } from '../define-tool.ts';

export const getScreenFingerprint = deviceTool({
  name: 'get_screen_fingerprint',
  title: 'Fingerprint of the screen',
  description: 'Hash that identifies the screen; ignores clocks, counters, percentages.',
  effect: 'read',
  toolset: 'core',
  needs: ['screen'],
  budgetMs: () => 30_000,
  input: z.object({ actionRef: actionRefField.shape.actionRef.meta({ rare: true }) }),
  output: z.looseObject({
    fingerprint: z
      .string()
      .nullable()
      .meta({ doc: 'Fingerprint of the screen; null when it could not be read' }),
    activity: z.string().nullable().meta({ doc: 'Activity in front; null on iOS and when unknown' }),
    error: z.string().optional().meta({ doc: 'Why the screen could not be read' }),
    quality: qualityShape.optional(),
    evidence: evidenceShape,
  }),
  examples: [{ about: 'Identify this screen.', app: 'com.example.notes', input: {} }],
  async run({ op, input: { actionRef }, session }) {
    const seen = await tryAcquire(op, session, 'fingerprint', () => session.observe(op));
    const { value: observation, acquisition, fault } = seen;
    if (fault && !isFault(fault, 'OBSERVATION_FAILED')) throw fault;
    if (!observation) {
      const evidence = evidenceOf(op, session, [acquisition], actionRef);
      return { fingerprint: null, activity: null, ...(fault ? { error: fault.message } : {}), evidence };
    }
    return {
      fingerprint: fingerprint(observation.tree),
      activity: observation.tree.foreground?.activity ?? null,
      ...(observation.tree.quality.status === 'ok' ? {} : { quality: qualityToWire(observation.tree) }),
      evidence: evidenceOf(op, session, [acquisitionOf(observation, 'fingerprint')], actionRef),
    };
  },
});
