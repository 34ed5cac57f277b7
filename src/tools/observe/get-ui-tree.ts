import type { Operation } from '@mobile-debug/core/operation.ts';
import * as z from 'zod';
import type { DeviceSession } from '../../session/device-session.ts';
import { acquisitionOf, type Observation } from '../../session/observation.ts';
import { readinessOf } from '../../session/readiness.ts';
import { stateDelta } from '../../ui/delta.ts';
import { inTheWayOf } from '../../ui/obstacle.ts';
import { outline } from '../../ui/outline.ts';
import { deviceToWire, qualityToWire, treeToWire } from '../../wire/answers.ts';
import { inTheWayToWire } from '../../wire/in-the-way.ts';
import { actionRefField, evidenceOf } from '../../wire/observed.ts';
import { shorterTree } from '../../wire/shorter-tree.ts';
import { compactTreeShape, debugTreeShape } from '../../wire/tree-shapes.ts';
import { deviceTool } from '../define-tool.ts';

const readMs = 30_000;

const input = z.object({
  responseMode: z.enum(['debug', 'compact', 'outline']).default('debug').meta({
    doc: '`debug`: every field of every element. `compact`: what changed. `outline`: one line for each element. With `--lean` the default is `outline`',
  }),
  sinceSnapshotRevision: z.int().min(1).optional().meta({
    description: 'compact: answer only what changed since',
    doc: 'With `compact`: a `snapshot_revision` of an earlier answer. When absent, only the revision is answered',
  }),
  ...actionRefField.shape,
});

type Input = z.output<typeof input>;

export const getUiTree = deviceTool({
  name: 'get_ui_tree',
  title: 'Read the screen',
  description:
    'Reads the android or ios screen as elements with handles. outline: one line each, cheapest. compact: changes since a revision. debug: all fields.',
  effect: 'read',
  toolset: 'core',
  entry: true,
  needs: ['screen'],
  budgetMs: () => readMs,
  input,
  output: z.looseObject({ text: z.string() }),
  blocks: [
    { about: '`debug`: the tree, as JSON', shape: debugTreeShape },
    { about: '`compact`: the revision and what changed, as JSON', shape: compactTreeShape },
    { about: '`outline`: a header and one line for each element, as plain text' },
  ],
  examples: [
    {
      about: 'The cheap way to see where you are.',
      app: 'com.example.shop',
      input: { responseMode: 'outline' },
    },
    {
      about: 'The same on an iPhone; items of bars are marked as probed.',
      app: 'com.example.shop',
      input: { platform: 'ios', responseMode: 'outline' },
    },
    { about: 'Every field of every element.', app: 'com.example.shop', input: { platform: 'android' } },
    {
      about: 'A revision to compare with later.',
      app: 'com.example.shop',
      input: { responseMode: 'compact' },
    },
  ],
  async run({ op, input, session }) {
    const base =
      input.sinceSnapshotRevision === undefined
        ? undefined
        : session.history.find(input.sinceSnapshotRevision);
    const observation = await session.observe(op);
    switch (input.responseMode) {
      case 'outline':
        session.tell(observation.snapshot);
        return { text: outlined(observation) };
      case 'compact':
        return { text: JSON.stringify(compact(observation, base, input)) };
      case 'debug':
        return { text: JSON.stringify(debug(op, session, observation, input)) };
    }
  },
  render: ({ text }) => [{ type: 'text', text }],
  shorten: shorterTree,
});

function outlined({ tree, handles, snapshot }: Observation): string {
  return outline(tree, handles, { revision: snapshot.revision });
}

/** The base was looked up before the read, which may push it out of the history. */
function compact(
  observation: Observation,
  base: Observation['snapshot'] | undefined,
  { sinceSnapshotRevision }: Input,
) {
  const { snapshot, tree } = observation;
  const identity = { snapshot_session_id: snapshot.sessionId, snapshot_revision: snapshot.revision };
  const qualityWarnings = {
    ...(tree.quality.status === 'ok' ? {} : { quality: qualityToWire(tree) }),
    ...inTheWayToWire(inTheWayOf(tree)),
  };
  if (base)
    return {
      delta_available: true,
      ...identity,
      ...qualityWarnings,
      state_delta: stateDelta(base, snapshot),
    };
  const gone = sinceSnapshotRevision === undefined ? {} : { reason: 'BASE_REVISION_UNAVAILABLE' };
  return { delta_available: false, ...identity, ...qualityWarnings, ...gone };
}

function debug(op: Operation, session: DeviceSession, observation: Observation, { actionRef }: Input) {
  const { elements, ...rest } = treeToWire(observation);
  return {
    device: deviceToWire(session.device.info),
    ...rest,
    readiness: readinessOf(observation, session),
    evidence: evidenceOf(op, session, [acquisitionOf(observation, 'ui_tree')], actionRef),
    elements,
  };
}
