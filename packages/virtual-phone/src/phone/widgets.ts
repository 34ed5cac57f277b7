/** The views that apps are written with: real Android classes with the attributes that their dumps show. */
import type { DropDownSpec, Style, ViewSpec, WheelSpec } from './view-spec.ts';

type Extra = Partial<ViewSpec>;

export const palette = {
  ink: 0x1d1b20,
  soft: 0x5f5d66,
  faint: 0x9a98a1,
  line: 0xd9d7df,
  page: 0xfbfaff,
  card: 0xffffff,
  accent: 0x3157c9,
  accentSoft: 0xe3e9fb,
  good: 0x1f7a4d,
  bad: 0xb3261e,
  white: 0xffffff,
  night: 0x16181d,
} as const;

export function column(children: readonly ViewSpec[], extra: Extra = {}): ViewSpec {
  return {
    className: 'android.widget.LinearLayout',
    look: 'plain',
    direction: 'column',
    width: 'fill',
    ...extra,
    children,
  };
}

export function row(children: readonly ViewSpec[], extra: Extra = {}): ViewSpec {
  return column(children, { direction: 'row', ...extra });
}

export function stack(children: readonly ViewSpec[], extra: Extra = {}): ViewSpec {
  return column(children, { className: 'android.widget.FrameLayout', direction: 'stack', ...extra });
}

export function grid(columns: number, children: readonly ViewSpec[], extra: Extra = {}): ViewSpec {
  return column(children, { className: 'android.widget.GridLayout', columns, ...extra });
}

export function scroll(children: readonly ViewSpec[], extra: Extra = {}): ViewSpec {
  const className =
    extra.scroll === 'horizontal' ? 'android.widget.HorizontalScrollView' : 'android.widget.ScrollView';
  const inner = column(children, {
    width: extra.scroll === 'horizontal' ? 'wrap' : 'fill',
    gapDp: extra.gapDp ?? 0,
    direction: extra.scroll === 'horizontal' ? 'row' : 'column',
  });
  return column([inner], { className, scroll: 'vertical', weight: 1, focusable: true, ...extra, gapDp: 0 });
}

/** A RecyclerView: only rows on the screen exist. */
export function list(
  id: string,
  rows: { count: number; rowHeightDp: number; row: (index: number) => ViewSpec },
  extra: Extra = {},
): ViewSpec {
  return {
    className: 'androidx.recyclerview.widget.RecyclerView',
    look: 'plain',
    id,
    rows,
    width: 'fill',
    weight: 1,
    focusable: true,
    ...extra,
  };
}

export function text(value: string, extra: Extra = {}): ViewSpec {
  return { className: 'android.widget.TextView', look: 'text', text: value, ...extra };
}

export function title(value: string, extra: Extra = {}): ViewSpec {
  return text(value, { heading: true, ...extra, style: { sizeSp: 22, bold: true, ...extra.style } });
}

export function note(value: string, extra: Extra = {}): ViewSpec {
  return text(value, { ...extra, style: { sizeSp: 14, color: palette.soft, ...extra.style } });
}

export function button(label: string, onTap: () => void, extra: Extra = {}): ViewSpec {
  const style: Style = {
    background: palette.accent,
    color: palette.white,
    sizeSp: 15,
    bold: true,
    radiusDp: 22,
  };
  return {
    className: 'android.widget.Button',
    look: 'button',
    text: label,
    onTap,
    paddingDp: [20, 13, 20, 13],
    minHeightDp: 46,
    ...extra,
    style: { ...style, align: 'center', ...extra.style },
  };
}

/** A button without a filled body. */
export function textButton(label: string, onTap: () => void, extra: Extra = {}): ViewSpec {
  return button(label, onTap, {
    ...extra,
    style: { background: palette.accentSoft, color: palette.accent, ...extra.style },
  });
}

export function iconButton(desc: string, onTap: () => void, extra: Extra = {}): ViewSpec {
  return {
    className: 'android.widget.ImageButton',
    look: 'image',
    desc,
    onTap,
    width: 48,
    height: 48,
    ...extra,
  };
}

export function image(desc: string, extra: Extra = {}): ViewSpec {
  return {
    className: 'android.widget.ImageView',
    look: 'image',
    desc,
    width: 40,
    height: 40,
    ...extra,
    style: { background: palette.accentSoft, color: palette.accent, radiusDp: 12, ...extra.style },
  };
}

export function field(id: string, hint: string, extra: Extra = {}): ViewSpec {
  return {
    className: 'android.widget.EditText',
    look: 'field',
    id,
    hint,
    width: 'fill',
    paddingDp: [14, 15, 14, 15],
    minHeightDp: 52,
    field: {},
    ...extra,
    style: { background: palette.card, border: palette.faint, radiusDp: 8, ...extra.style },
  };
}

