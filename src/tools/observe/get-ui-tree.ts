import * as z from 'zod';
import type { Observation } from '../../session/observation.ts';
import { outline } from '../../ui/outline.ts';
import { deviceToWire, treeToWire } from '../answers.ts';
import { deviceTool } from '../define-tool.ts';

const readMs = 30_000;

const input = z.object({ responseMode: z.enum(['debug', 'outline']).default('debug') });

export const getUiTree = deviceTool({
  name: 'get_ui_tree',
  title: 'Read the screen',
  description:
    'Reads what is on the screen of an android or ios app as elements with handles. outline: one line an element, by far the cheapest. debug: every field.',
  effect: 'read',
  toolset: 'core',
  entry: true,
  needs: ['screen'],
  budgetMs: () => readMs,
  input,
  output: z.looseObject({ text: z.string().describe('The outline, or the debug tree as JSON') }),
  examples: [
    { about: 'The cheap way to see where you are.', app: 'com.example.shop', input: { responseMode: 'outline' } },
    { about: 'Every field of every element.', app: 'com.example.shop', input: { platform: 'android' } },
  ],
  async run({ op, input: { responseMode }, device, session }) {
    const observation = await session.observe(op, device);
    if (responseMode === 'outline') return { text: outlined(observation) };
    return { text: JSON.stringify({ device: deviceToWire(device.info), ...treeToWire(observation) }) };
  },
  render: ({ text }) => [{ type: 'text', text }],
});

function outlined({ tree, handles, snapshot }: Observation): string {
  return outline(tree, handles, { revision: snapshot.revision });
}
