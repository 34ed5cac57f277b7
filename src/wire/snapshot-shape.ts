/** The answer of capture_debug_snapshot. */
import * as z from 'zod';
import { deviceShape } from './device-shape.ts';
import { evidenceShape } from './evidence-shape.ts';
import { recordShape } from './log-shape.ts';
import { loadingShape, snapshotDeltaShape, treeShape } from './tree-shapes.ts';

const orNull = z.string().nullable();
const problem = z.string().optional();

const signalsShape = z.object({
  loading: z.boolean().meta({ doc: 'Something shows that the screen is loading' }),
  dialog: z.boolean().meta({ doc: 'A dialog is open' }),
  keyboard: z.boolean().meta({ doc: 'The keyboard is open' }),
  not_responding: z.boolean().meta({ doc: 'The "not responding" dialog is open' }),
  crash_in_logs: z.boolean().meta({ doc: 'A crash is among the log records' }),
  log_errors: z.number().nullable().meta({ doc: 'Error records; null without logs' }),
  focused_window: orNull.meta({ doc: 'Kind of the window that has the focus' }),
});

const semanticShape = z.object({
  screen: z.string().meta({ doc: 'Name of what is in front' }),
  signals: signalsShape.meta({ doc: 'Possible explanations of a failure' }),
  actions_available: z
    .array(z.string())
    .meta({ doc: 'Role and label of at most 30 elements that can be used' }),
  confidence: z.number().meta({ doc: '0 to 1: lower when the read is suspect' }),
  warnings: z.array(z.string()).readonly().meta({ doc: 'Warnings about the read' }),
});

const rawShape = z.object({
  timestamp: z.number().meta({ doc: 'When it was begun, UTC epoch milliseconds' }),
  snapshot_revision: z.number().nullable().meta({ doc: 'Revision of the tree' }),
  captured_at_ms: z.number().nullable().meta({ doc: 'When the tree was read, UTC epoch milliseconds' }),
  snapshot_delta: snapshotDeltaShape,
  reason: orNull.meta({ doc: 'As given' }),
  activity: orNull.meta({ doc: 'Activity in front; null on iOS and when unknown' }),
  fingerprint: orNull.meta({ doc: 'Fingerprint of the screen' }),
  screenshot: z
    .object({
      mimeType: z.string().meta({ doc: 'Format of the picture' }),
      width: z.number().meta({ doc: 'Width in pixels' }),
      height: z.number().meta({ doc: 'Height in pixels' }),
      warnings: z
        .array(z.string())
        .readonly()
        .optional()
        .meta({ doc: 'Warnings, such as a picture of one colour' }),
    })
    .nullable()
    .meta({ doc: 'Facts about the picture in the second block; null without one' }),
  loading_state: loadingShape,
  device: deviceShape,
  screenshot_error: problem.meta({ doc: 'Why there is no picture' }),
  ui_tree_error: problem.meta({ doc: 'Why there is no tree' }),
  activity_error: problem.meta({ doc: 'Why there is no activity' }),
  fingerprint_error: problem.meta({ doc: 'Why there is no fingerprint' }),
  logs_error: problem.meta({ doc: 'Why there are no log records' }),
  logs_omitted: z
    .number()
    .optional()
    .meta({ doc: 'Of an answer that would be too long: how many older records are only in its file' }),
  ui_tree: treeShape.nullable().meta({ doc: 'The whole reading; null when it failed' }),
  logs: z
    .array(recordShape)
    .nullable()
    .meta({ doc: 'Log records, oldest first; null when not asked for or unreadable' }),
});

export const debugSnapshotShape = z.object({
  semantic: semanticShape
    .optional()
    .meta({ doc: 'A preliminary assessment of the facts; absent when the tree could not be read' }),
  raw: rawShape.meta({ doc: 'What was collected. A part that failed is null and has its `..._error`' }),
  evidence: evidenceShape,
});
