/** What surrounds the content of apps, as Android nests it: decor, action bar, dialogs, pop-ups, bars, toasts. */
import type { ActivityDefinition, DialogButton, DialogSpec } from './app-types.ts';
import type { Frame } from './frame.ts';
import type { DropDownSpec, ViewSpec } from './view-spec.ts';
import { column, iconButton, note, palette, row, scroll, stack, text, textButton } from './widgets.ts';

const frameLayout = (children: readonly ViewSpec[], extra: Partial<ViewSpec> = {}): ViewSpec =>
  column(children, { className: 'android.widget.FrameLayout', height: 'fill', ...extra });

const group = (children: readonly ViewSpec[], extra: Partial<ViewSpec> = {}): ViewSpec =>
  column(children, { className: 'android.view.ViewGroup', ...extra });

export interface DecorParts {
  readonly definition: ActivityDefinition;
  readonly up: (() => void) | null;
  readonly content: ViewSpec;
  /** Pixels at the bottom that the keyboard takes from a window that resizes. */
  readonly keyboardInset: number;
}

/** The views of an activity window from the decor view down to `android:id/content`. */
export function decor(parts: DecorParts, frame: Frame): ViewSpec {
  const dp = (pixels: number): number => (pixels * 160) / frame.density;
  const { title, background } = parts.definition;
  const bottom = Math.max(frame.navHeight, parts.keyboardInset);
  const content = frameLayout([parts.content], { id: 'android:id/content', weight: 1 });
  const children = title === undefined ? [content] : [actionBar(title, parts.up), content];
  const page = column(
    [
      frameLayout([group(children, { id: 'decor_content_parent', height: 'fill' })], {
        paddingDp: [0, dp(frame.statusHeight), 0, dp(bottom)],
      }),
    ],
    { height: 'fill' },
  );
  return frameLayout([page, ...barBackgrounds(frame, dp)], {
    direction: 'absolute',
    style: { background: background ?? palette.page },
  });
}

/** What the decor draws behind the bars of the system, after the content (DecorView#updateColorViewInt). */
function barBackgrounds(frame: Frame, dp: (pixels: number) => number): readonly ViewSpec[] {
  const height = frame.area[3] - frame.area[1];
  const behind = (id: string, top: number, pixels: number): readonly ViewSpec[] =>
    pixels === 0
      ? []
      : [
          {
            className: 'android.view.View',
            look: 'plain',
            id: `android:id/${id}`,
            at: { x: 0, y: dp(top) },
            width: 'fill',
            height: dp(pixels),
          },
        ];
  return [
    ...behind('statusBarBackground', 0, frame.statusHeight),
    ...behind('navigationBarBackground', height - frame.navHeight, frame.navHeight),
  ];
}

function actionBar(title: string, up: (() => void) | null): ViewSpec {
  const words = text(title, { style: { sizeSp: 21, bold: true }, heading: true });
  const arrow = iconButton('Navigate up', up ?? (() => {}), {});
  const bar = group(up ? [arrow, words] : [words], {
    id: 'action_bar',
    direction: 'row',
    height: 56,
    gapDp: 8,
    paddingDp: [up ? 4 : 20, 4, 16, 4],
  });
  return column([bar], { className: 'android.widget.FrameLayout', id: 'action_bar_container' });
}

export function splash(label: string): ViewSpec {
  return stack(
    [
      stack([text(label, { style: { sizeSp: 26, bold: true, color: palette.accent } })], {
        height: 'fill',
        style: { align: 'center' },
      }),
    ],
    {
      height: 'fill',
      style: { background: palette.accentSoft },
    },
  );
}

export function alertDialog(spec: DialogSpec, close: () => void): ViewSpec {
  const panels: ViewSpec[] = [];
  if (spec.title !== undefined) {
    const words = text(spec.title, { id: 'alertTitle', style: { sizeSp: 20, bold: true }, width: 'fill' });
    panels.push(column([words], { id: 'topPanel', paddingDp: [24, 20, 24, 8] }));
  }
  if (spec.message !== undefined) {
    const words = note(spec.message, { id: 'android:id/message', style: { sizeSp: 15 }, width: 'fill' });
    panels.push(
      column([words], {
        className: 'android.widget.FrameLayout',
        id: 'contentPanel',
        paddingDp: [24, 4, 24, 12],
      }),
    );
  }
  if (spec.body)
    panels.push(
      column([spec.body()], {
        className: 'android.widget.FrameLayout',
        id: 'custom',
        paddingDp: [24, 4, 24, 12],
      }),
    );
  const buttons = [
    ...dialogButton('android:id/button3', spec.neutral, close),
    ...dialogButton('android:id/button2', spec.negative, close),
    ...dialogButton('android:id/button1', spec.positive, close),
  ];
  if (buttons.length > 0)
    panels.push(
      column([row(buttons, { width: 'wrap', gapDp: 10 })], {
        id: 'buttonPanel',
        paddingDp: [20, 8, 20, 18],
        style: { align: 'end' },
      }),
    );
  return dialogFrame(column(panels, { id: 'parentPanel' }));
}

function dialogButton(id: string, button: DialogButton | undefined, close: () => void): ViewSpec[] {
  if (!button) return [];
  const onTap = (): void => {
    button.onTap?.(); // first: it may read the fields of the dialog
    close();
  };
  return [textButton(button.text, onTap, { id })];
}

