/** Shapes of an element, whole and in few words. */
import * as z from 'zod';

export const text = z.string().optional();

export const flag = z.boolean().optional();

const value = z.union([z.string(), z.number(), z.boolean()]).optional();

export const boundsShape = z
  .array(z.number())
  .readonly()
  .meta({ doc: '`[left, top, right, bottom]` in input coordinates, clipped to the display' });

export const stateShape = z
  .object({
    checked: flag.meta({ doc: 'Of whatever can be checked: whether it is' }),
    selected: flag.meta({ doc: 'Of tabs, and of what stands beside something selected: whether it is' }),
    focused: flag.meta({ doc: 'Present when it has the input focus' }),
    expanded: flag.meta({ doc: 'Of what can be expanded: whether it is' }),
    text_value: text.meta({ doc: 'Text of an editable field, when it can be read' }),
    value: value.meta({ doc: 'Value of a control: the position of a slider, the choice of a drop-down' }),
    raw_value: value.meta({ doc: 'The value as the platform spells it, when that differs from `value`' }),
    value_range: z
      .object({
        min: z.number().meta({ doc: 'Smallest value' }),
        max: z.number().meta({ doc: 'Largest value' }),
      })
      .optional()
      .meta({ doc: 'Range of the control, when the platform reports it' }),
  })
  .optional()
  .meta({ doc: 'States that can be read. Absent when there are none' });

const hint = z.object({
  value: z.string().meta({ doc: 'A text, resource id or accessibility id to use in a selector' }),
  confidence: z
    .object({
      score: z.number().meta({ doc: '0 to 1: how well this value singles out the element' }),
      reason: z.string().meta({ doc: 'Kind of the value, and how many elements share it' }),
    })
    .meta({ doc: 'How reliable the value is' }),
});

const hintsShape = hint.optional().meta({ doc: 'The best selector value for this element' });

const alternativesShape = z.array(hint).readonly().optional().meta({
  doc: 'Where others share the best value: the next best that is unique on the screen, if there is one',
});

const semanticShape = z
  .object({
    is_clickable: flag.meta({ doc: 'It, or what contains it, takes a tap' }),
    is_container: flag.meta({
      doc: 'It holds other elements. Not given in a tree, where `parentId` says so',
    }),
    semantic_role: text.meta({
      doc: 'Kind of control: `slider`, `stepper`, `dropdown`, `segmented_control`, `custom_adjustable`, `composite_control`',
    }),
    supported_actions: z
      .array(z.string())
      .optional()
      .meta({ doc: 'What can be done with it, such as `tap`, `type`, `scroll`, `adjust`' }),
    adjustable: flag.meta({ doc: '`adjust_control` works on it' }),
    state_shape: text.meta({ doc: 'Kind of value: `continuous`, `discrete` or `semantic`' }),
  })
  .optional()
  .meta({ doc: 'What kind of control it is. Absent when nothing is known' });

/** Fields of one element; null, false and empty ones are left out. */
export const elementFields = {
  elementId: text.meta({ doc: 'Handle for later calls; located again in a fresh read on each use' }),
  text: text.meta({ doc: 'Its own text' }),
  contentDescription: text.meta({ doc: 'Accessibility description (Android) or label (iOS)' }),
  type: text.meta({ doc: 'Class of the view or type of the accessibility element' }),
  resourceId: text.meta({ doc: 'Resource id (Android) or accessibility identifier (iOS)' }),
  label: text.meta({
    doc: 'Label as a user would read it, when that is neither `text` nor `contentDescription`: the texts inside it',
  }),
  role: text.meta({
    doc: 'Role in one vocabulary for both platforms: `button`, `text_field`, `switch`, `list_item`, ...',
  }),
  clickable: flag.meta({ doc: 'It takes a tap' }),
  enabled: flag.meta({ doc: 'Only given when false' }),
  visible: flag.meta({ doc: 'Only given when false: nothing of it can be seen' }),
  bounds: boundsShape.optional(),
  center: z
    .array(z.number())
    .readonly()
    .optional()
    .meta({ doc: '`[x, y]`: middle of the visible part, in input coordinates' }),
  parentId: z.number().optional().meta({ doc: '`index` of the parent: its position in the whole list' }),
  state: stateShape,
  stable_id: text.meta({ doc: 'Identity that stays the same from read to read' }),
  test_tag: text.meta({ doc: 'Test tag of Compose or React Native, where it is not `stable_id`' }),
  selector: hintsShape,
  alternatives: alternativesShape,
  semantic: semanticShape,
  hint: text.meta({ doc: 'Placeholder of an empty field' }),
  error: text.meta({ doc: 'Error message that the app attached to the field' }),
  secure: flag.meta({ doc: 'Masked field: its text is never given' }),
  probed: flag.meta({
    doc: 'Found by a hit test, because the list of elements left it out',
  }),
  coveredBy: text.meta({ doc: 'Label of the element that covers its centre' }),
  offscreen: text.meta({
    doc: 'Where it is when it is outside its scroller: `above`, `below`, `left`, `right`',
  }),
  clipped: flag.meta({ doc: 'Part of it is cut off by the display or its scroller' }),
  window: z.number().optional().meta({ doc: 'Position in `windows`; absent for the first' }),
  index: z.number().optional().meta({
    doc: 'Position in the whole list; given where elements stand outside of it or some are left out',
  }),
};

export const elementShape = z.looseObject(elementFields).meta({
  ref: 'element',
  doc: 'The element. Fields that are null, false or empty are left out; `enabled` and `visible` are given only when false',
});

/** Fields of an element in compact answers. */
export const briefShape = z
  .looseObject({
    elementId: elementFields.elementId,
    label: text.nullable().meta({ doc: 'What a person would call it, cut at 120 characters' }),
    role: elementFields.role,
    id: text.meta({ doc: 'Resource id or identifier, without the package' }),
    state: z.looseObject({}).optional().meta({ doc: 'States that are known, also where they are off' }),
    enabled: flag.meta({ doc: 'Only given when false, or when it changed' }),
    visible: flag.meta({ doc: 'Only given when false, or when it changed' }),
    offscreen: text.nullable().meta({
      doc: 'Where it lies when it is outside its scroller: `above`, `below`, `left`, `right`',
    }),
    coveredBy: text.nullable().meta({ doc: 'Label of what lies over its centre' }),
    error: text.nullable().meta({ doc: 'Error message that the app attached to the field' }),
    clipped: flag.meta({ doc: 'For a change: whether part of it is cut off' }),
    bounds: boundsShape.optional().meta({ doc: 'For an element that only moved' }),
    index: elementFields.index,
  })
  .meta({ ref: 'brief element', doc: 'An element in the fields that decide what to do with it' });

/** An element in few words, to choose among several. */
export const candidateShape = z
  .object({
    elementId: elementFields.elementId,
    label: text.meta({ doc: 'Label as a user would read it' }),
    role: elementFields.role,
    resourceId: elementFields.resourceId,
    bounds: boundsShape.optional(),
    why: text.meta({ doc: 'How it differs from the request' }),
  })
  .meta({ ref: 'candidate', doc: 'An element in few words' });

export const nearShape = z.array(candidateShape).optional().meta({
  doc: 'When nothing matched: at most three elements that come close, with handle, label and `why`',
});

export const nearHint = z
  .string()
  .optional()
  .meta({ doc: 'When nothing matched: a likely reason, such as a wrong selector field' });
