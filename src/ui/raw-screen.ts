/**
 * What an adapter hands to the model: the nodes as the platform gave them, in one vocabulary.
 * `build-tree.ts` turns it into a UiTree; parsers of platform formats live with their adapters.
 */
import type { Bounds, ReadSource, Rotation, WindowKind } from './ui-tree.ts';

export interface RawNode {
  /** Android class (`android.widget.Button`) or AX type, unchanged; '' when the platform gave none. */
  readonly type: string;
  readonly text?: string;
  readonly description?: string;
  readonly identifier?: string;
  readonly hint?: string;
  /** Owning package or process, when the platform says so. */
  readonly packageName?: string;
  /** As dumped, unclipped and unchecked: may be empty or inverted. In the unit that input takes. */
  readonly bounds: Bounds;
  readonly clickable?: boolean;
  readonly longClickable?: boolean;
  readonly scrollable?: boolean;
  readonly focusable?: boolean;
  readonly checkable?: boolean;
  readonly editable?: boolean;
  readonly enabled?: boolean;
  /** false when the platform says that a user cannot see it. */
  readonly displayed?: boolean;
  readonly checked?: boolean;
  readonly selected?: boolean;
  readonly focused?: boolean;
  readonly expanded?: boolean;
  readonly password?: boolean;
  readonly heading?: boolean;
  readonly error?: string;
  readonly paneTitle?: string;
  readonly stateDescription?: string;
  /** AXValue and kin: only what the platform reports as a value, unchanged. */
  readonly value?: string | number | boolean | null;
  readonly valueRange?: { readonly min: number; readonly max: number };
  /** iOS subrole and traits; empty on Android. */
  readonly subrole?: string;
  readonly traits?: readonly string[];
  /** Among the children of its parent, from 1; 0 where the platform does not know. What is drawn later lies over the rest. */
  readonly drawingOrder?: number;
  /** Found by probing a point rather than by walking the tree. */
  readonly probed?: boolean;
  readonly children: readonly RawNode[];
}

export interface RawWindow {
  /** What the platform says of the window; 'unknown' lets the model work it out from its content. */
  readonly kind: WindowKind | 'unknown';
  readonly title?: string | undefined;
  readonly bounds?: Bounds | undefined;
  /** Higher is nearer to the eye. Windows without a layer keep the order they are listed in, last on top. */
  readonly layer?: number | undefined;
  readonly active?: boolean | undefined;
  readonly focused?: boolean | undefined;
  readonly displayId: number;
  readonly roots: readonly RawNode[];
}

export interface RawScreen {
  readonly platform: 'android' | 'ios';
  readonly windows: readonly RawWindow[];
  readonly rotation: Rotation;
  /** Size of the effective display in the unit that input takes; null when the read did not tell. */
  readonly size: { readonly width: number; readonly height: number } | null;
  readonly foreground: {
    readonly appId: string | null;
    readonly activity: string | null;
    readonly focusedWindow: string | null;
  } | null;
  readonly source: ReadSource;
  /** Facts that the reader found out and that weigh on how far to trust the tree. */
  readonly qualityWarnings: readonly string[];
  /** What was odd about the reading and takes nothing from it. */
  readonly notes?: readonly string[];
}
