/** Parts of answers that several tools give: the device, a tree with its provenance. */
import type { DeviceInfo } from '../devices/port/device.ts';
import type { Observation } from '../session/observation.ts';
import { loadingState } from '../ui/loading.ts';
import { inTheWayOf } from '../ui/obstacle.ts';
import type { UiTree, UiWindow } from '../ui/ui-tree.ts';
import { visibleText } from '../ui/visible-text.ts';
import { treeToWire as elementsToWire } from '../ui/wire.ts';
import { inTheWayToWire } from './in-the-way.ts';
import { untrusted } from './shapes.ts';

type Wire = Record<string, unknown>;

export function deviceToWire({ platform, id, osVersion, model, simulator, virtual }: DeviceInfo) {
  return { platform, id, osVersion, model, simulator, ...(virtual ? { virtual } : {}) };
}

/** The whole reading, as get_ui_tree gives it and as the evidence of a failed condition. */
export function treeToWire(observation: Observation) {
  const { tree, snapshot, handles } = observation;
  return {
    screen: screenName(tree),
    resolution: { ...tree.size, ...(tree.rotation === 0 ? {} : { rotation: tree.rotation }) },
    snapshot_session_id: snapshot.sessionId,
    snapshot_revision: snapshot.revision,
    captured_at_ms: snapshot.capturedAtMs,
    snapshot_delta: snapshot.delta,
    loading_state: loadingState(tree),
    quality: qualityToWire(tree),
    node_count: tree.nodeCount,
    source: sourceToWire(tree),
    text_source: untrusted,
    ...(tree.notes.length > 0 ? { notes: tree.notes } : {}),
    ...inTheWayToWire(inTheWayOf(tree)),
    windows: tree.windows.map(windowToWire),
    elements: elementsToWire(tree, handles),
  };
}

/** In the order of `window` in elements, bottom to top. */
function windowToWire({ kind, title, package: owner, focused }: UiWindow) {
  return {
    kind,
    ...(title === null ? {} : { title: visibleText(title) }),
    ...(owner === null ? {} : { package: owner }),
    ...(focused ? { focused } : {}),
  };
}

export function screenName({ foreground, windows }: UiTree): string {
  const top = windows.findLast(({ focused }) => focused) ?? windows.at(-1);
  const name = foreground?.focusedWindow ?? foreground?.activity ?? foreground?.appId ?? top?.title ?? '';
  return foreground?.user === undefined ? name : `${name} (user ${foreground.user})`;
}

export function qualityToWire({ quality }: UiTree): string | Wire {
  return quality.status === 'ok' ? 'ok' : { status: quality.status, reasons: quality.reasons };
}

export function sourceToWire({ source }: UiTree): string {
  return [source.tier, ...source.detail].join('; ');
}
