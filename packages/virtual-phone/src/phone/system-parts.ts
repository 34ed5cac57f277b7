/** The running phone put together: state, apps, tasks, windows, touch and keys, wired to each other. Servers use `phone.ts`. */
import type { Activity, ActivityHost } from './activity.ts';
import type { AppDefinition, Thrown } from './app-types.ts';
import { Cover, noOverlays } from './cover.ts';
import type { DeviceState } from './device-state.ts';
import { Dpad } from './dpad.ts';
import { javaCrash, logUnresponsive, nativeCrash } from './incidents.ts';
import { walk } from './layout.ts';
import { linkChooser } from './link-chooser.ts';
import { PERMISSION_CONTROLLER, permissionController, permissionPrompt } from './permission-prompt.ts';
import { type PhoneUser, PhoneUsers } from './phone-users.ts';
import { Processes } from './processes.ts';
import { RunningApp } from './running-app.ts';
import { Tasks } from './tasks.ts';
import { Touch } from './touch.ts';
import { Typing } from './typing.ts';
import { type Overlays, type ShownWindow, Windows } from './windows.ts';

const TOAST_MS = 2_000;
/** The input dispatcher's patience. */
const ANR_AFTER_MS = 5_000;

export class SystemParts {
  readonly state: DeviceState;
  /** Of the owner. */
  readonly apps: Map<string, RunningApp>;
  readonly users: PhoneUsers;
  readonly #known: readonly RunningApp[];
  readonly processes: Processes;
  readonly tasks: Tasks;
  readonly overlays: Overlays = noOverlays();
  readonly cover: Cover;
  readonly windows: Windows;
  readonly typing: Typing;
  readonly touch: Touch;
  readonly dpad: Dpad;
  readonly #waitingForAnr = new Set<RunningApp>();

