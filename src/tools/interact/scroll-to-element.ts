import { Fault } from '@mobile-debug/core/fault.ts';
import * as z from 'zod';
import { elementShape } from '../../wire/element-shapes.ts';
import { scrollUntilVisible } from '../../workflows/scroll.ts';
import { assertNamesSomething, scrollSelector, visibleMatch } from '../../workflows/scroll-selector.ts';
import { actionTool } from '../define-tool.ts';

export const scrollToElement = actionTool({
  name: 'scroll_to_element',
  title: 'Scroll to an element',
  description: 'Scrolls until an element (exact names) is visible; success means it is visible.',
  effect: 'act',
  toolset: 'core',
  needs: ['screen', 'input'],
  sourceModule: 'interact',
  actionTimeoutMs: 10_000,
  guarded: false,
  explainsNoChange: false,
  input: z.object({
    selector: scrollSelector,
    direction: z
      .enum(['down', 'up', 'left', 'right'])
      .default('down')
      .meta({ doc: 'Where in the content the element lies; `down` moves the finger up' }),
    maxScrolls: z
      .int()
      .min(0)
      .max(100)
      .default(10)
      .meta({ doc: 'Maximum number of scrolls; it stops earlier when the view no longer moves' }),
    scrollAmount: z
      .number()
      .min(0.1)
      .max(1)
      .default(0.7)
      .meta({ doc: 'Part of the scrolling area that one scroll covers; more than 0.9 counts as 0.9' }),
  }),
  details: z
    .looseObject({
      scrolls: z.number().meta({ doc: 'Number of scrolls' }),
      visible: z.boolean().meta({ doc: 'The element is visible' }),
      element: elementShape.optional(),
    })
    .meta({ doc: 'How far it scrolled' }),
  examples: [
    {
      about: 'Down a list.',
      app: 'com.android.settings',
      input: { selector: { text: 'About phone' }, maxScrolls: 15 },
    },
  ],
  target: ({ selector }) => selector,
  validate: ({ selector }) => assertNamesSomething(selector),
  async prepare({ input, session }, preparation) {
    const first = await preparation.look();
    const already = visibleMatch(first.tree, input.selector);
    if (already) {
      const target = { observation: first, element: already, selectedIndex: null, matchedCount: null };
      return { target, send: async () => ({ scrolls: 0, visible: true }) };
    }
    return {
      async send(dispatch) {
        const result = await scrollUntilVisible(dispatch, { session, first }, input);
        if (result.element) return { scrolls: result.scrolls, visible: true, element: result.element };
        throw new Fault('ELEMENT_NOT_FOUND', result.why, {
          ...(result.scrolls > 0 && { delivery: 'delivered' }),
          details: { scrolls: result.scrolls },
        });
      },
    };
  },
});
