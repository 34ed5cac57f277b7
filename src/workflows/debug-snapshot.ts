/** Collects the parts of a debug snapshot independently, so that one failure costs only its own part. */

import { momentOf, type Operation } from '@mobile-debug/core/operation.ts';
import type { LogReading } from '../devices/port/logs.ts';
import type { Screenshot } from '../devices/port/screen.ts';
import type { Computer } from '../host-port/computer.ts';
import { crashSummary } from '../logs/crash-summary.ts';
import type { ActionRef } from '../session/action-journal.ts';
import type { DeviceSession } from '../session/device-session.ts';
import type { Acquisition } from '../session/evidence.ts';
import { acquisitionOf, type Observation } from '../session/observation.ts';
import type { SessionPool } from '../session/session-pool.ts';
import { fingerprint } from '../ui/fingerprint.ts';
import { loadingState } from '../ui/loading.ts';
import type { UiElement } from '../ui/ui-tree.ts';
import { visibleText } from '../ui/visible-text.ts';
import { deviceToWire, screenName, treeToWire } from '../wire/answers.ts';
import { recordToWire, withEventTimes } from '../wire/log-answer.ts';
import { evidenceOf, tryAcquire } from '../wire/observed.ts';
import { userOfReading } from './app-user.ts';

export interface SnapshotRequest {
  readonly reason?: string | undefined;
  readonly includeLogs: boolean;
  readonly logLines: number;
  readonly includeScreenshot: boolean;
  readonly appId?: string | undefined;
  /** An open log stream whose new lines are shown instead of the newest of the device. */
  readonly sessionId?: string | undefined;
  readonly actionRef?: ActionRef | undefined;
}

export interface SnapshotDeps {
  readonly pool: SessionPool;
  readonly session: DeviceSession;
  readonly computer: Computer;
}

interface Part<T> {
  readonly value: T | null;
  readonly error: string | null;
  readonly acquisition: Acquisition;
}

export async function collectSnapshot(
  op: Operation,
  { pool, session, computer }: SnapshotDeps,
  request: SnapshotRequest,
) {
  const timestamp = momentOf(op.clock).epochMs;
  const tree = await collectTree(op, session);
  // The picture right after the tree; logs can wait, they carry their own times.
  const shot = request.includeScreenshot ? await collectScreenshot(op, session, computer) : null;
  const logs = request.includeLogs ? await collectLogs(op, { pool, session }, request) : null;
  const foreground = tree.value?.tree.foreground ?? null;
  const raw = {
    timestamp,
    snapshot_revision: tree.value?.snapshot.revision ?? null,
    captured_at_ms: tree.value?.snapshot.capturedAtMs ?? null,
    snapshot_delta: tree.value?.snapshot.delta ?? null,
    reason: request.reason ?? null,
    activity: foreground?.activity ?? null,
    fingerprint: tree.value ? fingerprint(tree.value.tree) : null,
    screenshot: shot?.value ? { mimeType: shot.value.mimeType, ...shot.value.size } : null,
    loading_state: tree.value ? loadingState(tree.value.tree) : null,
    device: deviceToWire(session.device.info),
    ...(shot?.error ? { screenshot_error: shot.error } : {}),
    ...(tree.error
      ? { ui_tree_error: tree.error, activity_error: tree.error, fingerprint_error: tree.error }
      : {}),
    ...(logs?.error ? { logs_error: logs.error } : {}),
    // What is long comes last: of an answer that is too long only the beginning is shown.
    ui_tree: tree.value ? treeToWire(tree.value) : null,
    logs: logs?.value ? logs.value.records.map(recordToWire) : null,
  };
  const semantic = tree.value ? semanticOf(tree.value, logs?.value ?? null) : undefined;
  const evidence = evidenceOf(op, session, acquisitions(tree, shot, logs), request.actionRef);
  return {
    snapshot: { ...(semantic ? { semantic } : {}), raw, evidence },
    image: shot?.value ? { data: shot.value.data, mimeType: shot.value.mimeType } : null,
  };
}