  constructor(state: DeviceState, definitions: readonly AppDefinition[], users: readonly PhoneUser[] = []) {
    this.state = state;
    this.cover = new Cover(state, this.overlays);
    const all = [...definitions, permissionController];
    const known = all.map((definition) => new RunningApp(definition));
    this.#known = [...known, new RunningApp(linkChooser)];
    this.users = new PhoneUsers(users, all);
    this.apps = new Map(known.map((app) => [app.definition.packageName, app]));
    this.processes = new Processes(state, () => [...this.apps.values(), ...this.users.others()]);
    this.tasks = new Tasks(state, (user) => this.appsOf(user), this.processes, this.#host());
    this.windows = new Windows(state, this.tasks, this.overlays, {
      back: () => this.back(),
      home: () => this.home(),
      type: (text) => void this.typing.type(text),
      delete: () => this.typing.deleteBack(),
      action: () => this.typing.submit(),
      closeAnr: () => this.#endAnr(true),
      waitAnr: () => this.#endAnr(false),
    });
    const unanswered = (window: ShownWindow): void => {
      if (window.owner) this.#awaitAnr(window.owner.app);
    };
    this.typing = new Typing(state, this.windows, this.overlays, unanswered);
    this.touch = new Touch({
      state,
      windows: this.windows,
      typing: this.typing,
      overlays: this.overlays,
      back: () => this.back(),
      home: () => this.home(),
      unanswered,
    });
    this.dpad = new Dpad({ state, windows: this.windows, typing: this.typing, touch: this.touch });
  }

  appsOf(user: number): ReadonlyMap<string, RunningApp> {
    return user === 0 ? this.apps : this.users.appsOf(user);
  }

  /** The app of this user, or of every user that has it. */
  named(packageName: string, user: number | 'all'): readonly RunningApp[] {
    const users = user === 'all' ? this.users.list.map(({ id }) => id) : [user];
    return users.flatMap((id) => this.appsOf(id).get(packageName) ?? []);
  }

  /** Keyboard, pop-up, dialog, activity: the first of them that is there goes. */
  back(): void {
    const { overlays, tasks } = this;
    const { top } = tasks;
    if (overlays.locked) return;
    if (overlays.shadeOpen) overlays.shadeOpen = false;
    else if (overlays.anr) return;
    else if (overlays.keyboardShown) overlays.keyboardShown = false;
    else if (!top) return;
    else if (top.app.frozen) this.#awaitAnr(top.app);
    else if (top.popup) top.popup = null;
    else if (top.dialogs.length > 0) {
      if (top.dialogs.at(-1)?.spec.cancelable !== false) top.closeDialog();
    } else if (tasks.front?.activities.length === 1) {
      if (!top.app.definition.home) tasks.leave(top);
    } else tasks.finish(top);
    this.state.transition();
  }

  home(): void {
    if (this.overlays.locked) return;
    this.overlays.keyboardShown = false;
    this.overlays.shadeOpen = false;
    this.tasks.home();
  }

  crash(app: RunningApp, thrown: Thrown): void {
    if (!app.process) return;
    javaCrash(this.state, this.processes, { app, thrown, component: this.#component(app) });
    this.#gone(app);
  }

  nativeCrash(app: RunningApp, message: string): void {
    if (!app.process) return;
    nativeCrash(this.state, this.processes, { app, message, component: this.#component(app) });
    this.#gone(app);
  }

  /** As a shell makes it crash, without a cause in the app. */
  crashFromOutside(app: RunningApp, native: boolean, message: string): void {
    if (native) {
      this.nativeCrash(app, message);
      return;
    }
    const frames = [`${app.definition.packageName}.MainThread.run(MainThread.kt:27)`];
    this.crash(app, { type: 'java.lang.IllegalStateException', message, frames });
  }

  setInstalledFor(packageName: string, installed: boolean, user: number | 'all'): boolean {
    const users = user === 'all' ? this.users.list.map(({ id }) => id) : [user];
    return users.map((id) => this.#setInstalled(packageName, installed, id)).some((done) => done);
  }

  #setInstalled(packageName: string, installed: boolean, user: number): boolean {
    if (user === 0) return this.setInstalled(packageName, installed);
    if (installed) return this.users.add(packageName, user) !== null;
    const app = this.users.appsOf(user).get(packageName);
    if (!app) return false;
    this.stop(app);
    this.users.remove(app);
    return true;
  }

  setInstalled(packageName: string, installed: boolean): boolean {
    const app = this.#known.find(({ definition }) => definition.packageName === packageName);
    if (!app || app.definition.home) return false;
    if (installed) this.apps.set(packageName, app);
    else {
      this.stop(app);
      app.clear();
      this.apps.delete(packageName);
    }
    this.state.transition();
    return true;
  }

  stop(app: RunningApp): void {
    this.processes.end(app, { reason: 'USER_REQUESTED', description: 'stop by user request' });
    this.#gone(app);
  }

  /** The process goes; what the app had on the back stack starts from scratch when it is seen again. */
  kill(app: RunningApp): void {
    this.processes.end(app, { reason: 'LOW_MEMORY', description: 'low memory' });
    for (const activity of this.#activitiesOf(app)) activity.forget();
    if (this.tasks.top?.app === app) this.#gone(app);
    this.state.changed();
  }

  makeUnresponsive(app: RunningApp): void {
    if (!app.process) return;
    app.frozen = true;
    this.#showAnr(app);
  }

  isAnimating(): boolean {
    if (this.state.moving) return true;
    const { top } = this.tasks;
    if (!top || !this.state.display(0)?.on) return false;
    if (!top.drawn || (top.ticking && !top.app.frozen)) return true;
    for (const window of this.windows.shown())
      for (const box of walk(window.root)) if (box.spec.animating) return true;
    return false;
  }

  /** Everything gone but data. */
  powerOff(): void {
    this.state.stopTimers();
    this.tasks.clear();
    this.processes.restart();
    this.#waitingForAnr.clear();
    Object.assign(this.overlays, noOverlays());
  }

  #gone(app: RunningApp): void {
    this.#waitingForAnr.delete(app);
    if (this.overlays.anr?.app === app) this.overlays.anr = null;
    const front = this.tasks.top?.app === app;
    this.tasks.removeApp(app);
    if (front) this.overlays.keyboardShown = false;
    this.state.transition();
  }

  #awaitAnr(app: RunningApp): void {
    if (this.#waitingForAnr.has(app)) return;
    this.#waitingForAnr.add(app);
    this.state.after(ANR_AFTER_MS, () => {
      if (this.#waitingForAnr.delete(app) && app.frozen) this.#showAnr(app);
    });
  }

  #showAnr(app: RunningApp): void {
    if (this.overlays.anr) return;
    const component = this.#component(app);
    logUnresponsive(this.state, app, component);
    this.overlays.anr = { token: this.state.hash(), app, component };
    this.overlays.keyboardShown = false;
    this.state.transition();
  }

  #endAnr(close: boolean): void {
    const { anr } = this.overlays;
    if (!anr) return;
    this.overlays.anr = null;
    anr.app.frozen = false;
    if (close) {
      this.processes.end(anr.app, { reason: 'ANR', description: 'user request after error' });
      this.#gone(anr.app);
    }
    this.state.transition();
  }

  #activitiesOf(app: RunningApp): readonly Activity[] {
    return this.tasks.list.flatMap((task) => task.activities.filter((activity) => activity.app === app));
  }

  #component(app: RunningApp): string {
    return this.#activitiesOf(app).at(-1)?.shortComponent ?? app.definition.packageName;
  }

  #host(): ActivityHost {
    return {
      startFrom: (from, target, extras) => {
        const [packageName, activity] = target.includes('/')
          ? target.split('/')
          : [from.app.definition.packageName, target];
        const name = activity === undefined || activity === '' ? null : activity;
        this.overlays.keyboardShown = false;
        this.tasks.launch({ packageName: packageName ?? '', activity: name, extras, from });
      },
      finish: (activity) => {
        this.overlays.keyboardShown = false;
        this.tasks.finish(activity);
      },
      askPermission: (from, name, answered) => this.#askPermission(from, name, answered),
      toast: (from, text) => this.#toast(from, text),
      hideKeyboard: () => {
        this.overlays.keyboardShown = false;
      },
      inFront: (activity) => this.tasks.top === activity,
      crash: (app, thrown) => this.crash(app, thrown),
      launchable: () =>
        this.#known
          .filter(({ definition }) => this.apps.has(definition.packageName))
          .filter(({ definition }) => !definition.home && definition.activities.some((a) => a.launcher))
          .map(({ definition }) => ({ packageName: definition.packageName, label: definition.label })),
    };
  }

  #askPermission(from: Activity, name: string, answered: (granted: boolean) => void): void {
    if (from.app.asked(name)) {
      answered(from.app.granted(name));
      return;
    }
    const controller = this.apps.get(PERMISSION_CONTROLLER);
    if (!controller) return;
    const prompt = permissionPrompt(from.app.definition.label, name, (granted) => {
      const { top } = this.tasks;
      if (top?.definition === prompt) this.tasks.finish(top);
      from.app.grant(name, granted);
      answered(granted);
    });
    this.tasks.push(from, controller, prompt);
  }

  #toast(from: Activity, text: string): void {
    const shown = { token: this.state.hash(), packageName: from.app.definition.packageName, text };
    this.overlays.toasts = [...this.overlays.toasts, shown];
    this.state.changed();
    this.state.after(TOAST_MS, () => {
      this.overlays.toasts = this.overlays.toasts.filter((other) => other !== shown);
      this.state.changed();
    });
  }
}
