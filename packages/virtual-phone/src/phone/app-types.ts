/** What an app of the virtual phone is made of, and what the phone offers to its screens. The apps are in `../apps`. */
import type { Clock } from '@mobile-debug/core/clock.ts';
import type { LogLine } from './phone-types.ts';
import type { ViewSpec } from './view-spec.ts';

/** A value that an app keeps; compared by identity, made anew by `initial` when it was cleared. */
export interface DataKey<T> {
  readonly name: string;
  readonly initial: () => T;
}

export interface DialogSpec {
  readonly title?: string;
  readonly message?: string;
  readonly body?: () => ViewSpec;
  readonly positive?: DialogButton;
  readonly negative?: DialogButton;
  readonly neutral?: DialogButton;
  /** Whether back or a tap beside it closes the dialog; true when left out. */
  readonly cancelable?: boolean;
}

/** Calls `onTap`, which may still read the dialog's fields, then closes the dialog. */
export interface DialogButton {
  readonly text: string;
  readonly onTap?: () => void;
}

export interface Thrown {
  /** Full class name of the exception. */
  readonly type: string;
  readonly message: string;
  /** Innermost first: `com.example.Cart.total(Cart.kt:41)`. The phone appends the frames of the platform. */
  readonly frames: readonly string[];
  readonly cause?: Thrown;
}

export interface HttpExchange {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly delayMs: number;
  /** Size of the answer's body. */
  readonly sizeBytes: number;
  /** Runs when the answer is there, unless the screen is gone. */
  readonly answered: () => void;
}

/** One activity's view of the phone. Handlers and timers may change any state they close over: the phone redraws. */
export interface Screen {
  readonly packageName: string;
  readonly clock: Clock;
  readonly extras: Readonly<Record<string, string>>;
  /** Kept until the app's data are cleared. */
  data<T>(key: DataKey<T>): T;
  /** Kept until the process ends. */
  memory<T>(key: DataKey<T>): T;
  /** Short (`.DetailActivity`) or full name in this app, or `package/name` of another. */
  start(activity: string, extras?: Readonly<Record<string, string>>): void;
  finish(): void;
  /** Timers end with the activity. The returned function cancels. */
  after(ms: number, fire: () => void): () => void;
  every(ms: number, fire: () => void): () => void;
  log(priority: LogLine['priority'], tag: string, message: string): void;
  toast(text: string): void;
  dialog(spec: DialogSpec): void;
  closeDialog(): void;
  /** Asks the person once; later calls answer at once with what was said. */
  requestPermission(name: string, answered: (granted: boolean) => void): void;
  fieldText(id: string): string;
  setFieldText(id: string, text: string): void;
  focus(id: string): void;
  hideKeyboard(): void;
  setting(namespace: 'system' | 'secure' | 'global', key: string): string | null;
  putSetting(namespace: 'system' | 'secure' | 'global', key: string, value: string): void;
  /** Logs the exchange as OkHttp's logging interceptor does. */
  http(exchange: HttpExchange): void;
  crash(thrown: Thrown): void;
  /** Stops answering input; five seconds after the next touch the phone says so. */
  freeze(): void;
  /** The same sequence for the same seed, 0..1. */
  random(): number;
  /** What the launcher shows: packages with a launcher activity and their labels. */
  readonly launchable: readonly { readonly packageName: string; readonly label: string }[];
}

export interface ActivityDefinition {
  /** Full class name. */
  readonly name: string;
  readonly exported: boolean;
  readonly launcher: boolean;
  /** Action bar text; no action bar without it. */
  readonly title?: string;
  /** The app below stays in sight: permission prompts. */
  readonly floating?: boolean;
  readonly secure?: boolean;
  /** Behind the content and the bars, 0xRRGGBB. */
  readonly background?: number;
  /** Turns the phone on its side for as long as it is in front. */
  readonly landscape?: boolean;
  /** Shrinks above the keyboard instead of being covered. */
  readonly resizes?: boolean;
  /** Called once per instance; state lives in what it closes over. The result draws the content, again and again. */
  readonly create: (screen: Screen) => () => ViewSpec;
}

export interface AppDefinition {
  readonly packageName: string;
  readonly label: string;
  readonly uid: number;
  readonly versionName: string;
  readonly versionCode: number;
  readonly debuggable: boolean;
  readonly system: boolean;
  /** Requested permissions and whether they are granted from the start. */
  readonly permissions: Readonly<Record<string, boolean>>;
  readonly activities: readonly ActivityDefinition[];
  /** What the home key shows. */
  readonly home?: boolean;
}

export function dataKey<T>(name: string, initial: () => T): DataKey<T> {
  return { name, initial };
}
