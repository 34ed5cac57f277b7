import * as z from 'zod';
import { visibleText } from '../../ui/visible-text.ts';
import { sourceField, untrusted } from '../../wire/shapes.ts';
import { deviceTool } from '../define-tool.ts';

export const getClipboard = deviceTool({
  name: 'get_clipboard',
  title: 'Read the clipboard',
  description: 'Reads the clipboard of the device.',
  effect: 'read',
  toolset: 'device',
  needs: ['clipboard'],
  budgetMs: () => 10_000,
  input: z.object({}),
  output: z.looseObject({
    text: z.string().meta({ doc: 'What the clipboard holds; empty when there is no text' }),
    source: sourceField,
  }),
  examples: [],
  run: async ({ op, session }) => ({
    text: readable(await session.device.clipboard.read(op)),
    source: untrusted,
  }),
});

/** Lines and tabs stay what they are: they are seen, and the text is to be used as it was copied. */
function readable(text: string): string {
  return text.replace(/[^\n\t]+/g, (part) => visibleText(part));
}
