/** The on-screen keyboard: its keys as views. What a key does is told to it; the fields belong to the windows. */
import type { ViewSpec } from './view-spec.ts';
import { column, palette, row } from './widgets.ts';

export const KEYBOARD_PACKAGE = 'com.android.inputmethod.latin';
export const KEYBOARD_HEIGHT_DP = 268;

export interface KeyboardActions {
  readonly type: (text: string) => void;
  readonly delete: () => void;
  readonly action: () => void;
}

export function keyboardViews(actions: KeyboardActions, numbers: boolean): ViewSpec {
  const rows = numbers ? ['123', '456', '789', '.0-'] : ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
  const key = (label: string, desc: string, onTap: () => void, weight = 1): ViewSpec => ({
    className: 'android.widget.FrameLayout',
    look: 'key',
    text: label,
    desc,
    weight,
    height: 'fill',
    focusable: false,
    onTap,
    style: { background: palette.card, radiusDp: 6, sizeSp: 20, align: 'center' },
  });
  const letters = rows.map((line, index) => {
    const keys = [...line].map((char) => key(char, char, () => actions.type(char)));
    if (index === 2) keys.push(key('<', 'Delete', actions.delete, 1.5));
    return row(keys, { weight: 1, gapDp: 4 });
  });
  const last = row(
    [
      key(',', 'Comma', () => actions.type(',')),
      key(' ', 'Space', () => actions.type(' '), 5),
      key('.', 'Period', () => actions.type('.')),
      key('Done', 'Done', actions.action, 2),
    ],
    { weight: 1, gapDp: 4 },
  );
  return column(
    [column([...letters, last], { id: 'keyboard_view', height: 'fill', paddingDp: 5, gapDp: 7 })],
    {
      className: 'android.widget.FrameLayout',
      id: 'android:id/inputArea',
      height: 'fill',
      paddingDp: [0, 4, 0, 24],
      style: { background: 0xd8dae3 },
    },
  );
}
