import * as z from 'zod';
import { deviceToWire } from '../../wire/answers.ts';
import { deviceShape } from '../../wire/device-shape.ts';
import { deviceTool } from '../define-tool.ts';

export const setClipboard = deviceTool({
  name: 'set_clipboard',
  title: 'Set the clipboard',
  description: 'Puts text on the clipboard; sensitive text is not repeated in the answer.',
  effect: 'act',
  toolset: 'device',
  needs: ['clipboard'],
  budgetMs: () => 10_000,
  input: z.object({
    text: z.string().max(100_000).meta({ doc: 'Text to put on the clipboard' }),
    sensitive: z.boolean().default(false).meta({ doc: 'Leave the text out of the answer' }),
  }),
  output: z.looseObject({
    device: deviceShape,
    set: z.boolean().meta({ doc: 'The clipboard was set' }),
    text: z
      .string()
      .optional()
      .meta({ doc: 'The first 200 characters of the text; absent with `sensitive`' }),
  }),
  examples: [],
  async run({ op, input, session }) {
    const { text, sensitive } = input;
    await session.sendInTurn(op, (dispatch) => session.device.clipboard.write(dispatch, text));
    return {
      device: deviceToWire(session.device.info),
      set: true,
      ...(sensitive ? {} : { text: text.slice(0, 200) }),
    };
  },
});
