/** What views tell accessibility services. */
/**
 * A view that was given another value (ProgressBar#onInitializeAccessibilityEventInternal): since Android 11 as a change of
 * the percentage that it describes, before as a selection.
 */
export interface AccessibilityEvent {
  readonly type: 'TYPE_VIEW_SELECTED' | 'TYPE_WINDOW_CONTENT_CHANGED';
  readonly contentChange: 'CONTENT_CHANGE_TYPE_STATE_DESCRIPTION' | null;
  readonly packageName: string;
  readonly className: string;
  readonly itemCount: number;
  readonly currentItemIndex: number;
}

/** Hear what views tell, while a service is connected. */
export type AccessibilityListeners = Set<(event: AccessibilityEvent) => void>;
