import * as z from 'zod';
import { hostTool, toolsets } from '../define-tool.ts';

export const enableTools = hostTool({
  name: 'enable_tools',
  title: 'Turn on tool sets',
  description: 'Turns on further tools: build, device (apps, files, settings), debug (breakpoints).',
  effect: 'read',
  toolset: 'core',
  offered: 'while_some_are_off',
  budgetMs: () => 5_000,
  input: z.object({
    sets: z
      .array(z.enum(toolsets))
      .min(1)
      .meta({ doc: 'Sets to turn on, whole, until the connection ends. What is on stays on.' }),
  }),
  output: z.looseObject({
    on: z.array(z.string()).meta({ doc: 'Sets that are on now, whole or in part.' }),
    added: z
      .array(z.string())
      .meta({ doc: 'Names of the tools that were turned on. They can be called at once.' }),
    kept_off: z
      .array(
        z.looseObject({
          tool: z.string().meta({ doc: 'Its name.' }),
          reason: z.string().meta({ doc: 'The start-up flag that keeps it off.' }),
        }),
      )
      .meta({ doc: 'Tools of these sets that stay off.' }),
  }),
  examples: [],
  async run({ input, sets }) {
    const { on, added, keptOff } = sets.enable(input.sets);
    return {
      on: [...on],
      added: [...added],
      kept_off: keptOff.map(({ tool, why }) => ({ tool, reason: why })),
    };
  },
});
