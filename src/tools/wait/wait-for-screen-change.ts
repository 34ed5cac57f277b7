import { isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import * as z from 'zod';
import type { Place } from '../../session/look.ts';
import { pause } from '../../session/poll.ts';
import { fingerprint } from '../../ui/fingerprint.ts';
import type { UiTree } from '../../ui/ui-tree.ts';
import { screenName } from '../../wire/answers.ts';
import { deviceTool } from '../define-tool.ts';

export const waitForScreenChange = deviceTool({
  name: 'wait_for_screen_change',
  title: 'Wait for another screen',
  description: 'Waits until the screen fingerprint differs from previousFingerprint.',
  effect: 'read',
  toolset: 'core',
  needs: ['screen'],
  budgetMs: ({ timeoutMs }) => timeoutMs + 15_000,
  input: z.object({
    previousFingerprint: z
      .string()
      .min(1)
      .max(200)
      .meta({ doc: 'Fingerprint that the screen must no longer have' }),
    timeoutMs: z.int().min(0).max(600_000).default(5_000).meta({ doc: 'Milliseconds to wait' }),
    pollIntervalMs: z
      .int()
      .min(50)
      .max(60_000)
      .default(300)
      .meta({ rare: true, doc: 'Milliseconds between two reads' }),
  }),
  output: z.looseObject({
    success: z.boolean().meta({ doc: 'Whether two reads in a row showed the same new screen' }),
    previousFingerprint: z.string().meta({ doc: 'As given' }),
    newFingerprint: z.string().optional().meta({ doc: 'After a success: the fingerprint now' }),
    lastFingerprint: z
      .string()
      .nullable()
      .optional()
      .meta({ doc: 'After a failure: the last one; null when nothing could be read' }),
    elapsedMs: z.number().meta({ doc: 'Milliseconds waited' }),
    observed_screen: z.string().nullable().meta({ doc: 'Name of the screen in the last read' }),
    reason: z.string().optional().meta({ doc: 'After a failure: why' }),
  }),
  examples: [
    {
      about: 'Already another screen.',
      app: 'com.example.notes',
      input: { previousFingerprint: 'none', timeoutMs: 2_000 },
    },
  ],
  async run({ op, input, device, session }) {
    const from = op.clock.monotonicMs();
    const { print, last, confirmed, trouble } = await watch(op, { device, session }, input);
    const observed_screen = last ? screenName(last) : null;
    const common = { previousFingerprint: input.previousFingerprint, observed_screen };
    const elapsedMs = Math.round(op.clock.monotonicMs() - from);
    if (confirmed && print !== null) return { success: true, newFingerprint: print, elapsedMs, ...common };
    const reason = trouble ?? reasonOf(print, input.previousFingerprint);
    return { success: false, lastFingerprint: print, elapsedMs, ...common, reason };
  },
});

function reasonOf(print: string | null, previous: string): string {
  if (print === null) return 'No reading was complete in time.';
  return print === previous
    ? 'The screen is still the same.'
    : 'The screen changed, but no second reading confirmed it in time.';
}

interface Wish {
  readonly previousFingerprint: string;
  readonly timeoutMs: number;
  readonly pollIntervalMs: number;
}

interface Watched {
  readonly print: string | null;
  readonly last: UiTree | null;
  readonly confirmed: boolean;
  /** Why the newest reading has no fingerprint. */
  readonly trouble: string | null;
}

const confirmMs = 100;

async function watch(
  op: Operation,
  { device, session }: Place,
  { previousFingerprint, timeoutMs, pollIntervalMs }: Wish,
): Promise<Watched> {
  using own = op.within(Math.max(1, timeoutMs));
  let seen: Watched = { print: null, last: null, confirmed: false, trouble: null };
  let before: string | null = null;
  while (!own.ended) {
    const next = await read(op, own, { device, session });
    if (next === null) break;
    seen = {
      print: next.print ?? seen.print,
      last: next.tree ?? seen.last,
      confirmed: next.print !== null && next.print === before && next.print !== previousFingerprint,
      trouble: next.trouble,
    };
    if (seen.confirmed) return seen;
    before = next.print;
    const restMs = next.print !== null && next.print !== previousFingerprint ? confirmMs : pollIntervalMs;
    if (!(await pause(op, own, restMs))) break;
  }
  return seen;
}

interface Reading {
  readonly print: string | null;
  readonly tree: UiTree | null;
  readonly trouble: string | null;
}

/** A failed or doubtful reading has no fingerprint, and having none is no change. Null when the deadline cut it short. */
async function read(op: Operation, own: Operation, { device, session }: Place): Promise<Reading | null> {
  try {
    const { tree } = await session.observe(own, device);
    const { status, reasons } = tree.quality;
    if (status === 'ok') return { print: fingerprint(tree), tree, trouble: null };
    return { print: null, tree, trouble: `The newest reading is doubtful: ${reasons.join('; ')}.` };
  } catch (error) {
    if (op.ended || !isFault(error, 'OBSERVATION_FAILED', 'TIMEOUT')) throw error;
    return error.code === 'TIMEOUT' ? null : { print: null, tree: null, trouble: error.message };
  }
}
