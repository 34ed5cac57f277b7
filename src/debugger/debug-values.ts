/** Values of a stopped app, as every debugger backend gives them. */
export interface DebugValue {
  readonly name: string;
  readonly type: string;
  /** Primitives as text, `null`, strings in quotes; of an object its type and id. */
  readonly value: string;
  /** The backend's own name for what has fields or elements, valid until the program runs again. */
  readonly objectKey: string | null;
  /** What a person reads, from fields alone. */
  readonly preview: string | null;
  readonly truncated: boolean;
}

export interface DebugValues {
  readonly values: readonly DebugValue[];
  readonly total: number | null;
}

export interface DebugLocals extends DebugValues {
  readonly availability: 'available' | 'unavailable' | 'unknown';
  /** Why it is not `available`: EMPTY_OR_UNAVAILABLE_VARIABLE_METADATA, or words of the backend. */
  readonly reason: string | null;
}

export interface DebugChildren extends DebugValues {
  readonly kind: 'fields' | 'elements';
}

/** How much of a value is told. */
export interface ValueBudget {
  /** Levels of nested objects, 0 to 3. */
  readonly depth: number;
  readonly maxChars: number;
}

export interface Slice {
  readonly offset: number;
  readonly limit: number;
}