async function collectTree(op: Operation, session: DeviceSession): Promise<Part<Observation>> {
  const seeing = session.with(['screen']);
  return await tryAcquire(op, session, 'ui_tree', () => seeing.observe(op));
}

interface ShownImage {
  readonly data: string;
  readonly mimeType: string;
  readonly size: { readonly width: number; readonly height: number; readonly warnings?: readonly string[] };
}

async function collectScreenshot(
  op: Operation,
  session: DeviceSession,
  computer: Computer,
): Promise<Part<ShownImage>> {
  const { device } = session.with(['screen']);
  return await tryAcquire(op, session, 'screenshot', async () => {
    const shot: Screenshot = await device.screen.screenshot(op);
    const image = await computer.prepareImage(op, shot.png, { maxLongEdge: 1_024, format: 'jpeg' });
    const warnings = shot.warnings.length > 0 ? { warnings: shot.warnings } : {};
    return {
      data: Buffer.from(image.bytes).toString('base64'),
      mimeType: image.mimeType,
      size: { width: image.width, height: image.height, ...warnings },
    };
  });
}

async function collectLogs(
  op: Operation,
  { pool, session }: Pick<SnapshotDeps, 'pool' | 'session'>,
  request: SnapshotRequest,
): Promise<Part<Pick<LogReading, 'records'>>> {
  const { appId, logLines, sessionId } = request;
  return await tryAcquire(op, session, 'logs', async () => {
    if (sessionId !== undefined) {
      return await pool.logStreams.read(op, sessionId, { limit: logLines, peek: true });
    }
    const { device } = session.with(['logs']);
    const user = await userOfReading(op, device, { appId });
    return await device.logs.query(op, { limit: logLines, ...(appId === undefined ? {} : { appId, user }) });
  });
}

function acquisitions(
  tree: Part<Observation>,
  shot: Part<ShownImage> | null,
  logs: Part<Pick<LogReading, 'records'>> | null,
): Acquisition[] {
  const omitted = (kind: Acquisition['kind']): Acquisition => ({
    kind,
    status: 'omitted',
    started: null,
    completed: null,
    dispatchesBefore: 0,
    dispatchesAfter: 0,
  });
  const seen = tree.value;
  const ofTree = (kind: Acquisition['kind']) =>
    seen ? acquisitionOf(seen, kind) : { ...tree.acquisition, kind };
  return [
    ofTree('ui_tree'),
    ofTree('fingerprint'),
    ofTree('activity'),
    shot?.acquisition ?? omitted('screenshot'),
    logs?.value ? withEventTimes(logs.acquisition, logs.value) : (logs?.acquisition ?? omitted('logs')),
  ];
}

const mostActions = 30;

/** A first reading of the facts for whoever diagnoses; best effort, and it says so by its confidence. */
function semanticOf({ tree }: Observation, logs: Pick<LogReading, 'records'> | null) {
  const crashes = logs ? crashSummary(logs.records) : [];
  const loading = loadingState(tree);
  const top = tree.windows.find(({ focused }) => focused);
  const signals = {
    loading: loading !== null,
    dialog: tree.windows.some(({ kind }) => kind === 'dialog' || kind === 'permission'),
    keyboard: tree.windows.some(({ kind }) => kind === 'keyboard'),
    not_responding: tree.windows.some(({ kind }) => kind === 'anr'),
    crash_in_logs: crashes.length > 0,
    log_errors: logs?.records.filter(({ level }) => level === 'ERROR' || level === 'FATAL').length ?? null,
    focused_window: top?.kind ?? null,
  };
  return {
    screen: screenName(tree),
    signals,
    actions_available: tree.elements.filter(canBeUsed).slice(0, mostActions).map(nameOf),
    confidence: tree.quality.status === 'ok' ? 0.9 : 0.3,
    warnings: [...tree.quality.reasons, ...tree.notes],
  };
}

function canBeUsed({ visible, enabled, clickable, editable }: UiElement): boolean {
  return visible && enabled && (clickable || editable);
}

function nameOf({ role, label, resourceId, type }: UiElement): string {
  return visibleText(`${role ?? 'element'} ${label ?? resourceId ?? type}`);
}
