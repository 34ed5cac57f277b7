/** What an answer says of text that was typed. */
import * as z from 'zod';

export const typedShape = z
  .looseObject({
    method: z
      .string()
      .optional()
      .meta({ doc: 'How it was typed, such as `input text`; absent when nothing was typed' }),
    characters: z.number().meta({ doc: 'How many characters were typed' }),
    matches: z.boolean().nullable().optional().meta({
      doc: 'Whether the field holds the text; null when that cannot be told. Absent without verification',
    }),
    field: z.string().optional().meta({
      doc: 'The field that had the focus, as an outline names it; absent where nothing tells which it was',
    }),
    focus_seen: z.literal(false).optional().meta({
      doc: 'Only where the screen is read in a way that does not tell the focus',
    }),
    note: z.string().optional().meta({
      doc: 'Why it cannot be told, or how the app shows it: `formatted by the app`, `spread over 6 boxes`',
    }),
    field_text: z.string().optional().meta({ doc: 'What the field holds instead' }),
    difference: z.string().optional().meta({ doc: 'Which characters are missing, exchanged or not typed' }),
  })
  .meta({ doc: 'What was typed, and what the field holds' });
