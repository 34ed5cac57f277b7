/** Input and output shapes that several tools share, with their wording. */
import * as z from 'zod';

export const platform = z.enum(['android', 'ios']);

/** Every tool that works on a device takes these. */
export const deviceChoice = z.object({
  platform: platform.optional(),
  deviceId: z.string().min(1).max(200).optional(),
});

export const controlFields = z.object({
  verificationMode: z.enum(['none', 'light', 'full']).optional(),
  responseMode: z.enum(['compact', 'debug']).optional(),
  actionTimeoutMs: z.int().optional(),
  verificationTimeoutMs: z.int().optional(),
});

export const expectedState = z
  .strictObject({
    snapshotSessionId: z.string().min(1).max(200),
    snapshotRevision: z.int().min(1),
    timeoutMs: z.int().min(100).max(60_000).default(15_000),
  })
  .meta({
    description: 'Send only if a fresh read has this revision',
    shown: '{ snapshotSessionId, snapshotRevision }',
  });

export const guardField = z.object({ expectedState: expectedState.optional() });

export const elementId = z.string().min(1).max(60);
export const coordinate = z.int().min(-10_000).max(100_000);

export const appId = z
  .string()
  .regex(/^[A-Za-z0-9_.-]{1,255}$/, 'must be a package name or bundle id such as com.example.app');

/** A file or folder of this computer. No system has control characters in what people name. */
export const hostPath = z
  .string()
  .min(1)
  .max(1_000)
  .refine((path) => !/\p{Cc}/u.test(path), 'must be a path without control characters');

export const deviceShape = z.looseObject({
  platform: z.string(),
  id: z.string(),
  osVersion: z.string().nullable(),
  model: z.string().nullable(),
  simulator: z.boolean(),
});

export const elementShape = z.looseObject({
  elementId: z.string().optional(),
  text: z.string().optional(),
  contentDescription: z.string().optional(),
  type: z.string().optional(),
  resourceId: z.string().optional(),
  role: z.string().optional(),
  bounds: z.array(z.number()).optional(),
  center: z.array(z.number()).optional(),
});

/** Constant that stands beside text which comes from the device or the app. */
export const untrusted = 'device (untrusted)';

export const waitFor = z
  .strictObject({
    condition: z.enum(['exists', 'visible', 'clickable']).default('exists'),
    timeoutMs: z.int().min(100).max(10_000).default(1_500),
    pollIntervalMs: z.int().min(50).max(1_000).default(100),
    match: z.strictObject({ index: z.int().min(-1_000).max(1_000) }).optional(),
  })
  .meta({ shown: '{ condition?, timeoutMs?, match? { index } }' });

export type WaitFor = z.output<typeof waitFor>;

export const noWait: WaitFor = waitFor.parse({});

export const stabilityWindowMs = z.int().min(100).max(5_000).default(300);

export const readinessShape = z.looseObject({
  state: z.string().describe('loading, transitioning, settled, unresponsive, debugger_paused, unknown'),
  confidence: z.number(),
  evidence: z.array(z.unknown()).readonly(),
  limitations: z.array(z.string()).readonly(),
  unsupported: z.array(z.string()).readonly(),
  sampled: z.object({ count: z.number(), window_ms: z.number() }),
});

/** Name of a log stream. */
export const streamId = z.string().min(1).max(128);
