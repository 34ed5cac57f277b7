/** One activity on the back stack: its views, dialogs and timers, and the phone as its screen sees it. */
import type { ActivityDefinition, DialogSpec, Screen } from './app-types.ts';
import type { DeviceState } from './device-state.ts';
import { logExchange } from './http-log.ts';
import type { LogLine, Rect } from './phone-types.ts';
import type { RunningApp } from './running-app.ts';
import { edited } from './text-edit.ts';
import { TimerSet } from './timer-set.ts';
import type { DropDownSpec, ViewSpec } from './view-spec.ts';
import { ViewState } from './view-state.ts';

export interface OpenDialog {
  readonly token: string;
  readonly spec: DialogSpec;
  readonly views: ViewState;
}

export interface OpenPopup {
  readonly token: string;
  readonly anchor: Rect;
  readonly spec: DropDownSpec;
  readonly views: ViewState;
}

/** How often a timer of a hanging main thread looks whether it goes on. */
const FROZEN_RETRY_MS = 100;

/** What activities ask of the rest of the phone. */
export interface ActivityHost {
  startFrom(from: Activity, target: string, extras: Readonly<Record<string, string>>): void;
  finish(activity: Activity): void;
  askPermission(from: Activity, name: string, answered: (granted: boolean) => void): void;
  toast(from: Activity, text: string): void;
  hideKeyboard(): void;
  inFront(activity: Activity): boolean;
  crash: (app: RunningApp, thrown: Parameters<Screen['crash']>[0]) => void;
  launchable(): Screen['launchable'];
}

export class Activity {
  readonly token: string;
  readonly recordHash: string;
  readonly app: RunningApp;
  readonly definition: ActivityDefinition;
  readonly extras: Readonly<Record<string, string>>;
  views = new ViewState();
  dialogs: OpenDialog[] = [];
  popup: OpenPopup | null = null;
  /** The first frame is drawn; before that the window shows the app's splash screen. */
  drawn: boolean;
  #content: (() => ViewSpec) | null = null;
  readonly #timers = new TimerSet((ms, fire) => this.#state.after(ms, fire));
  readonly #state: DeviceState;
  readonly #host: ActivityHost;
  #ticking = 0;
  #ended: boolean;

  constructor(
    state: DeviceState,
    host: ActivityHost,
    of: { app: RunningApp; definition: ActivityDefinition; extras: Readonly<Record<string, string>> },
  ) {
    this.drawn = false;
    this.#ended = false;
    this.#state = state;
    this.#host = host;
    this.app = of.app;
    this.definition = of.definition;
    this.extras = of.extras;
    this.token = state.hash();
    this.recordHash = state.hash();
  }

  /** `pkg/full.Activity`. */
  get component(): string {
    return `${this.app.definition.packageName}/${this.definition.name}`;
  }

  /** `pkg/.Activity` where the class is in the package. */
  get shortComponent(): string {
    return shortComponent(this.component);
  }

  /** Changes by itself at least once a second. */
  get ticking(): boolean {
    return this.#ticking > 0;
  }

  /** The first frame: the app's code runs from here on. */
  begin(): void {
    this.drawn = true;
    this.#content ??= this.definition.create(this.#screen());
  }

  content(): ViewSpec {
    this.#content ??= this.definition.create(this.#screen());
    return this.#content();
  }

  /** The process died: the record stays, the instance starts from scratch when it is seen again. */
  forget(): void {
    this.stopTimers();
    this.#content = null;
    this.views = new ViewState();
    this.dialogs = [];
    this.popup = null;
    this.#ticking = 0;
  }

  end(): void {
    this.#ended = true;
    this.forget();
  }

  stopTimers(): void {
    this.#timers.stop();
  }

  closeDialog(dialog = this.dialogs.at(-1)): void {
    this.dialogs = this.dialogs.filter((open) => open !== dialog);
    this.#host.hideKeyboard();
    this.#state.transition();
  }

  #timer(ms: number, fire: () => void): () => void {
    if (this.#ended) return () => {};
    return this.#timers.start(ms, fire);
  }

  #after(ms: number, fire: () => void): () => void {
    let cancel = (): void => {};
    const due = (): void => {
      if (this.app.frozen) {
        cancel = this.#timer(FROZEN_RETRY_MS, due);
        return;
      }
      fire();
      this.#state.changed();
    };
    cancel = this.#timer(ms, due);
    return () => cancel();
  }

  /** Stands still while the activity is not in front or its main thread hangs. */
  #every(ms: number, fire: () => void): () => void {
    if (ms <= 1_000) this.#ticking++;
    let cancel = (): void => {};
    const again = (): void => {
      cancel = this.#timer(ms, () => {
        again();
        if (!this.#host.inFront(this) || this.app.frozen) return;
        fire();
        this.#state.changed();
      });
    };
    again();
    return () => {
      cancel();
      if (ms <= 1_000) this.#ticking = Math.max(0, this.#ticking - 1);
    };
  }

  #log(priority: LogLine['priority'], tag: string, message: string): void {
    const { process } = this.app;
    const pid = process?.pid ?? 0;
    this.#state.log.append({ uid: this.app.uid, pid, tid: pid, priority, tag, message, buffer: 'main' });
  }

  #viewsOf(id: string): ViewState {
    const dialog = this.dialogs.at(-1);
    return dialog?.views.fields.has(id) ? dialog.views : this.views;
  }

  #screen(): Screen {
    const state = this.#state;
    const host = this.#host;
    return {
      packageName: this.app.definition.packageName,
      clock: state.clock,
      extras: this.extras,
      data: (key) => this.app.data(key),
      memory: (key) => this.app.memory(key),
      start: (target, extras = {}) => host.startFrom(this, target, extras),
      finish: () => host.finish(this),
      after: (ms, fire) => this.#after(ms, fire),
      every: (ms, fire) => this.#every(ms, fire),
      log: (priority, tag, message) => this.#log(priority, tag, message),
      toast: (text) => host.toast(this, text),
      dialog: (spec) => {
        this.dialogs = [...this.dialogs, { token: state.hash(), spec, views: new ViewState() }];
        state.transition();
      },
      closeDialog: () => this.closeDialog(),
      requestPermission: (name, answered) => host.askPermission(this, name, answered),
      fieldText: (id) => this.#viewsOf(id).fields.get(id)?.text ?? '',
      setFieldText: (id, value) => {
        this.#viewsOf(id).fields.set(id, edited(value));
        state.changed();
      },
      focus: (id) => {
        this.views.focusField(id);
        state.changed();
      },
      hideKeyboard: () => host.hideKeyboard(),
      setting: (namespace, key) => state.settings.get(namespace, key),
      putSetting: (namespace, key, value) => state.settings.put(namespace, key, value),
      http: (exchange) => {
        const write = (message: string): void => this.#log('I', 'okhttp.OkHttpClient', message);
        logExchange(exchange, write, (ms, fire) => this.#after(ms, fire));
      },
      crash: (thrown) => host.crash(this.app, thrown),
      freeze: () => {
        this.app.frozen = true;
      },
      random: () => state.random(),
      get launchable() {
        return host.launchable();
      },
    };
  }
}

export function shortComponent(component: string): string {
  const [packageName = '', name = ''] = component.split('/');
  return name.startsWith(`${packageName}.`) ? `${packageName}/${name.slice(packageName.length)}` : component;
}
