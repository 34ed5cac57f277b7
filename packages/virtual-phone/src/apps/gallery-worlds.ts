/**
 * Gallery: screens of other tool kits.
 * `.WebActivity`: a WebView with heading "Orders", link "Help", field "Search orders" and button "Send" (no ids; `web_view` itself has one).
 * `.ComposeActivity`: a ComposeView with test tags as ids without a package prefix: `counter_button`, `counter_text`
 * "Clicked n times", `favorite_toggle` (checkable), `profile_card` with merged description "Ada Lovelace, online".
 * `.ComposeNoIdsActivity`: the same without ids; tags only as `testTag`.
 * `.BlindWebActivity`: `page_title` "Terms of use" above a WebView that lists nothing of its page.
 * `.FlutterActivity`: descriptions only: "Catalog" heading, "Add Laptop", "Add Phone", "Items in cart\nn".
 * `.SparseActivity`: one full screen view without children, as custom drawn apps show.
 * `.RtlActivity`: right to left, two buttons "Add to cart", the second cut at the left edge; Arabic digits; an icon of the
 * private use area as text.
 * `.MapActivity`: `map` that is clickable, 12 markers that are not, two of them "For sale Home Map Marker, $450000".
 * `.CalculatorActivity`: keys by description (U+2212 for minus), `display`.
 */
import type { ViewSpec } from '../phone/view-spec.ts';
import { column, grid, palette, row, scroll, stack, text, textButton } from '../phone/widgets.ts';
import { gallery } from './gallery-activity.ts';

const view = (children: readonly ViewSpec[], extra: Partial<ViewSpec> = {}): ViewSpec =>
  column(children, { className: 'android.view.View', ...extra });

const web = gallery('WebActivity', 'Web view', () => {
  let sent = 0;
  return () =>
    column(
      [
        column(
          [
            column(
              [
                view(
                  [
                    text('Orders', {
                      className: 'android.widget.TextView',
                      heading: true,
                      style: { sizeSp: 24, bold: true },
                    }),
                  ],
                  { heading: true },
                ),
                text('Help', {
                  className: 'android.view.View',
                  onTap: () => {},
                  style: { color: palette.accent },
                  desc: 'Help',
                }),
                {
                  className: 'android.widget.EditText',
                  look: 'field',
                  key: 'web_search',
                  hint: 'Search orders',
                  width: 'fill',
                  paddingDp: 12,
                  field: {},
                  style: { border: palette.faint },
                },
                textButton('Send', () => {
                  sent++;
                }),
                text(`Sent ${sent} times`, { className: 'android.widget.TextView' }),
              ],
              {
                className: 'android.webkit.WebView',
                text: 'Orders',
                scroll: 'vertical',
                height: 'fill',
                gapDp: 12,
                paddingDp: 16,
              },
            ),
          ],
          { className: 'android.webkit.WebView', id: 'web_view', height: 'fill', focusable: true },
        ),
      ],
      { height: 'fill' },
    );
});

function composeScreen(name: string, title: string, tags: boolean): ReturnType<typeof gallery> {
  const tagged = (tag: string): Partial<ViewSpec> => (tags ? { id: `#${tag}` } : { testTag: tag });
  return gallery(name, title, () => {
    let clicks = 0;
    let favorite = false;
    return () => {
      const clickable = view([text('Click me', { style: { color: palette.white, bold: true } })], {
        ...tagged('counter_button'),
        width: 'wrap',
        paddingDp: 16,
        style: { background: palette.accent, radiusDp: 24 },
        onTap: () => {
          clicks++;
        },
      });
      const toggle = view([text('Favorite')], {
        ...tagged('favorite_toggle'),
        look: 'checkbox',
        checkable: true,
        checked: favorite,
        paddingDp: [44, 12, 4, 12],
        onTap: () => {
          favorite = !favorite;
        },
      });
      const card = view([], {
        ...tagged('profile_card'),
        desc: 'Ada Lovelace, online',
        caption: 'Ada Lovelace\nonline',
        paddingDp: [20, 8, 20, 8],
        height: 72,
        onTap: () => {},
        style: { background: palette.accentSoft, radiusDp: 16 },
      });
      const content = [clickable, text(`Clicked ${clicks} times`, tagged('counter_text')), toggle, card];
      return column([view([view(content, { gapDp: 16, paddingDp: 20 })], { height: 'fill' })], {
        className: 'androidx.compose.ui.platform.ComposeView',
        height: 'fill',
      });
    };
  });
}

