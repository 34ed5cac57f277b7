import * as z from 'zod';
import type { Operation } from '../../core/operation.ts';
import type { DeviceWith } from '../../devices/device.ts';
import type { DeviceSession } from '../../session/device-session.ts';
import { look, type Seen, type Wanted } from '../../session/look.ts';
import { handleOf } from '../../session/observation.ts';
import { assertSelector, selectorSchema } from '../../ui/selector.ts';
import { conditionHolds } from '../../ui/target.ts';
import { elementToWire } from '../../ui/wire.ts';
import { qualityToWire } from '../answers.ts';
import { deviceTool } from '../define-tool.ts';
import { elementShape, untrusted } from '../shapes.ts';

export const waitForUi = deviceTool({
  name: 'wait_for_ui',
  title: 'Wait for an element',
  description: 'Waits until an element exists, is visible, clickable or gone; gives its handle.',
  effect: 'read',
  toolset: 'core',
  needs: ['screen'],
  budgetMs: ({ timeout_ms, retry }) => retry.max_attempts * (timeout_ms + retry.backoff_ms) + 15_000,
  input: z.object({
    selector: selectorSchema.optional(),
    condition: z.enum(['exists', 'not_exists', 'visible', 'clickable']).default('exists'),
    timeout_ms: z.int().min(0).max(600_000).default(60_000),
    poll_interval_ms: z.int().min(50).max(60_000).default(300),
    match: z
      .strictObject({ index: z.int().min(-1_000).max(1_000) })
      .meta({ shown: '{ index }' })
      .optional(),
    retry: z
      .strictObject({
        max_attempts: z.int().min(1).max(10).default(1),
        backoff_ms: z.int().min(0).max(60_000).default(0),
      })
      .meta({ shown: '{ max_attempts?, backoff_ms? }' })
      .default({ max_attempts: 1, backoff_ms: 0 }),
    requireReadiness: z.boolean().default(false),
  }),
  output: z.looseObject({
    status: z.enum(['success', 'timeout']),
    matched: z.number(),
    element: elementShape.nullable(),
    error: z.looseObject({ code: z.string(), message: z.string() }).optional(),
    metrics: z.looseObject({ latency_ms: z.number(), poll_count: z.number(), attempts: z.number() }),
    requested: z.looseObject({}),
    observed: z.looseObject({ matched_count: z.number(), condition_satisfied: z.boolean() }),
  }),
  examples: [
    {
      about: 'Until a button can be tapped.',
      app: 'com.example.shop',
      input: { selector: { text: 'Remember me' }, condition: 'clickable', timeout_ms: 5_000 },
    },
    {
      about: 'Until something is gone.',
      app: 'com.example.shop',
      input: { selector: { text: 'Loading' }, condition: 'not_exists', timeout_ms: 5_000 },
    },
  ],
  async run({ op, input, device, session }) {
    const { selector = {}, condition, timeout_ms, poll_interval_ms, match, retry } = input;
    assertSelector(selector);
    const from = op.clock.monotonicMs();
    const wanted: Wanted = {
      settled: input.requireReadiness,
      selector,
      condition,
      index: match?.index,
      timeoutMs: timeout_ms,
      intervalMs: poll_interval_ms,
    };
    const { seen, attempts, polls } = await attempt(op, { session, device, wanted, retry });
    return {
      status: seen.satisfied ? ('success' as const) : ('timeout' as const),
      matched: seen.matchedCount,
      element: seen.satisfied ? elementOf(seen) : null,
      ...(seen.satisfied ? {} : { error: timeoutError(seen, wanted) }),
      metrics: { latency_ms: Math.round(op.clock.monotonicMs() - from), poll_count: polls, attempts },
      requested: { selector, condition, ...(match ? { match } : {}), timeout_ms, poll_interval_ms },
      observed: {
        matched_count: seen.matchedCount,
        condition_satisfied: seen.satisfied,
        selected_index: seen.selectedIndex,
        ...(seen.satisfied ? {} : { last_matched_element: elementOf(seen) }),
        ...(seen.observation
          ? {
              snapshot_revision: seen.observation.snapshot.revision,
              quality: qualityToWire(seen.observation.tree),
            }
          : {}),
      },
      ...(seen.readiness ? { readiness: { ...seen.readiness } } : {}),
      source: untrusted,
    };
  },
});

interface Attempts {
  readonly session: DeviceSession;
  readonly device: DeviceWith<'screen'>;
  readonly wanted: Wanted;
  readonly retry: { readonly max_attempts: number; readonly backoff_ms: number };
}

async function attempt(op: Operation, { session, device, wanted, retry }: Attempts) {
  let polls = 0;
  for (let attempts = 1; ; attempts++) {
    const seen = await look(op, { session, device }, wanted);
    polls += seen.polls;
    if (seen.satisfied || attempts >= retry.max_attempts) return { seen, attempts, polls };
    if (retry.backoff_ms > 0) await op.sleep(retry.backoff_ms);
  }
}

function elementOf({ observation, element }: Seen) {
  return observation && element ? elementToWire(element, handleOf(observation, element)) : null;
}

function timeoutError({ matchedCount, observation, element }: Seen, { condition, timeoutMs }: Wanted) {
  const held = observation !== null && conditionHolds(observation.tree, element ?? undefined, condition);
  const what =
    condition === 'not_exists'
      ? `${matchedCount} still match`
      : element
        ? held
          ? `it is ${condition}, but the screen is not settled`
          : `it exists but is not ${condition}`
        : 'nothing matched';
  const doubt = observation?.tree.quality.status === 'suspect' ? ' The last reading was doubtful.' : '';
  return { code: 'TIMEOUT', message: `Not ${condition} within ${timeoutMs} ms: ${what}.${doubt}` };
}
