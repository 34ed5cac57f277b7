/**
 * Gallery: controls.
 * `.SliderActivity`: `volume` 0..100 with `volume_value` "Volume: n", `blind` 0..10 without any readable value,
 * `stepped` 0..50 by 10, `locked` disabled.
 * `.StepperActivity`: `minus`, `count` "3", `plus`, 0 to 9.
 * `.DropDownActivity`: Spinner `fruit` with Apple, Banana, Cherry, Date, Elderberry; `picked` "Picked: Apple".
 * `.TogglesActivity`: switch `alerts`, check box `terms`, radio group `size_group` with Small, Medium, Large, `disabled_switch`;
 * `submit` is enabled once `terms` is checked; `state_line` tells the state.
 * `.FieldsActivity`: `plain`, `password`, `amount` (digits), `limited` (5 characters), `multi`, `disabled` (clickable but not
 * enabled), `filled` "old@example.com", `search` (Enter writes `submitted` "Submitted: ..."), `echo` repeats `plain`.
 * `.FormatsActivity`: `phone` (groups of two digits), `coupon` (capitals), `short_phone` (nine digits at most, grouped), and the
 * boxes `code_1` to `code_4` of one digit each, which pass the focus on; `nickname` gives its focus to `pin` (masked) at once;
 * `proceed` is a button.
 * `.MaterialActivity`: buttons "Save draft" and "Stra\u00dfe" in capitals; `pressed` names the one that was pressed.
 * `.LongTextActivity`: `long_text` of 10,000 characters; `entities` with &, <, >, quotes, emoji.
 */
import type { ViewSpec } from '../phone/view-spec.ts';
import {
  button,
  checkBox,
  column,
  dropDown,
  field,
  item,
  note,
  radioButton,
  row,
  scroll,
  slider,
  switchView,
  text,
  textButton,
} from '../phone/widgets.ts';
import { gallery } from './gallery-activity.ts';

const page = { paddingDp: 20, gapDp: 14 } as const;

const sliders = gallery('SliderActivity', 'Sliders', () => {
  const at = { volume: 30, blind: 4, stepped: 20 };
  const set = (name: keyof typeof at) => (value: number) => {
    at[name] = value;
  };
  return () =>
    column(
      [
        text(`Volume: ${at.volume}`, { id: 'volume_value' }),
        slider('volume', { min: 0, max: 100, value: at.volume, set: set('volume') }, { desc: 'Volume' }),
        text('Without a readable value'),
        slider(
          'blind',
          { min: 0, max: 10, value: at.blind, set: set('blind') },
          { className: 'com.example.gallery.BlindSlider' },
        ),
        text(`Steps of ten: ${at.stepped}`, { id: 'stepped_value' }),
        slider('stepped', { min: 0, max: 50, step: 10, value: at.stepped, set: set('stepped') }),
        text('Locked'),
        slider('locked', { min: 0, max: 10, value: 5, set: () => {} }, { enabled: false }),
      ],
      page,
    );
});

const stepper = gallery('StepperActivity', 'Stepper', () => {
  let count = 3;
  const change = (by: number) => () => {
    count = Math.min(9, Math.max(0, count + by));
  };
  return () =>
    row(
      [
        textButton('-', change(-1), { id: 'minus', desc: 'Decrease', enabled: count > 0 }),
        text(String(count), { id: 'count', style: { sizeSp: 22, bold: true } }),
        textButton('+', change(1), { id: 'plus', desc: 'Increase', enabled: count < 9 }),
      ],
      { ...page, id: 'stepper' },
    );
});

const fruits = ['Apple', 'Banana', 'Cherry', 'Date', 'Elderberry'];

const dropDowns = gallery('DropDownActivity', 'Drop-down', () => {
  let picked = 0;
  const pick = (index: number): void => {
    picked = index;
  };
  return () =>
    column(
      [
        note('Fruit'),
        dropDown('fruit', { options: fruits, selected: picked, set: pick }),
        text(`Picked: ${fruits[picked] ?? ''}`, { id: 'picked' }),
      ],
      page,
    );
});

const sizes = ['Small', 'Medium', 'Large'];

