/** What views tell accessibility services. */
/** A view that was given another value (ProgressBar#onInitializeAccessibilityEventInternal). */
export interface AccessibilityEvent {
  readonly type: 'TYPE_VIEW_SELECTED';
  readonly packageName: string;
  readonly className: string;
  readonly itemCount: number;
  readonly currentItemIndex: number;
}

/** Hear what views tell, while a service is connected. */
export type AccessibilityListeners = Set<(event: AccessibilityEvent) => void>;
