/** The device in answers: what it is and, in lists, how it is. */
import * as z from 'zod';

export const deviceFields = {
  platform: z.string().meta({ doc: '`android` or `ios`' }),
  id: z.string().meta({ doc: 'Android serial or iOS UDID: the `deviceId` of other calls' }),
  osVersion: z
    .string()
    .nullable()
    .meta({ doc: 'Release of Android or iOS, such as `14`; null when unknown' }),
  model: z.string().nullable().meta({ doc: 'Model name; null when unknown' }),
  simulator: z.boolean().meta({ doc: 'An emulator or simulator' }),
  virtual: z.boolean().optional().meta({ doc: 'Present on the virtual phones of `--virtual`' }),
};

export const deviceShape = z
  .looseObject(deviceFields)
  .meta({ ref: 'device', doc: 'The device of this answer' });

/** Platforms that could not be listed, in the answers of lists. */
export const unlistedShape = z
  .array(
    z.looseObject({
      platform: z.string().meta({ doc: '`android` or `ios`' }),
      code: z.string().meta({ doc: 'Code of the fault' }),
      problem: z.string().meta({ doc: 'What went wrong' }),
      fix: z.string().meta({ doc: 'How to fix it' }),
      retryable: z.boolean().meta({ doc: 'Whether the same call can succeed later' }),
    }),
  )
  .optional()
  .meta({ doc: 'Platforms that could not be listed, wholly or in part; absent when all could' });
