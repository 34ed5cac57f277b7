/**
 * Gallery: views over views, each telling in `touched` which one was touched last.
 * `.CoverActivity`: `pay` with `chat` over its centre; `hidden` with `front` over all of it; `raised`, listed before `flat`
 * but drawn over it; `free` under `shade`, a view with a description that takes no touches; `bar_title`, as large as its
 * bar, over `bar_back`; `card` with `card_buy` in its middle; `caption`, a text under a control without words.
 * `.RaisedBarActivity`: a bar with `bar_up`, raised above the `rows` of a list that reaches under it and is listed after it.
 * `.BarsActivity`: `toolbar` with `bar_add` above and tabs `tab_home`, `tab_me` below, both over `rows` of 30 entries.
 * `.CoveredListActivity`: `orders` of 40 rows with `basket`, a button, over its lower third.
 */
import type { ViewSpec } from '../phone/view-spec.ts';
import { button, column, stack, text } from '../phone/widgets.ts';
import { gallery } from './gallery-activity.ts';

const view = (children: readonly ViewSpec[], extra: Partial<ViewSpec>): ViewSpec => ({
  className: 'android.view.View',
  look: 'plain',
  ...extra,
  children,
});

interface Spot {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const covers = gallery('CoverActivity', 'Views over views', () => {
  let touched = 'nothing';
  const at = ({ x, y, width, height }: Spot): Partial<ViewSpec> => ({ at: { x, y }, width, height });
  const control = (id: string, label: string, spot: Spot, extra: Partial<ViewSpec> = {}): ViewSpec =>
    button(
      label,
      () => {
        touched = id;
      },
      { id, ...at(spot), ...extra },
    );
  const shade = (id: string, desc: string, spot: Spot): ViewSpec => view([], { id, desc, ...at(spot) });
  return () =>
    column(
      [
        text(`Touched: ${touched}`, { id: 'touched' }),
        stack(
          [
            control('pay', 'Pay', { x: 0, y: 0, width: 340, height: 60 }),
            control('chat', 'Chat', { x: 110, y: 0, width: 240, height: 60 }),
            control('hidden', 'Hidden', { x: 20, y: 90, width: 200, height: 40 }),
            control('front', 'Front', { x: 0, y: 80, width: 340, height: 60 }),
            control('raised', 'Raised', { x: 20, y: 170, width: 200, height: 40 }, { elevation: 8 }),
            control('flat', 'Flat', { x: 0, y: 160, width: 340, height: 60 }),
            control('free', 'Free', { x: 0, y: 240, width: 340, height: 60 }),
            shade('shade', 'Shade', { x: 0, y: 230, width: 350, height: 80 }),
            control('bar_back', 'Back to list', { x: 0, y: 330, width: 340, height: 60 }),
            shade('bar_title', 'Orders', { x: 0, y: 330, width: 350, height: 60 }),
            view([control('card_buy', 'Buy', { x: 90, y: 0, width: 160, height: 60 })], {
              id: 'card',
              desc: 'Kettle card',
              direction: 'absolute',
              onTap: () => {
                touched = 'card';
              },
              ...at({ x: 0, y: 410, width: 340, height: 60 }),
            }),
            text('Caption', { id: 'caption', ...at({ x: 20, y: 490, width: 200, height: 30 }) }),
            view([], {
              onTap: () => {
                touched = 'stretched';
              },
              ...at({ x: 0, y: 480, width: 340, height: 50 }),
            }),
          ],
          { direction: 'absolute', height: 540 },
        ),
      ],
      { paddingDp: 16 },
    );
});

const raisedBar = gallery('RaisedBarActivity', 'A bar over a list', () => {
  let touched = 'nothing';
  const touch = (id: string) => () => {
    touched = id;
  };
  const rows = Array.from({ length: 12 }, (_, row) =>
    button(`Row ${row}`, touch(`row_${row}`), { id: `row_${row}`, width: 'fill', height: 56 }),
  );
  return () =>
    column(
      [
        text(`Touched: ${touched}`, { id: 'touched' }),
        stack(
          [
            view([button('Up', touch('bar_up'), { id: 'bar_up', width: 80, height: 56 })], {
              id: 'bar',
              elevation: 8,
              ...{ at: { x: 0, y: 0 }, width: 'fill', height: 56 },
            }),
            column(rows, { id: 'rows', scroll: 'vertical', at: { x: 0, y: 0 }, width: 'fill', height: 480 }),
          ],
          { direction: 'absolute', height: 480 },
        ),
      ],
      { paddingDp: 16 },
    );
});

const coveredList = gallery('CoveredListActivity', 'A button over a list', () => {
  let touched = 'nothing';
  const touch = (id: string) => () => {
    touched = id;
  };
  const rows = Array.from({ length: 40 }, (_, row) =>
    button(`Order ${row}`, touch(`order_${row}`), { id: `order_${row}`, width: 'fill', height: 56 }),
  );
  return () =>
    column(
      [
        text(`Touched: ${touched}`, { id: 'touched' }),
        stack(
          [
            column(rows, {
              id: 'orders',
              scroll: 'vertical',
              at: { x: 0, y: 0 },
              width: 'fill',
              height: 480,
            }),
            button('Basket', touch('basket'), {
              id: 'basket',
              at: { x: 0, y: 320 },
              width: 'fill',
              height: 160,
            }),
          ],
          { direction: 'absolute', height: 480 },
        ),
      ],
      { paddingDp: 16 },
    );
});

const bars = gallery('BarsActivity', 'Rows under two bars', () => {
  let touched = 'nothing';
  let tab = 'tab_home';
  const touch = (id: string) => () => {
    touched = id;
  };
  const rows = Array.from({ length: 30 }, (_, row) =>
    button(`Entry ${row}`, touch(`entry_${row}`), { id: `entry_${row}`, width: 'fill', height: 56 }),
  );
  const tabOf = (id: string, label: string): ViewSpec =>
    button(
      label,
      () => {
        tab = id;
        touched = id;
      },
      { id, width: 120, height: 76, selected: tab === id },
    );
  return () =>
    column(
      [
        text(`Touched: ${touched}`, { id: 'touched' }),
        stack(
          [
            view([button('Add', touch('bar_add'), { id: 'bar_add', width: 80, height: 56 })], {
              id: 'toolbar',
              elevation: 8,
              // Bars keep the touches between their items.
              onTap: () => {},
              ...{ at: { x: 0, y: 0 }, width: 'fill', height: 56 },
            }),
            column(rows, { id: 'rows', scroll: 'vertical', at: { x: 0, y: 0 }, width: 'fill', height: 480 }),
            view([tabOf('tab_home', 'Home'), tabOf('tab_me', 'Me')], {
              id: 'tabs',
              direction: 'row',
              onTap: () => {},
              ...{ at: { x: 0, y: 404 }, width: 'fill', height: 76 },
            }),
          ],
          { direction: 'absolute', height: 480 },
        ),
      ],
      { paddingDp: 16 },
    );
});

export const coverScreens = [covers, raisedBar, bars, coveredList];
