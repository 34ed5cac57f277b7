/** What keeps input from the app in front, in answers about screens and actions. */
import * as z from 'zod';
import type { Obstacle } from '../ui/obstacle.ts';
import { visibleText } from '../ui/visible-text.ts';

export const inTheWayShape = z
  .looseObject({
    kind: z.string().meta({
      doc: '`display_off`, `locked`, `shade` (notifications), `not_responding`, `no_focus`, `starting` (the device), or `overlay`: a window of another app over the whole screen that takes the touches',
    }),
    what: z.string().meta({ doc: 'The same as a sentence' }),
    package: z.string().optional().meta({ doc: 'App of the `overlay`' }),
    next_step: z.string().meta({ doc: 'What to do about it' }),
  })
  .meta({
    ref: 'in the way',
    doc: 'What keeps input from the app in front, though the screen may look as always. Absent when nothing is known to',
  });

export function inTheWayToWire(obstacle: Obstacle | null) {
  if (obstacle === null) return {};
  const { kind, what, nextStep, package: owner } = obstacle;
  return {
    in_the_way: {
      kind,
      what: visibleText(what),
      ...(owner === undefined ? {} : { package: visibleText(owner) }),
      next_step: nextStep,
    },
  };
}
