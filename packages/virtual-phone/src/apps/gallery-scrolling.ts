/**
 * Gallery: screens where the wrong view is easily swiped.
 * `.TallRowsActivity`: list `rows` of 60 rows "Row n" of one third of a screen each; `opened` says which was clicked.
 * `.ControlsPageActivity`: page `page` with, above the fold, Spinners `plan` and `country` that say scrollable and
 * long-clickable, a NumberPicker `guests` 1 to 9 and a SeekBar `budget`, all in the middle; 30 lines "Line n" below.
 * `.FixedControlsActivity`: the same controls on a page that does not scroll.
 * All tell what the controls hold in `values`: "plan Basic, country Spain, guests 2, budget 40".
 */
import type { ViewSpec } from '../phone/view-spec.ts';
import { column, dropDown, item, list, numberPicker, scroll, slider, text } from '../phone/widgets.ts';
import { gallery } from './gallery-activity.ts';

const plans = ['Basic', 'Family', 'Business'];
const lands = ['Spain', 'France', 'Italy'];

function controls(): () => { readonly told: ViewSpec; readonly views: readonly ViewSpec[] } {
  const at = { plan: 0, country: 0, guests: 2, budget: 40 };
  const set = (name: keyof typeof at) => (value: number) => {
    at[name] = value;
  };
  const spinner = { scrollable: true, longClickable: true } as const;
  return () => ({
    told: text(
      `plan ${plans[at.plan]}, country ${lands[at.country]}, guests ${at.guests}, budget ${at.budget}`,
      { id: 'values', paddingDp: 16 },
    ),
    views: [
      dropDown('plan', { options: plans, selected: at.plan, set: set('plan') }, { height: 120, ...spinner }),
      numberPicker(
        'guests',
        { min: 1, max: 9, value: at.guests, set: set('guests') },
        { width: 'fill', paddingDp: [0, 16, 0, 16] },
      ),
      slider('budget', { min: 0, max: 100, value: at.budget, set: set('budget') }),
      dropDown(
        'country',
        { options: lands, selected: at.country, set: set('country') },
        { height: 120, ...spinner },
      ),
    ],
  });
}

const controlsPage = gallery('ControlsPageActivity', 'Controls that scroll', () => {
  const shown = controls();
  return () => {
    const { told, views } = shown();
    const lines = Array.from({ length: 30 }, (_, n) => text(`Line ${n + 1}`, { paddingDp: 14 }));
    return column(
      [told, scroll([text('Trip'), ...views, ...lines], { id: 'page', paddingDp: [24, 0, 24, 0] })],
      {
        height: 'fill',
      },
    );
  };
});

const fixedControls = gallery('FixedControlsActivity', 'Controls that stay', () => {
  const shown = controls();
  return () => {
    const { told, views } = shown();
    return column([told, ...views], { height: 'fill' });
  };
});

const tallRows = gallery('TallRowsActivity', 'Tall rows', () => {
  let opened = 'none';
  const line = (index: number): ViewSpec =>
    item(`Row ${index + 1}`, null, () => {
      opened = String(index + 1);
    });
  return () =>
    column(
      [
        text(`Opened: ${opened}`, { id: 'opened', paddingDp: 20 }),
        list('rows', { count: 60, rowHeightDp: 300, row: line }),
      ],
      { height: 'fill' },
    );
});

export const scrollingScreens = [controlsPage, fixedControls, tallRows];
