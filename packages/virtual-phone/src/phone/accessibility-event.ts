/** What views tell accessibility services. */
/** A view that was given another value (ProgressBar#onInitializeAccessibilityEventInternal). */
export interface AccessibilityEvent {
  readonly type: 'TYPE_VIEW_SELECTED';
  readonly packageName: string;
  readonly className: string;
  readonly itemCount: number;
  readonly currentItemIndex: number;
}
