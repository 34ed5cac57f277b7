import * as z from 'zod';
import { networkEvents, statusOf } from '../../logs/network-signals.ts';
import { NetworkWindow } from '../../session/network-window.ts';
import { visibleText } from '../../ui/visible-text.ts';
import { sourceField, untrusted } from '../../wire/shapes.ts';
import { deviceTool } from '../define-tool.ts';

const mostLines = 5_000;
/** Clocks of phones are read to about this. */
const slackMs = 50;

export const getNetworkActivity = deviceTool({
  name: 'get_network_activity',
  title: 'Requests since the last action',
  description: 'HTTP requests in the log since the last action.',
  effect: 'read',
  toolset: 'core',
  needs: ['logs'],
  budgetMs: () => 15_000,
  input: z.object({}),
  output: z.looseObject({
    requests: z
      .array(
        z.looseObject({
          endpoint: z.string().meta({ doc: 'Address as logged' }),
          method: z.string().nullable().meta({ doc: 'HTTP method; null when the log does not say' }),
          statusCode: z.number().nullable().meta({ doc: 'HTTP status; null when the log does not say' }),
          networkError: z.string().nullable().meta({ doc: 'Error instead of a response; null without one' }),
          status: z.enum(['success', 'failure', 'retryable']).meta({
            doc: '`success`: 2xx, or no sign of a failure. `failure`: 4xx. `retryable`: 5xx and network errors',
          }),
          durationMs: z.number().nullable().meta({ doc: 'Milliseconds; null when the log does not say' }),
          pending: z.boolean().optional().meta({ doc: 'No response was logged yet' }),
        }),
      )
      .meta({ doc: 'Requests since the last action that no earlier call returned' }),
    count: z.number().meta({ doc: 'How many are listed' }),
    source: sourceField,
  }),
  examples: [{ about: 'What the shop requested after the last tap.', app: 'com.example.shop', input: {} }],
  async run({ op, session }) {
    const nowMs = op.clock.epochMs();
    const beginMs = NetworkWindow.beginOf(session.journal.records(), session.key, nowMs);
    const sinceSeconds = (nowMs - beginMs) / 1_000 + 5;
    const { records, clockOffset } = await session.device.logs.query(op, { sinceSeconds, limit: mostLines });
    const deviceBeginMs = beginMs + (clockOffset?.offsetMs ?? 0) - (clockOffset?.errorMs ?? 0) - slackMs;
    const events = networkEvents(records).filter(
      ({ epochMs }) => epochMs !== null && epochMs >= deviceBeginMs,
    );
    const requests = session.network.fresh(events).map((event) => ({
      endpoint: visibleText(event.endpoint),
      method: event.method,
      statusCode: event.statusCode,
      networkError: event.networkError,
      status: statusOf(event),
      durationMs: event.durationMs,
      ...(event.pending ? { pending: true } : {}),
    }));
    return { requests, count: requests.length, source: untrusted };
  },
});
