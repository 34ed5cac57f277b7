import * as z from 'zod';
import { visibleText } from '../../ui/visible-text.ts';
import { deviceTool } from '../define-tool.ts';
import { untrusted } from '../shapes.ts';

export const getClipboard = deviceTool({
  name: 'get_clipboard',
  title: 'Read the clipboard',
  description: 'Reads the clipboard of the device.',
  effect: 'read',
  toolset: 'device',
  needs: ['clipboard'],
  budgetMs: () => 10_000,
  input: z.object({}),
  output: z.looseObject({ text: z.string() }),
  examples: [],
  run: async ({ op, device }) => ({ text: visibleText(await device.clipboard.read(op)), source: untrusted }),
});
