/** Shapes of what an action was aimed at, and of what its touch met. */
import * as z from 'zod';
import { boundsShape, elementFields, text } from './element-shapes.ts';

const resolvedShape = z
  .looseObject({
    elementId: elementFields.elementId,
    text: elementFields.text,
    resource_id: elementFields.resourceId,
    accessibility_id: elementFields.contentDescription,
    class: elementFields.type,
    bounds: boundsShape.optional(),
    index: z.number().optional().meta({ doc: 'Position in the tree' }),
    state: elementFields.state,
    stable_id: elementFields.stable_id,
    role: elementFields.role,
    test_tag: elementFields.test_tag,
    selector: elementFields.selector,
    alternatives: elementFields.alternatives,
    semantic: elementFields.semantic,
  })
  .meta({ ref: 'resolved target', doc: 'The element that was acted on' })
  .nullable()
  .meta({ doc: 'The element that was acted on; null when there was none' });

export const targetShape = z
  .looseObject({
    selector: z.unknown().meta({ doc: 'How the call named the target; null when it named none' }),
    resolved: resolvedShape,
  })
  .optional()
  .meta({ doc: 'How the target was named, and the element it was. Absent from compact answers' });

export const touchedShape = z
  .looseObject({
    x: z.number().meta({ doc: 'Touched point, in input coordinates' }),
    y: z.number().meta({ doc: 'Touched point, in input coordinates' }),
    over: text.meta({
      doc: 'What lies over the centre of the target, when another point was touched for that reason',
    }),
    foreign_package: text.meta({
      doc: 'App of what was touched, when it is not the app in front: a system bar, an overlay, a dialog of another app',
    }),
    takes_touch: z.boolean().optional().meta({
      doc: 'false when nothing at that point is known to take a tap; absent otherwise',
    }),
    no_touch_screen: z.string().optional().meta({
      doc: 'On a television: that touches hardly do anything there, and what to use instead',
    }),
  })
  .optional()
  .meta({
    ref: 'touched point',
    doc: 'Where the touch went and what it met. In compact answers only with `over`, `foreign_package` or `no_touch_screen`',
  });
