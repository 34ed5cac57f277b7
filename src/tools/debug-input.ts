/** Inputs that the debugger's tools share. */
import { Fault } from '@mobile-debug/core/fault.ts';
import * as z from 'zod';
import { user } from '../wire/shapes.ts';

const name = z.string().min(1).max(512);

export const debugSessionId = name.meta({ doc: '`debug_session_id` of attach_debugger' });
export const stopId = name.meta({ doc: '`stop_id` of the current stop' });
export const threadId = name.meta({ doc: '`thread_id` of the current stop' });
export const frameId = name.meta({ doc: '`frame_id` of get_debugger_stack' });
export const objectId = name.meta({ doc: '`object_id` of a value of the current stop' });
export const text = name;

export const timeoutMs = z
  .int()
  .min(100)
  .max(30_000)
  .default(10_000)
  .meta({ rare: true, doc: 'Time limit of the call in milliseconds' });

export const processId = z
  .union([z.int().min(1).max(99_999_999), z.string().regex(/^\d{1,8}$/)])
  .transform(Number)
  .optional()
  .meta({
    description: 'pid, when the app has several',
    doc: 'Process id, needed when the app has several processes',
  });

export const depth = z
  .int()
  .min(0)
  .max(3)
  .default(1)
  .meta({ rare: true, doc: 'Levels of objects inside objects that previews show, 0 to 3' });
export const maxChars = z
  .int()
  .min(20)
  .max(10_000)
  .default(2_000)
  .meta({ rare: true, doc: 'Maximum characters in the preview of one value' });

export const responseMode = z.enum(['debug', 'outline']).default('debug').meta({
  doc: '`outline`: one line each, as a debugger shows it. `debug`: all fields. With `--lean` the default is `outline`',
});

export const page = {
  offset: z.int().min(0).max(10_000_000).default(0).meta({ rare: true, doc: 'Number of entries to skip' }),
  limit: z.int().min(1).max(100).default(20).meta({ rare: true, doc: 'How many at most' }),
};

/** Looking for the device and beginning come on top of the call's own time. */
export function budgetFor({ timeoutMs: own }: { readonly timeoutMs: number }): number {
  return own + 15_000;
}

export function oneOf(given: Readonly<Record<string, boolean>>): void {
  if (Object.values(given).filter(Boolean).length === 1) return;
  throw new Fault('INVALID_ARGUMENT', `Give exactly one of ${Object.keys(given).join(', ')}.`);
}

export const whoseProcess = user.meta({
  rare: true,
  doc: 'Android: whose app, such as 0 (the owner) or 10 (a work profile). When absent, that of the user in front when it runs there; else `PROCESS_AMBIGUOUS` lists the processes of all. Refused on iOS',
});