function toggle(
  kind: { className: string; look: 'switch' | 'checkbox' | 'radio' },
  checked: boolean,
  set: (checked: boolean) => void,
  extra: Extra,
): ViewSpec {
  return {
    ...kind,
    checkable: true,
    checked,
    onTap: () => set(!checked),
    minHeightDp: 48,
    paddingDp: [4, 12, 4, 12],
    ...extra,
  };
}

type Set = (checked: boolean) => void;

export function switchView(id: string, checked: boolean, set: Set, extra: Extra = {}): ViewSpec {
  return toggle({ className: 'android.widget.Switch', look: 'switch' }, checked, set, { id, ...extra });
}

export function checkBox(label: string, checked: boolean, set: Set, extra: Extra = {}): ViewSpec {
  const kind = { className: 'android.widget.CheckBox', look: 'checkbox' } as const;
  return toggle(kind, checked, set, { text: label, ...extra });
}

export function radioButton(
  label: string,
  checked: boolean,
  choose: () => void,
  extra: Extra = {},
): ViewSpec {
  const kind = { className: 'android.widget.RadioButton', look: 'radio' } as const;
  return toggle(kind, checked, choose, { text: label, ...extra });
}

export function slider(
  id: string,
  at: { min: number; max: number; step?: number; value: number; set: (value: number) => void },
  extra: Extra = {},
): ViewSpec {
  return {
    className: 'android.widget.SeekBar',
    look: 'slider',
    id,
    width: 'fill',
    height: 48,
    slider: { step: 1, ...at },
    focusable: true,
    ...extra,
  };
}

/** A determinate bar, 0 to 100. */
export function progress(id: string, percent: number, extra: Extra = {}): ViewSpec {
  return {
    className: 'android.widget.ProgressBar',
    look: 'progress',
    id,
    width: 'fill',
    height: 12,
    range: { min: 0, max: 100, value: percent },
    ...extra,
  };
}

/** The round one that turns for as long as it is there. */
export function busy(id: string, extra: Extra = {}): ViewSpec {
  return {
    className: 'android.widget.ProgressBar',
    look: 'busy',
    id,
    width: 48,
    height: 48,
    animating: true,
    ...extra,
  };
}

export function dropDown(id: string, choice: DropDownSpec, extra: Extra = {}): ViewSpec {
  const chosen = choice.options[choice.selected] ?? '';
  return {
    className: 'android.widget.Spinner',
    look: 'dropdown',
    id,
    width: 'fill',
    dropDown: choice,
    ...extra,
    children: [text(chosen, { id: 'android:id/text1', paddingDp: [14, 14, 40, 14], width: 'fill' })],
  };
}

/** A NumberPicker of the framework: the values before and after as buttons, the chosen one in a field between them. */
export function numberPicker(id: string, wheel: WheelSpec, extra: Extra = {}): ViewSpec {
  const { min, max, value, set } = wheel;
  const step = (to: number): ViewSpec[] =>
    to < min || to > max ? [] : [{ ...textButton(String(to), () => set(to)), longClickable: true }];
  const chosen = field('android:id/numberpicker_input', '', {
    key: `${id}_input_${value}`,
    field: {
      ...{ initial: String(value), numeric: true },
      // What is out of range is brought into it, no number leaves it as it was (NumberPicker#setValueInternal).
      commits: (typed) => {
        const taken = /^\d+$/.test(typed) ? Math.min(max, Math.max(min, Number(typed))) : value;
        set(taken);
        return String(taken);
      },
    },
  });
  return column([...step(value - 1), chosen, ...step(value + 1)], {
    className: 'android.widget.NumberPicker',
    id,
    width: 96,
    scrollable: true,
    wheel,
    ...extra,
  });
}

export function divider(): ViewSpec {
  return {
    className: 'android.view.View',
    look: 'plain',
    width: 'fill',
    height: 1,
    important: false,
    style: { background: palette.line },
  };
}

/** Rows as settings and menus have them: a title, a line below it, and something at the end. */
export function item(
  label: string,
  below: string | null,
  onTap: (() => void) | null,
  extra: Extra & { readonly end?: ViewSpec } = {},
): ViewSpec {
  const { end, ...rest } = extra;
  const words = [text(label, { id: 'android:id/title', style: { sizeSp: 17 } })];
  if (below !== null) words.push(note(below, { id: 'android:id/summary' }));
  return row([column(words, { weight: 1, gapDp: 3 }), ...(end ? [end] : [])], {
    paddingDp: [20, 14, 20, 14],
    minHeightDp: 64,
    ...(onTap ? { onTap, focusable: true } : {}),
    ...rest,
  });
}
