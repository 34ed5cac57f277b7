/**
 * Which field the keyboard is for, asked of WebDriverAgent: its tree tells only the focus of remote controls, which no
 * field has on an iPhone. Source: [S5].
 */
import { isFault } from '@mobile-debug/core/fault.ts';
import type { Bounds } from '../../../../../ui/ui-tree.ts';
import { isTransportProblem } from '../../../../port/transport-problem.ts';
import { type AxElement, type AxReading, recordOf } from '../../ax/ax-json.ts';

type Ask = (path: string) => Promise<unknown>;

const fieldTypes: ReadonlySet<string> = new Set(['TextField', 'SecureTextField', 'SearchField', 'TextView']);

/** The key of an element's id in the W3C protocol, and the older one beside it. */
const idKeys = ['element-6066-11e4-a52e-4f735466cecf', 'ELEMENT'] as const;

/** Two requests, only while a keyboard is shown; what does not name one field of the reading leaves it untold. */
export async function tellFocus({ roots }: AxReading, ask: Ask): Promise<void> {
  const all = elementsOf(roots);
  const fields = all.filter(({ type }) => fieldTypes.has(type));
  if (fields.length === 0 || !all.some(({ type }) => type === 'Keyboard')) return;
  const frame = await activeFrame(ask);
  const active = fields.filter((field) => frame !== null && isAt(field.frame, frame));
  if (active.length !== 1) return;
  // Nobody else has this reading yet.
  for (const field of fields) Object.assign(field, { focused: field === active[0] });
}

async function activeFrame(ask: Ask): Promise<Bounds | null> {
  try {
    const active = recordOf(await ask('/element/active'));
    const id = idKeys.map((key) => active?.[key]).find((value) => typeof value === 'string');
    if (typeof id !== 'string' || !/^[\w-]+$/.test(id)) return null;
    const rect = recordOf(await ask(`/element/${id}/rect`));
    const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((key) => Number(rect?.[key]));
    if (x === undefined || y === undefined || width === undefined || height === undefined) return null;
    return [x, y, x + width, y + height];
  } catch (error) {
    if (isTransportProblem(error, 'refused') || isFault(error, 'OBSERVATION_FAILED')) return null;
    throw error;
  }
}

/** Edges are rounded in different ways. */
function isAt(frame: Bounds | null, other: Bounds): boolean {
  return frame?.every((edge, index) => Math.abs(edge - (other[index] ?? Number.NaN)) <= 1) ?? false;
}

function elementsOf(roots: readonly AxElement[]): readonly AxElement[] {
  const found: AxElement[] = [];
  const waiting = [...roots];
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    found.push(element);
    for (const child of element.children) waiting.push(child);
  }
  return found;
}