const flutter = gallery('FlutterActivity', 'Flutter-like', () => {
  let items = 0;
  const add = (): void => {
    items++;
  };
  const product = (name: string): ViewSpec =>
    view([], {
      desc: `Add ${name}`,
      caption: `Add ${name}`,
      className: 'android.widget.Button',
      onTap: add,
      height: 56,
      style: { background: palette.accentSoft, radiusDp: 10 },
    });
  return () =>
    column(
      [
        view(
          [
            view(
              [
                view([], { desc: 'Catalog', caption: 'Catalog', heading: true, height: 40, focusable: true }),
                product('Laptop'),
                product('Phone'),
                view([], {
                  desc: `Items in cart\n${items}`,
                  caption: `Items in cart: ${items}`,
                  height: 40,
                  focusable: true,
                }),
              ],
              { gapDp: 12, paddingDp: 20 },
            ),
          ],
          { height: 'fill' },
        ),
      ],
      { className: 'android.widget.FrameLayout', height: 'fill', focusable: true },
    );
});

const sparse = gallery(
  'SparseActivity',
  'Custom drawn',
  () => () => view([], { height: 'fill', style: { background: 0xdfe7da } }),
);

const rightToLeft = gallery('RtlActivity', 'Right to left', () => {
  let added = 0;
  const card = (name: string, digits: string): ViewSpec =>
    column(
      [
        text(name, { style: { align: 'end' } }),
        text(digits, { id: 'price' }),
        textButton(
          '\ue8cc',
          () => {
            added++;
          },
          { desc: 'Add to cart', id: 'add' },
        ),
      ],
      { width: 320, gapDp: 8, style: { align: 'end' } },
    );
  return () =>
    column(
      [
        text(`السلة: ${added}`, { id: 'basket', width: 'fill', style: { align: 'end' } }),
        row([card('إبريق شاي', '١٩٫٩٠'), card('فنجان', '٢٣٫٤٠')], { direction: 'row-reverse', gapDp: 40 }),
      ],
      { paddingDp: [0, 20, 20, 20], gapDp: 16 },
    );
});

const prices = [450, 320, 610, 450, 275, 390, 540, 720, 815, 365, 505, 690];

const map = gallery('MapActivity', 'Map markers', () => {
  let touched = 0;
  const marker = (price: number, index: number): ViewSpec =>
    view([], {
      desc: `For sale Home Map Marker, $${price}000`,
      clickable: false,
      width: 44,
      height: 44,
      at: { x: 30 + ((index * 67) % 300), y: 40 + ((index * 41) % 420) },
      style: { background: palette.bad, radiusDp: 22 },
    });
  return () =>
    column(
      [
        text(`Map touched: ${touched}`, { id: 'touched', paddingDp: 16 }),
        stack(prices.map(marker), {
          id: 'map',
          className: 'android.view.View',
          desc: 'Google Map',
          direction: 'absolute',
          weight: 1,
          onTap: () => {
            touched++;
          },
          style: { background: 0xdfeadf },
        }),
      ],
      { height: 'fill' },
    );
});

const keyLabels = [
  '7',
  '8',
  '9',
  '\u00f7',
  '4',
  '5',
  '6',
  '\u00d7',
  '1',
  '2',
  '3',
  '\u2212',
  '0',
  '.',
  '=',
  '+',
];
const spoken: Readonly<Record<string, string>> = {
  '\u00f7': 'divide',
  '\u00d7': 'multiply',
  '\u2212': 'minus',
  '+': 'plus',
  '=': 'equals',
};

const calculator = gallery('CalculatorActivity', 'Calculator keys', () => {
  let shown = '';
  const press = (key: string) => () => {
    shown = key === '=' ? '' : shown + key;
  };
  return () =>
    scroll(
      [
        text(shown || '0', { id: 'display', width: 'fill', style: { sizeSp: 34, align: 'end' } }),
        grid(
          4,
          keyLabels.map((key) => textButton(key, press(key), { desc: spoken[key] ?? key })),
          { gapDp: 10 },
        ),
      ],
      { paddingDp: 20, gapDp: 20 },
    );
});

const blindWeb = gallery('BlindWebActivity', 'Web page that is not listed', () => () => {
  const page = column([], { className: 'android.webkit.WebView', id: 'empty_web_view', height: 'fill' });
  return column([text('Terms of use', { id: 'page_title' }), page], { height: 'fill' });
});

export const worldScreens = [
  web,
  blindWeb,
  composeScreen('ComposeActivity', 'Compose with tags', true),
  composeScreen('ComposeNoIdsActivity', 'Compose without ids', false),
  flutter,
  sparse,
  rightToLeft,
  map,
  calculator,
];
