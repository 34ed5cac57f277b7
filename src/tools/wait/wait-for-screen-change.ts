import * as z from 'zod';
import { isFault } from '../../core/fault.ts';
import type { Operation } from '../../core/operation.ts';
import type { DeviceWith } from '../../devices/device.ts';
import type { DeviceSession } from '../../session/device-session.ts';
import { fingerprint } from '../../ui/fingerprint.ts';
import type { UiTree } from '../../ui/ui-tree.ts';
import { screenName } from '../answers.ts';
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
    previousFingerprint: z.string().min(1).max(200),
    timeoutMs: z.int().min(0).max(600_000).default(5_000),
    pollIntervalMs: z.int().min(50).max(60_000).default(300),
  }),
  output: z.looseObject({
    success: z.boolean(),
    previousFingerprint: z.string(),
    newFingerprint: z.string().optional(),
    lastFingerprint: z.string().nullable().optional(),
    elapsedMs: z.number(),
    observed_screen: z.string().nullable(),
    reason: z.string().optional(),
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
    const { print, last, confirmed } = await watch(op, { device, session }, input);
    const observed_screen = last ? screenName(last) : null;
    const common = { previousFingerprint: input.previousFingerprint, observed_screen };
    const elapsedMs = Math.round(op.clock.monotonicMs() - from);
    if (confirmed && print !== null) return { success: true, newFingerprint: print, elapsedMs, ...common };
    const reason =
      last === null
        ? 'No reading was complete in time.'
        : print === input.previousFingerprint
          ? 'The screen is still the same.'
          : 'The screen changed, but no second reading confirmed it in time.';
    return { success: false, lastFingerprint: print, elapsedMs, ...common, reason };
  },
});

interface Wish {
  readonly previousFingerprint: string;
  readonly timeoutMs: number;
  readonly pollIntervalMs: number;
}

interface Watched {
  readonly print: string | null;
  readonly last: UiTree | null;
  readonly confirmed: boolean;
}

const confirmMs = 100;

async function watch(
  op: Operation,
  { device, session }: { device: DeviceWith<'screen'>; session: DeviceSession },
  { previousFingerprint, timeoutMs, pollIntervalMs }: Wish,
): Promise<Watched> {
  using own = op.within(Math.max(1, timeoutMs));
  let print: string | null = null;
  let last: UiTree | null = null;
  while (!own.ended) {
    // A failed reading has no fingerprint, and having none is no change.
    const tree = await read(op, own, { device, session });
    const next: string | null = tree ? fingerprint(tree) : null;
    if (tree) last = tree;
    const confirmed = next !== null && next === print && next !== previousFingerprint;
    if (next !== null) print = next;
    if (confirmed) return { print, last, confirmed: true };
    const pause = next !== null && next !== previousFingerprint ? confirmMs : pollIntervalMs;
    if (own.remainingMs <= pause) break;
    await own.sleep(pause);
  }
  return { print, last, confirmed: false };
}

async function read(
  op: Operation,
  own: Operation,
  { device, session }: { device: DeviceWith<'screen'>; session: DeviceSession },
): Promise<UiTree | null> {
  try {
    return (await session.observe(own, device)).tree;
  } catch (error) {
    if (op.ended || !isFault(error, 'OBSERVATION_FAILED', 'TIMEOUT')) throw error;
    return null;
  }
}
