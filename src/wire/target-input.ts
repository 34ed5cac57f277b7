/** How tools that work on one element take it: by handle or by selector, exactly one of them. */

import { Fault } from '@mobile-debug/core/fault.ts';
import * as z from 'zod';
import type { Named, TargetWait } from '../session/action/find-target.ts';
import { type Selector, selectorSchema } from '../ui/selector.ts';
import { elementId, noWait, waitFor } from './shapes.ts';

export const elementTarget = z.object({
  elementId: elementId.optional(),
  selector: selectorSchema.optional(),
  waitFor: waitFor.optional(),
});

export interface ElementTarget {
  readonly elementId?: string | undefined;
  readonly selector?: Selector | undefined;
  readonly waitFor?: TargetWait | undefined;
}

/** INVALID_ARGUMENT unless exactly one way of naming is used and waitFor stands beside a selector. */
export function assertOneTarget({ elementId, selector, waitFor }: ElementTarget): void {
  if ((elementId === undefined) === (selector === undefined)) {
    throw new Fault('INVALID_ARGUMENT', 'Give exactly one of elementId and selector.');
  }
  if (waitFor !== undefined && selector === undefined) {
    throw new Fault('INVALID_ARGUMENT', 'waitFor requires a selector; a handle is looked up once.');
  }
}

export function namedTarget({ elementId, selector, waitFor }: ElementTarget): Named {
  if (elementId !== undefined) return { elementId };
  return { selector: selector ?? {}, wait: waitFor ?? noWait };
}

export function echoTarget({ elementId, selector }: ElementTarget): unknown {
  return elementId === undefined ? selector : { elementId };
}
