/**
 * What an app says about one view: class, content, layout in dp and what happens when it is touched.
 * Widgets build these, `layout.ts` places them; the values of fields and scrollers live in `view-state.ts`.
 */

/** dp, all that is offered, or as much as the content needs. */
export type Length = number | 'fill' | 'wrap';
/** 0xRRGGBB. */
export type Color = number;
/** How a view is drawn and, for fields and sliders, how it behaves. */
export type Look =
  | 'plain'
  | 'text'
  | 'button'
  | 'field'
  | 'switch'
  | 'checkbox'
  | 'radio'
  | 'slider'
  | 'progress'
  | 'busy'
  | 'image'
  | 'key'
  | 'dropdown';

export interface Style {
  readonly background?: Color;
  readonly color?: Color;
  readonly sizeSp?: number;
  readonly bold?: boolean;
  readonly border?: Color;
  readonly radiusDp?: number;
  /** How texts and children stand across the direction of the layout. */
  readonly align?: 'start' | 'center' | 'end';
}

export interface FieldSpec {
  readonly initial?: string;
  readonly password?: boolean;
  readonly multiLine?: boolean;
  readonly maxLength?: number;
  /** The keyboard shows digits. */
  readonly numeric?: boolean;
  /** What the app makes of the text at each change: groups of digits, capitals. */
  readonly format?: (text: string) => string;
  /** Once it is full the next field of the window gets the focus, as boxes of a one-time code do. */
  readonly passesOn?: boolean;
  /** The app gives the focus to the next field of the window at once. */
  readonly yields?: boolean;
  readonly onChange?: (text: string) => void;
  /** Enter or the action key of the keyboard; without it a single line field only hides the keyboard. */
  readonly onSubmit?: () => void;
  /** The field of a number picker: Enter ends its focus, and it holds what the picker makes of the text. */
  readonly commits?: (typed: string) => string;
}

export interface SliderSpec {
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly value: number;
  readonly set: (value: number) => void;
}

/** Values that a vertical swipe turns through. */
export interface WheelSpec {
  readonly min: number;
  readonly max: number;
  readonly value: number;
  readonly set: (value: number) => void;
}

export interface DropDownSpec {
  readonly options: readonly string[];
  readonly selected: number;
  readonly set: (index: number) => void;
}

/** A list that builds only the rows on the screen, all of one height. */
export interface RowsSpec {
  readonly count: number;
  readonly rowHeightDp: number;
  readonly row: (index: number) => ViewSpec;
}

export interface ViewSpec {
  readonly className: string;
  readonly look: Look;
  /** `name` becomes `package:id/name`; one with a colon or a leading `#` (raw, without the `#`) is kept. */
  readonly id?: string;
  /** Name under which scroll position and field text are kept; the id serves when it is left out. */
  readonly key?: string;
  readonly text?: string;
  readonly desc?: string;
  /** Drawn but not reported: what custom drawn views paint. */
  readonly caption?: string;
  readonly hint?: string;
  readonly width?: Length;
  readonly height?: Length;
  readonly minHeightDp?: number;
  /** Share of what the parent has left along its direction. */
  readonly weight?: number;
  readonly paddingDp?: number | readonly [left: number, top: number, right: number, bottom: number];
  readonly gapDp?: number;
  readonly direction?: 'column' | 'row' | 'row-reverse' | 'stack' | 'absolute';
  /** A grid of this many equal columns. */
  readonly columns?: number;
  /** Place inside an `absolute` parent, dp. */
  readonly at?: { readonly x: number; readonly y: number };
  /** Drawn after, and touched before, siblings with less; among equals the one listed last is. */
  readonly elevation?: number;
  readonly style?: Style;
  readonly enabled?: boolean;
  readonly checkable?: boolean;
  readonly checked?: boolean;
  readonly selected?: boolean;
  /** Overrides what follows from the handlers. */
  readonly clickable?: boolean;
  readonly longClickable?: boolean;
  readonly scrollable?: boolean;
  readonly focusable?: boolean;
  readonly important?: boolean;
  /** Laid out with no area, as some tab labels are. */
  readonly zeroArea?: boolean;
  readonly gone?: boolean;
  readonly heading?: boolean;
  readonly error?: string;
  readonly paneTitle?: string;
  readonly stateDescription?: string;
  readonly testTag?: string;
  /** Reported as the value range of the node; a slider reports its own. */
  readonly range?: { readonly min: number; readonly max: number; readonly value: number };
  /** Changes by itself all the time, so that the screen never idles. */
  readonly animating?: boolean;
  readonly scroll?: 'vertical' | 'horizontal';
  readonly rows?: RowsSpec;
  readonly field?: FieldSpec;
  readonly slider?: SliderSpec;
  readonly wheel?: WheelSpec;
  readonly dropDown?: DropDownSpec;
  readonly onTap?: () => void;
  readonly onLongTap?: () => void;
  readonly children?: readonly ViewSpec[];
}
