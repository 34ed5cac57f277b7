/**
 * Gallery: what an element says in other ways than by its plain text.
 * `.ComposeTabsActivity`: a ComposeView whose tabs "Home", "Saved", "Profile" are parents without words or ids that carry
 * `selected`; the words are a text below each. `tab_page` tells the page.
 * `.MarksActivity`: `total` and `pay`, whose texts hold marks that nobody sees and spaces of several kinds; `paid` counts.
 */
import type { ViewSpec } from '../phone/view-spec.ts';
import { column, row, text, textButton, title } from '../phone/widgets.ts';
import { gallery } from './gallery-activity.ts';

const composeTabs = gallery('ComposeTabsActivity', 'Compose tabs', () => {
  const names = ['Home', 'Saved', 'Profile'];
  let selected = 0;
  const tab = (name: string, index: number): ViewSpec =>
    column([text(name)], {
      className: 'android.view.View',
      selected: index === selected,
      weight: 1,
      paddingDp: [0, 16, 0, 16],
      style: { align: 'center' },
      onTap: () => {
        selected = index;
      },
    });
  return () =>
    column(
      [
        column([title(`Page ${names[selected] ?? ''}`, { id: 'tab_page' })], { weight: 1, paddingDp: 20 }),
        row(names.map(tab), { className: 'android.view.View' }),
      ],
      { className: 'androidx.compose.ui.platform.ComposeView', height: 'fill' },
    );
});

const marks = gallery('MarksActivity', 'Marks that nobody sees', () => {
  let paid = 0;
  const pay = (): void => {
    paid++;
  };
  return () =>
    column(
      [
        text('\u2068Total\u2069:\u00a0\u200e12\u202f000\u00a0EUR', { id: 'total' }),
        textButton('Pay\u200b\u2011\u2060now\u2026', pay, { id: 'pay' }),
        text(`Paid: ${paid}`, { id: 'paid' }),
      ],
      { paddingDp: 20, gapDp: 16 },
    );
});

export const wordScreens = [composeTabs, marks];
