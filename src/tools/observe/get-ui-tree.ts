import * as z from 'zod';
import { outline } from '../../ui/outline.ts';
import { actionRefField } from '../../wire/observed.ts';
import { shorterTree } from '../../wire/shorter-tree.ts';
import { compactTreeToWire, debugTree } from '../../wire/tree-answer.ts';
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
    const { tree, handles, snapshot } = observation;
    switch (input.responseMode) {
      case 'outline':
        session.tell(snapshot);
        return { text: outline(tree, handles, { revision: snapshot.revision }) };
      case 'compact':
        return { text: JSON.stringify(compactTreeToWire(observation, base, input)) };
      case 'debug':
        return { text: JSON.stringify(debugTree(op, session, observation, input)) };
    }
  },
  render: ({ text }) => [{ type: 'text', text }],
  shorten: shorterTree,
});
