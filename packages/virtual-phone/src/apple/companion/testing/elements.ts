/** The old formats' elements as tests read them. */
import { z } from 'zod';
import type { AxRequest } from '../ax-json.ts';
import type { Bed } from './bed.ts';

const frame = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

const element = z.looseObject({
  type: z.string(),
  AXLabel: z.string().nullable(),
  AXValue: z.unknown(),
  AXUniqueId: z.string().nullable(),
  subrole: z.string().nullable(),
  role_description: z.string().nullable(),
  enabled: z.boolean(),
  frame,
});

export type Element = z.infer<typeof element>;

/** All elements of a flat read, the application first. */
export function flat(bed: Bed, request: AxRequest = {}): readonly Element[] {
  return z.array(element).parse(bed.read(request));
}

/** What stands at the point; null where nothing does. */
export function at(bed: Bed, x: number, y: number): Element | null {
  return element.nullable().parse(bed.read({ point: { x, y } }));
}

/** The one with this id; throws when there is none. */
export function byId(bed: Bed, id: string): Element {
  const found = flat(bed).find(({ AXUniqueId }) => AXUniqueId === id);
  if (!found) throw new Error(`No element ${id}`);
  return found;
}

export function show(bed: Bed, activity: string, packageName = 'com.example.gallery'): void {
  bed.phone.start(packageName, `.${activity}`);
}
