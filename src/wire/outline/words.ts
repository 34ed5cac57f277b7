/** Words that several renderers use: facts, candidates, times. What an app says goes through `quoted` and `named` only. */
import { loadingState } from '../../ui/loading.ts';
import { nameOfId } from '../../ui/selector.ts';
import type { UiTree } from '../../ui/ui-tree.ts';
import { named, oneLine, quoted } from '../../ui/visible-text.ts';

const longestFacts = 300;
const mostCandidates = 5;

/** The first line: verdict and subject before the colon, then what is known, then figures. */
export function firstLine(
  subject: readonly (string | null)[],
  said: readonly (string | null)[],
  figures: readonly (string | null)[],
): string {
  const [head, body] = [subject, said].map((parts, at) => parts.filter(isSaid).join(at === 0 ? ' ' : ', '));
  return [body === '' ? head : `${head}: ${body}`, ...figures.filter(isSaid)].join(' · ');
}

function isSaid(part: string | null): part is string {
  return part !== null && part !== '';
}

export function milliseconds(ms: number): string {
  return `${Math.round(ms)} ms`;
}

export function readsText(count: number): string {
  return count === 1 ? '1 read' : `${count} reads`;
}

/** Says that more is to come: it decides whether to wait. */
export function loadingText(seen: { readonly tree: UiTree } | null): string | null {
  const loading = seen ? loadingState(seen.tree) : null;
  // Of an id the part that a selector needs.
  return loading ? `loading ${quoted(loading.signal.replace(/#\S*:id\//, '#'), 40)}` : null;
}

/** `why:` and `next:`, where there is something to say. */
export function reasonLines(why: string | null | undefined, next?: string | null): readonly string[] {
  return [...(why ? [`why: ${oneLine(why)}`] : []), ...(next ? [`next: ${oneLine(next)}`] : [])];
}

/** A value as a caller gave it, or as a device reads. */
export function valueText(value: unknown): string {
  return typeof value === 'string' ? quoted(value, 80) : oneLine(String(JSON.stringify(value)), 80);
}

/** A selector or another target as the call named it: `{ text: "Buy" }`. */
export function askedText(asked: unknown): string {
  if (typeof asked !== 'object' || asked === null) return valueText(asked);
  const parts = Object.entries(asked).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [`${name}: ${typeof value === 'object' ? askedText(value) : valueText(value)}`],
  );
  return `{ ${parts.join(', ')} }`;
}

/** Facts that only one tool has, as `name=value`, the nested ones by their own names. */
export function factLines(details: Readonly<Record<string, unknown>> | undefined): readonly string[] {
  const facts: string[] = [];
  let used = 0;
  for (const [name, value] of flat(details ?? {})) {
    const fact = `${named(name, 40)}=${value}`;
    used += fact.length + 1;
    if (used > longestFacts) break;
    facts.push(fact);
  }
  return facts.length > 0 ? [`facts: ${facts.join(' ')}`] : [];
}

/** Said elsewhere in the answer, or of no use to a reader. */
const notFacts = new Set([
  'delivery',
  'candidates',
  'near',
  'hint',
  'device_id',
  'element_id',
  'output',
  'package',
  'screen',
]);

/** As it should be, or as good as not told. */
const plainFacts: Readonly<Record<string, unknown>> = { matchedTarget: true, launch_state: 'UNKNOWN' };

/** Names and values as they are shown. */
function flat(details: object): readonly (readonly [string, string])[] {
  return Object.entries(details).flatMap(([name, value]) => {
    if (value === null || value === undefined || value === '' || notFacts.has(name)) return [];
    if (plainFacts[name] === value) return [];
    if (Array.isArray(value)) return [[name, oneLine(JSON.stringify(value), 120)] as const];
    if (typeof value === 'string') return [[name, named(value, 80)] as const];
    if (typeof value !== 'object') return [[name, String(value)] as const];
    const element = value as Record<string, unknown>;
    return 'elementId' in element ? [[name, candidateText(element)] as const] : flat(element);
  });
}

/** Elements to choose from, a line each: `near: e12 button "Buy now" #buy (the text differs)`. */
export function candidateLines(details: Readonly<Record<string, unknown>> | undefined): readonly string[] {
  const { candidates, near, hint } = details ?? {};
  const found = [candidates, near]
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .slice(0, mostCandidates);
  return [
    ...found.map((candidate) => `near: ${candidateText(candidate as Record<string, unknown>)}`),
    ...(typeof hint === 'string' ? [`hint: ${oneLine(hint)}`] : []),
  ];
}

/** An element as data answers give it. */
function candidateText(element: Record<string, unknown>): string {
  const { elementId, role, resourceId, why } = element;
  const label = element['label'] ?? element['text'] ?? element['contentDescription'];
  const parts = [
    typeof elementId === 'string' ? named(elementId, 40) : '',
    typeof role === 'string' ? named(role, 40) : '',
    typeof label === 'string' ? quoted(label, 60) : '',
    typeof resourceId === 'string' ? `#${named(nameOfId(resourceId), 80)}` : '',
    typeof why === 'string' && why !== '' ? `(${oneLine(why, 120)})` : '',
  ];
  return parts.filter((part) => part !== '').join(' ');
}
