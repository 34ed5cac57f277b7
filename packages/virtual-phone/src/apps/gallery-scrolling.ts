/**
 * Gallery: screens where the wrong view is easily swiped.
 * `.TallRowsActivity`: list `rows` of 60 rows "Row n" of one third of a screen each; `opened` says which was clicked.
 * `.ControlsPageActivity`: page `page` with, above the fold, Spinners `plan` and `country` that say scrollable and
 * long-clickable, a NumberPicker `guests` 1 to 9 and a SeekBar `budget`, all in the middle; 30 lines "Line n" below.
 * `.FixedControlsActivity`: the same controls on a page that does not scroll.
 * `.PickersActivity`: a NumberPicker `year` 1900 to 2100, and `dose` 0 to 9 in the style without a wheel: the buttons
 * "Increase" above and "Decrease" below. `values` is "year 1990, dose 3".
 * The others tell what the controls hold in `values`: "plan Basic, country Spain, guests 2, budget 40".
 */
import type { ViewSpec } from '../phone/view-spec.ts';
import {
  button,
  column,
  dropDown,
  field,
  item,
  list,
  numberPicker,
  scroll,
  slider,
  text,
} from '../phone/widgets.ts';
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

const pickers = gallery('PickersActivity', 'Number pickers', () => {
  const at = { year: 1990, dose: 3 };
  const set = (name: keyof typeof at) => (value: number) => {
    at[name] = value;
  };
  const step = (desc: string, by: number) =>
    button('', () => set('dose')(Math.min(9, Math.max(0, at.dose + by))), {
      className: 'android.widget.ImageButton',
      desc,
    });
  const held = (): ViewSpec =>
    field('android:id/numberpicker_input', '', {
      key: `dose_${at.dose}`,
      field: { initial: String(at.dose), numeric: true },
    });
  return () =>
    column(
      [
        text(`year ${at.year}, dose ${at.dose}`, { id: 'values', paddingDp: 16 }),
        numberPicker('year', { min: 1_900, max: 2_100, value: at.year, set: set('year') }),
        column([step('Increase', 1), held(), step('Decrease', -1)], {
          className: 'android.widget.NumberPicker',
          id: 'dose',
          width: 96,
        }),
      ],
      { height: 'fill' },
    );
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

export const scrollingScreens = [controlsPage, fixedControls, pickers, tallRows];