const toggles = gallery('TogglesActivity', 'Switches and boxes', () => {
  let alerts = false;
  let terms = false;
  let size = 1;
  let submitted = 0;
  const setAlerts = (on: boolean): void => {
    alerts = on;
  };
  return () =>
    column(
      [
        item('Alerts', alerts ? 'On' : 'Off', () => setAlerts(!alerts), {
          id: 'alerts_row',
          end: switchView('alerts', alerts, setAlerts),
          paddingDp: 0,
        }),
        checkBox(
          'Accept the terms',
          terms,
          (on) => {
            terms = on;
          },
          { id: 'terms' },
        ),
        column(
          sizes.map((label, index) =>
            radioButton(
              label,
              size === index,
              () => {
                size = index;
              },
              { width: 'fill', id: `size_${label.toLowerCase()}` },
            ),
          ),
          { className: 'android.widget.RadioGroup', id: 'size_group' },
        ),
        switchView('disabled_switch', true, () => {}, { enabled: false, desc: 'Managed by your company' }),
        button(
          'Submit',
          () => {
            submitted++;
          },
          { id: 'submit', enabled: terms },
        ),
        text(`Alerts ${alerts ? 'on' : 'off'}, size ${sizes[size] ?? ''}, submitted ${submitted}`, {
          id: 'state_line',
        }),
      ],
      page,
    );
});

const fields = gallery(
  'FieldsActivity',
  'Text fields',
  (screen) => {
    let submitted = '';
    const submit = (): void => {
      submitted = screen.fieldText('search');
    };
    return () =>
      scroll(
        [
          field('plain', 'Plain text'),
          text(`Echo: ${screen.fieldText('plain')}`, { id: 'echo' }),
          field('password', 'Password', { field: { password: true } }),
          field('amount', 'Amount', { field: { numeric: true } }),
          field('limited', 'Five characters', { field: { maxLength: 5 } }),
          field('filled', 'Email', { field: { initial: 'old@example.com' } }),
          field('disabled', 'Not now', { enabled: false }),
          field('search', 'Search', { field: { onSubmit: submit } }),
          text(`Submitted: ${submitted}`, { id: 'submitted' }),
          field('multi', 'Several lines', { field: { multiLine: true }, minHeightDp: 110 }),
        ],
        { ...page, id: 'form' },
      );
  },
  { resizes: true },
);

const grouped = (text: string): string => text.replace(/\D/g, '').replace(/(..)(?=.)/g, '$1 ');

const formats = gallery('FormatsActivity', 'Fields that format', () => () => {
  const box = (at: number) =>
    field(`code_${at}`, '', { width: 60, field: { maxLength: 1, numeric: true, passesOn: at < 4 } });
  return column(
    [
      field('phone', 'Phone', { field: { format: grouped } }),
      field('coupon', 'Coupon', { field: { format: (text) => text.toUpperCase() } }),
      field('short_phone', 'Short phone', { field: { format: (text) => grouped(text).slice(0, 13) } }),
      note('Code'),
      row([1, 2, 3, 4].map(box), { gapDp: 10 }),
      field('nickname', 'Nickname', { field: { yields: true } }),
      field('pin', 'Pin', { field: { password: true } }),
      button('Continue', () => {}, { id: 'proceed' }),
    ],
    page,
  );
});

const sentence = 'The quick brown fox jumps over the lazy dog near the river. ';

const longText = gallery('LongTextActivity', 'Long text', () => {
  const long = sentence.repeat(Math.ceil(10_000 / sentence.length)).slice(0, 10_000);
  return () =>
    scroll(
      [
        text('Fish & chips <b>"fresh"</b> \'today\' 🎣 100 %s \\n', { id: 'entities' }),
        text(long, { id: 'long_text' }),
      ],
      { ...page, id: 'page' },
    );
});

/** Material components write the words of buttons in capitals, and the tree has what is displayed (TextView#getTextForAccessibility). */
const material = gallery('MaterialActivity', 'Material buttons', () => {
  let pressed = 'nothing';
  const labelled = (label: string): ViewSpec =>
    button(label.toUpperCase(), () => {
      pressed = label;
    });
  return () =>
    column(
      [text(`Pressed: ${pressed}`, { id: 'pressed' }), labelled('Save draft'), labelled('Stra\u00dfe')],
      { paddingDp: 20, gapDp: 12 },
    );
});

export const controlScreens = [sliders, stepper, dropDowns, toggles, fields, formats, longText, material];
