/** A debug tree that is too long for a client: its header whole, and as many whole elements as fit, chosen by use. Pure. */

type Wire = Record<string, unknown>;

/**
 * `answer` with a list `elements` that fits `maxChars`: visible, actionable and labelled ones are kept first, in tree
 * order. Those kept have their `index` in the whole list, which `parentId` speaks of.
 */
export function shorterTree(answer: Wire, maxChars: number): Wire {
  const { elements, ...header } = answer;
  if (!Array.isArray(elements) || JSON.stringify(answer).length <= maxChars) return answer;
  const all = (elements as readonly Wire[]).map((element, index) => ({ index, ...element }));
  const bars = sideWindows(header['windows']);
  const byUse = all
    .map((element) => ({ element, rank: rankOf(element, bars), chars: JSON.stringify(element).length + 1 }))
    .sort((a, b) => a.rank - b.rank);
  let room = maxChars - JSON.stringify({ ...header, elements: [], elements_omitted: all.length }).length;
  const end = byUse.findIndex(({ chars }) => {
    room -= chars;
    return room < 0;
  });
  const kept = byUse.slice(0, end < 0 ? byUse.length : end).map(({ element }) => element);
  kept.sort((a, b) => a.index - b.index);
  return { ...header, elements_omitted: all.length - kept.length, elements: kept };
}

/** Small ones first. */
function rankOf(element: Wire, bars: ReadonlySet<number>): number {
  if (element['visible'] === false) return 4;
  if (bars.has(Number(element['window'] ?? 0))) return 3;
  const acts = element['clickable'] === true || hasActions(element['semantic']);
  const named = ['text', 'contentDescription', 'label'].some((field) => element[field] !== undefined);
  return acts && named ? 0 : acts || named ? 1 : 2;
}

function hasActions(semantic: unknown): boolean {
  return typeof semantic === 'object' && semantic !== null && 'supported_actions' in semantic;
}

/** Positions of keyboard and bars, which are rarely wanted. */
function sideWindows(windows: unknown): ReadonlySet<number> {
  const kinds = Array.isArray(windows) ? windows.map((window: Wire) => window['kind']) : [];
  return new Set(kinds.flatMap((kind, at) => (kind === 'keyboard' || kind === 'system' ? [at] : [])));
}

/** The same for an action that was blocked: the tree that blocked it is nearly all of its answer. */
export function shorterBlocked(answer: Wire, maxChars: number): Wire {
  const condition = answer['condition'] as Wire | undefined;
  const observed = condition?.['observed'] as Wire | null | undefined;
  if (!condition || !observed) return answer;
  const rest = JSON.stringify({ ...answer, condition: { ...condition, observed: null } }).length;
  return { ...answer, condition: { ...condition, observed: shorterTree(observed, maxChars - rest) } };
}

/** Of the room of a snapshot the tree has this much at least; log records have the rest, the newest first. */
const shareOfTree = 0.6;

/** The same for a debug snapshot, whose tree and log records are long. */
export function shorterSnapshot(answer: Wire, maxChars: number): Wire {
  const { raw } = answer;
  if (typeof raw !== 'object' || raw === null || JSON.stringify(answer).length <= maxChars) return answer;
  const { ui_tree: tree, logs, ...rest } = raw as Wire;
  const bare = { ...answer, raw: { ...rest, ui_tree: null, logs: [], logs_omitted: 0 } };
  const room = maxChars - JSON.stringify(bare).length - 40;
  const records = Array.isArray(logs) ? (logs as readonly unknown[]) : [];
  const forTree = Math.max(room * shareOfTree, room - JSON.stringify(records).length);
  const short = typeof tree === 'object' && tree !== null ? shorterTree(tree as Wire, forTree) : tree;
  const newest = newestWithin(records, room - JSON.stringify(short ?? null).length);
  const omitted = records.length - newest.length;
  const shown = {
    ui_tree: short,
    logs: logs === null ? null : newest,
    ...(omitted > 0 ? { logs_omitted: omitted } : {}),
  };
  return { ...answer, raw: { ...rest, ...shown } };
}

/** Records are oldest first. */
function newestWithin(records: readonly unknown[], maxChars: number): readonly unknown[] {
  let used = 0;
  const from = records.findLastIndex((record) => {
    used += JSON.stringify(record).length + 1;
    return used > maxChars;
  });
  return records.slice(from + 1);
}
