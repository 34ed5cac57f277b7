/**
 * Gallery: lists and scrollers.
 * `.EqualRowsActivity`: list `equal_list` of 30 rows with the same text "Standard delivery" and button `choose`;
 * `chosen` says "Chosen row: n".
 * `.CountriesActivity`: rows "+34 Spain", "+33 France", ..., and "Movie Title (Release Year)"; `picked` says which.
 * `.NestedScrollActivity`: vertical `outer` with 12 sections; each holds a horizontal `carousel_n` of 10 cards "n-m"
 * (section n, card m); the text `end` "End of page" is at the bottom.
 * `.ClippedActivity`: `scroller` whose last button `cut_button` shows 9 dp of its 48 at the fold; `below_fold` is below it.
 * `.InsertActivity`: list `inbox`, `insert` puts "New message n" on top, rows are `message_row`.
 * `.TabsActivity`: tabs `tab_home`, `tab_saved`, `tab_profile` (selected one reported) over `tab_content`; the label
 * `tab_game_label` has zero bounds. The heading reads "Saved homes", the tab "Saved Homes".
 */

import type { ViewSpec } from '../phone/view-spec.ts';
import {
  button,
  column,
  image,
  item,
  list,
  note,
  palette,
  row,
  scroll,
  text,
  textButton,
  title,
} from '../phone/widgets.ts';
import { gallery } from './gallery-activity.ts';

const equalRows = gallery('EqualRowsActivity', 'Equal rows', () => {
  let chosen = 0;
  const line = (index: number): ViewSpec =>
    row(
      [
        column([text('Standard delivery', { id: 'row_title' }), note('2 to 3 days', { id: 'row_note' })], {
          weight: 1,
        }),
        textButton(
          'Choose',
          () => {
            chosen = index + 1;
          },
          { id: 'choose' },
        ),
      ],
      { id: 'row', paddingDp: [20, 8, 20, 8] },
    );
  return () =>
    column(
      [
        text(`Chosen row: ${chosen}`, { id: 'chosen', paddingDp: 20 }),
        list('equal_list', { count: 30, rowHeightDp: 72, row: line }),
      ],
      { height: 'fill' },
    );
});

const countries = [
  '+34 Spain',
  '+33 France',
  '+49 Germany',
  '+39 Italy',
  '+351 Portugal',
  'Movie Title (Release Year)',
];

const literal = gallery('CountriesActivity', 'Literal texts', () => {
  let picked = 'nothing';
  const rows = (): ViewSpec[] =>
    countries.map((country) =>
      item(country, null, () => {
        picked = country;
      }),
    );
  return () =>
    column([text(`Picked: ${picked}`, { id: 'picked', paddingDp: 20 }), ...rows()], { height: 'fill' });
});

const nested = gallery('NestedScrollActivity', 'Nested scrolling', () => {
  let opened = 'none';
  const card = (name: string): ViewSpec =>
    text(`Card ${name}`, {
      id: 'card',
      width: 128,
      paddingDp: 18,
      style: { background: palette.accentSoft, radiusDp: 14 },
      onTap: () => {
        opened = name;
      },
    });
  return () => {
    const sections = Array.from({ length: 12 }, (_, n) => {
      const cards = Array.from({ length: 10 }, (_unused, m) => card(`${n + 1}-${m + 1}`));
      return column(
        [
          text(`Section ${n + 1}`, { style: { bold: true } }),
          scroll(cards, { id: `carousel_${n + 1}`, scroll: 'horizontal', weight: 0, gapDp: 12 }),
        ],
        { gapDp: 10, paddingDp: [20, 12, 0, 12] },
      );
    });
    return column(
      [
        text(`Opened: ${opened}`, { id: 'opened', paddingDp: [20, 8, 20, 8] }),
        scroll([...sections, text('End of page', { id: 'end', paddingDp: 20 })], { id: 'outer' }),
      ],
      { height: 'fill' },
    );
  };
});

const clipped = gallery('ClippedActivity', 'Clipped rows', () => {
  let pressed = 0;
  const press = (): void => {
    pressed++;
  };
  return () =>
    column(
      [
        text(`Pressed: ${pressed}`, { id: 'pressed' }),
        column(
          [
            scroll(
              [
                text('Above the fold', { id: 'above', height: 180 }),
                button('Cut button', press, { id: 'cut_button', height: 48 }),
                text('Below the fold', { id: 'below_fold', height: 40 }),
                button('Hidden button', press, { id: 'hidden_button', height: 48 }),
              ],
              { id: 'scroller' },
            ),
          ],
          { height: 189, style: { border: palette.line } },
        ),
        note('The frame above scrolls.', { id: 'below_frame' }),
      ],
      { paddingDp: 20, gapDp: 12 },
    );
});

const insert = gallery('InsertActivity', 'Rows inserted', () => {
  const messages = [
    'Invoice for May',
    'Lunch on Friday?',
    'Your parcel has arrived',
    'Minutes of the meeting',
  ];
  let added = 0;
  let opened = 'none';
  const line = (index: number): ViewSpec =>
    item(
      messages[index] ?? '',
      null,
      () => {
        opened = messages[index] ?? '';
      },
      { id: 'message_row' },
    );
  const add = (): void => {
    added++;
    messages.unshift(`New message ${added}`);
  };
  return () =>
    column(
      [
        row([button('Insert', add, { id: 'insert' }), text(`Opened: ${opened}`, { id: 'opened' })], {
          paddingDp: 16,
          gapDp: 16,
        }),
        list('inbox', { count: messages.length, rowHeightDp: 64, row: line }),
      ],
      { height: 'fill' },
    );
});

const tabNames = ['Home', 'Saved Homes', 'Profile'];
const tabIds = ['tab_home', 'tab_saved', 'tab_profile'];
const tabTexts = ['Nearby homes', 'Saved homes', 'Your profile'];

const tabs = gallery('TabsActivity', 'Tabs', () => {
  let selected = 0;
  const tab = (name: string, index: number): ViewSpec =>
    column(
      [
        image(name, { width: 28, height: 28, important: false }),
        text(name, {
          style: { sizeSp: 12, ...(index === selected ? { color: palette.accent, bold: true } : {}) },
        }),
      ],
      {
        id: tabIds[index] ?? '',
        desc: name,
        selected: index === selected,
        weight: 1,
        gapDp: 2,
        paddingDp: [0, 8, 0, 8],
        style: { align: 'center' },
        onTap: () => {
          selected = index;
        },
      },
    );
  const game = column(
    [image('', { width: 28, height: 28 }), text('Game', { id: 'tab_game_label', zeroArea: true })],
    {
      weight: 1,
      style: { align: 'center' },
      onTap: () => {},
      paddingDp: [0, 8, 0, 8],
    },
  );
  return () =>
    column(
      [
        column([title(tabTexts[selected] ?? '', { id: 'tab_content' })], { weight: 1, paddingDp: 20 }),
        row([...tabNames.map(tab), game], { id: 'tab_bar', style: { background: palette.card } }),
      ],
      { height: 'fill' },
    );
});

export const listScreens = [equalRows, literal, nested, clipped, insert, tabs];