function dialogFrame(content: ViewSpec): ViewSpec {
  const inner = column([content], { className: 'android.widget.FrameLayout', id: 'android:id/content' });
  return column([column([inner], { className: 'android.widget.FrameLayout' })], {
    className: 'android.widget.FrameLayout',
    style: { background: palette.card, radiusDp: 24, border: palette.line },
  });
}

export function popupList(spec: DropDownSpec, choose: (index: number) => void): ViewSpec {
  const items = spec.options.map((option, index) =>
    text(option, {
      className: 'android.widget.CheckedTextView',
      id: 'android:id/text1',
      width: 'fill',
      paddingDp: [16, 13, 16, 13],
      checkable: true,
      checked: index === spec.selected,
      onTap: () => choose(index),
      ...(index === spec.selected ? { style: { background: palette.accentSoft } } : {}),
    }),
  );
  return column([scroll(items, { className: 'android.widget.ListView', height: 'fill' })], {
    paddingDp: 1,
    className: 'android.widget.FrameLayout',
    style: { background: palette.card, border: palette.faint, radiusDp: 6 },
  });
}

export function anrPanel(label: string, actions: { close: () => void; wait: () => void }): ViewSpec {
  const choice = (id: string, words: string, onTap: () => void): ViewSpec =>
    textButton(words, onTap, { id, width: 'fill', style: { align: 'start' } });
  return dialogFrame(
    column(
      [
        text(`${label} isn't responding`, {
          id: 'android:id/alertTitle',
          style: { sizeSp: 20, bold: true },
          width: 'fill',
        }),
        choice('android:id/aerr_close', 'Close app', actions.close),
        choice('android:id/aerr_wait', 'Wait', actions.wait),
      ],
      { id: 'android:id/parentPanel', paddingDp: 20, gapDp: 10 },
    ),
  );
}

export function toast(words: string): ViewSpec {
  return column([text(words, { id: 'android:id/message', style: { color: palette.white, sizeSp: 14 } })], {
    width: 'wrap',
    paddingDp: [20, 12, 20, 12],
    style: { background: 0x3a3d45, radiusDp: 22 },
  });
}

/** `leftDp` keeps clear of a cutout on the side. */
export function statusBar(clock: string, leftDp: number): ViewSpec {
  const words = (value: string, id: string): ViewSpec =>
    text(value, { id, style: { sizeSp: 13, bold: true }, ...(id === 'clock' ? { desc: clock } : {}) });
  return frameLayout(
    [
      row(
        [
          words(clock, 'clock'),
          column([], { weight: 1, height: 1, important: false }),
          row([], {
            className: 'android.view.View',
            id: 'battery',
            desc: 'Battery 100 percent.',
            width: 22,
            height: 10,
            style: { background: 0x3a3d45, radiusDp: 3 },
          }),
        ],
        { id: 'status_bar_contents', height: 'fill', paddingDp: [22 + leftDp, 0, 22, 0] },
      ),
    ],
    { id: 'status_bar' },
  );
}

export function navigationBar(gestures: boolean, press: { back: () => void; home: () => void }): ViewSpec {
  if (gestures) {
    const handle = column([], {
      id: 'home_handle',
      className: 'android.view.View',
      width: 120,
      height: 4,
      style: { background: palette.soft, radiusDp: 2 },
    });
    return frameLayout([stack([handle], { height: 'fill', style: { align: 'center' } })], {
      id: 'navigation_bar_frame',
    });
  }
  const key = (id: string, desc: string, onTap: () => void): ViewSpec =>
    iconButton(desc, onTap, { id, style: { background: palette.page } });
  return frameLayout(
    [
      row(
        [
          stack([key('back', 'Back', press.back)], { weight: 1, style: { align: 'center' } }),
          stack([key('home', 'Home', press.home)], { weight: 1, style: { align: 'center' } }),
          stack([key('recent_apps', 'Overview', () => {})], { weight: 1, style: { align: 'center' } }),
        ],
        { height: 'fill' },
      ),
    ],
    { id: 'navigation_bar_frame', style: { background: palette.page } },
  );
}

/** Without a code. Ids as AOSP's SystemUI has them. */
export function lockScreen(clock: string, date: string): ViewSpec {
  return frameLayout(
    [
      column(
        [
          text(clock, { id: 'lockscreen_clock_view', style: { sizeSp: 40, color: palette.white } }),
          text(date, { id: 'keyguard_status_area', style: { sizeSp: 16, color: palette.white } }),
          text('Swipe up to open', { id: 'keyguard_indication_text', style: { color: palette.white } }),
        ],
        { id: 'keyguard_status_view', height: 'fill', paddingDp: [24, 96, 24, 24], gapDp: 12 },
      ),
    ],
    { id: 'notification_shade', style: { background: 0x23262d } },
  );
}

export function shade(clock: string, date: string): ViewSpec {
  return frameLayout(
    [
      column(
        [
          text(clock, { id: 'clock', style: { sizeSp: 28, color: palette.white } }),
          text(date, { id: 'date', style: { sizeSp: 16, color: palette.white } }),
          text('No notifications', { id: 'no_notifications', style: { color: palette.white } }),
        ],
        { id: 'notification_panel', height: 'fill', paddingDp: [24, 48, 24, 24], gapDp: 12 },
      ),
    ],
    { id: 'notification_shade', style: { background: 0x23262d } },
  );
}
