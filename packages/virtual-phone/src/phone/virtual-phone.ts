/** The contract of `phone-types.ts` mapped onto the parts of the running phone; every rule lives in them. */
import type { Clock } from '@mobile-debug/core/clock.ts';
import type { AppDefinition } from './app-types.ts';
import type { DeviceState } from './device-state.ts';
import type { MaskStore } from './draw/font.ts';
import { drawScreen } from './draw/screen-shot.ts';
import { pastes, pressKey } from './keys.ts';
import type {
  AndroidVersion,
  DisplayState,
  InstalledPackage,
  LaunchOutcome,
  Phone,
  PhoneWindow,
  StartOptions,
} from './phone-types.ts';
import type { PhoneUser } from './phone-users.ts';
import { SystemParts } from './system-parts.ts';
import type { TimingProfile } from './timing.ts';
import { nodeOf } from './view-nodes.ts';

export class VirtualPhone implements Phone {
  readonly serial: string;
  readonly pinch: Phone['pinch'] = (x, y, scale, id = 0) => this.#parts.touch.pinch(x, y, scale, id);
  readonly setProgress: Phone['setProgress'] = (x, y, value) => this.#parts.touch.setProgress(x, y, value);
  readonly isAnimating: Phone['isAnimating'] = () => this.#parts.isAnimating();
  readonly keyboardShown: Phone['keyboardShown'] = () => this.#parts.overlays.keyboardShown;
  readonly tap: Phone['tap'] = (x, y, id = 0) => this.#parts.touch.tap(x, y, id);
  readonly longPress: Phone['longPress'] = (x, y, ms, id = 0) => this.#parts.touch.longPress(x, y, ms, id);
  readonly setRotation: Phone['setRotation'] = (rotation) => this.#state.rotate(rotation);
  readonly setOverrideSize: Phone['setOverrideSize'] = (override, id = 0) =>
    this.#state.setDisplay(id, { override });
  readonly setOverrideDensity: Phone['setOverrideDensity'] = (overrideDensity, id = 0) =>
    this.#state.setDisplay(id, { overrideDensity });
  readonly setInstalled: Phone['setInstalled'] = (name, installed, user = 0) =>
    this.#parts.setInstalledFor(name, installed, user);
  readonly version: AndroidVersion;
  readonly timing: TimingProfile;
  readonly clock: Clock;
  readonly cover: Phone['cover'];
  readonly crash: Phone['crash'] = (name, { native = false, message = 'Deliberate failure' } = {}) => {
    const app = this.#parts.apps.get(name);
    if (app) this.#parts.crashFromOutside(app, native, message);
  };
  readonly play: Phone['play'] = (pid, program) => this.#parts.processes.play(pid, program);
  readonly quirks: Phone['quirks'];
  readonly record: Phone['record'];
  readonly accessibility: Phone['accessibility'];
  readonly settings: Phone['settings'];
  readonly files: Phone['files'];
  readonly log: Phone['log'];
  readonly #state: DeviceState;
  readonly #parts: SystemParts;
  readonly #invertedBounds: boolean;
  readonly #masks: MaskStore = new Map();
  #bootId: string;

  constructor(
    state: DeviceState,
    options: {
      serial: string;
      apps: readonly AppDefinition[];
      users: readonly PhoneUser[];
      invertedBounds: boolean;
    },
  ) {
    this.serial = options.serial;
    this.#state = state;
    this.version = state.version;
    this.timing = state.timing;
    this.clock = state.clock;
    this.quirks = state.quirks;
    this.record = state.record;
    this.accessibility = state.accessibility;
    this.settings = state.settings;
    this.files = state.files;
    this.log = state.log;
    this.#invertedBounds = options.invertedBounds;
    this.#parts = new SystemParts(state, options.apps, options.users);
    this.cover = this.#parts.cover;
    this.#bootId = state.bootId();
    this.#parts.tasks.home();
  }

  get clockOffsetMs(): number {
    return this.#state.clockOffsetMs;
  }

  set clockOffsetMs(value: number) {
    this.#state.clockOffsetMs = value;
    this.#state.changed();
  }

  get clipboard(): string {
    return this.#state.clipboard;
  }

  set clipboard(text: string) {
    this.#state.clipboard = text;
  }

  get displays(): readonly DisplayState[] {
    return this.#state.displays;
  }

  get bootId(): string {
    return this.#bootId;
  }

  get packages(): ReadonlyMap<string, InstalledPackage> {
    return new Map([...this.#parts.apps].map(([name, app]) => [name, app.installed()]));
  }

  get users(): Phone['users'] {
    return this.#parts.users.list;
  }

  packagesOf(user: number): ReadonlyMap<string, InstalledPackage> {
    return new Map([...this.#parts.appsOf(user)].map(([name, app]) => [name, app.installed()]));
  }

  get processes(): Phone['processes'] {
    return this.#parts.processes.list();
  }

  get exits(): Phone['exits'] {
    return this.#parts.processes.exits;
  }

  get tasks(): Phone['tasks'] {
    return this.#parts.tasks.list.map(({ id, packageName, user, activities }) => ({
      id,
      packageName,
      user,
      activities: activities.map((activity) => activity.component),
    }));
  }

  get lastChangeMs(): number {
    return this.#state.lastChangeMs;
  }

  windows(displayId = 0): readonly PhoneWindow[] {
    const focused = displayId === 0 ? this.#parts.windows.focused() : undefined;
    return this.#parts.windows.shown(displayId).map((window) => {
      const { token, type, title, packageName, bounds, layer, secure, touchable, views, root } = window;
      const front = window === focused;
      const node = nodeOf(root, {
        packageName,
        views,
        invertedBounds: this.#invertedBounds,
        sdk: this.version.sdk,
      });
      return {
        token,
        type,
        title,
        packageName,
        bounds,
        layer,
        secure,
        touchable,
        displayId,
        user: window.owner?.app.user ?? 0,
        active: front,
        focused: front,
        root: node,
      };
    });
  }

  resumedActivity(): ReturnType<Phone['resumedActivity']> {
    const { front, top } = this.#parts.tasks;
    if (!front || !top || !this.#state.display(0)?.on) return null;
    return {
      packageName: top.app.definition.packageName,
      activity: top.component,
      taskId: front.id,
      user: top.app.user,
    };
  }

  swipe(...[x1, y1, x2, y2, durationMs, displayId = 0]: Parameters<Phone['swipe']>): void {
    this.#parts.touch.swipe({ x1, y1, x2, y2, durationMs }, displayId);
  }

  key(code: number, options: { readonly longPress?: boolean; readonly meta?: number } = {}): void {
    const meta = options.meta ?? 0;
    const { typing } = this.#parts;
    const { clipboard: text } = this.#state;
    if (pastes(code, meta)) this.#state.note('paste', { code, text }, typing.name());
    else this.#state.note('key', { code, meta, longPress: options.longPress ? 1 : 0 }, typing.name());
    pressKey(code, meta, {
      state: this.#state,
      typing,
      dpad: this.#parts.dpad,
      back: () => this.#parts.back(),
      home: () => this.#parts.home(),
      setScreenOn: (on) => this.setScreenOn(on),
      unlock: () => this.cover.setLocked(false),
      screenOn: () => this.#state.display(0)?.on ?? false,
    });
    this.#state.changed();
  }

  typeText(text: string): boolean {
    const known = /^[\x20-\x7e]*$/.test(text);
    if (!known) return false;
    this.#state.note('text', { text }, this.#parts.typing.name());
    this.#parts.typing.type(text);
    return true;
  }

  setFocusedText(text: string): boolean {
    this.#state.note('set_text', { text }, this.#parts.typing.name());
    return this.#parts.typing.replace(text);
  }

  start(packageName: string, activity: string | null, options: StartOptions = {}): LaunchOutcome {
    const { user = 0, extras = {} } = options;
    this.#state.note('start', { packageName, activity: activity ?? '', ...ofUser(user) }, null);
    const app = this.#parts.appsOf(user).get(packageName);
    if (app && options.stopFirst) this.#parts.stop(app);
    if (app && options.program) app.program = options.program;
    this.#parts.overlays.keyboardShown = false;
    this.#parts.overlays.shadeOpen = false;
    return this.#parts.tasks.launch({ packageName, user, activity, extras, from: null });
  }

  forceStop(packageName: string, user: number | 'all' = 'all'): boolean {
    this.#state.note('stop', { packageName, ...(user === 'all' ? {} : ofUser(user)) }, null);
    const apps = this.#parts.named(packageName, user);
    for (const app of apps) this.#parts.stop(app);
    return apps.length > 0;
  }

  clearData(packageName: string, user = 0): boolean {
    this.#state.note('clear', { packageName, ...ofUser(user) }, null);
    const app = this.#parts.appsOf(user).get(packageName);
    if (!app) return false;
    this.#parts.stop(app);
    app.clear();
    return true;
  }

  killProcess(packageName: string): boolean {
    const app = this.#parts.apps.get(packageName);
    if (!app?.process) return false;
    this.#parts.kill(app);
    return true;
  }

  makeUnresponsive(packageName: string): void {
    const app = this.#parts.apps.get(packageName);
    if (app) this.#parts.makeUnresponsive(app);
  }

  setPermission(
    ...[packageName, permission, granted, user = 0]: Parameters<Phone['setPermission']>
  ): boolean {
    const app = this.#parts.appsOf(user).get(packageName);
    if (!app || !(permission in app.definition.permissions)) return false;
    app.grant(permission, granted);
    return true;
  }

  screenshot(displayId = 0): ReturnType<Phone['screenshot']> {
    const display = this.#state.display(displayId);
    const frame = this.#parts.windows.frame(displayId);
    if (!display || !frame) throw new RangeError(`There is no display ${displayId}.`);
    const { width, height } = display.physical;
    const panel = display.rotation % 2 === 0 ? { width, height } : { width: height, height: width };
    const at = { frame, panel, timeMs: this.clock.monotonicMs(), masks: this.#masks };
    return drawScreen(this.#parts.windows.shown(displayId), at);
  }

  setScreenOn(on: boolean): void {
    if (!on) this.#parts.overlays.keyboardShown = false;
    this.#state.setDisplay(0, { on });
  }

  reboot(): void {
    this.#parts.powerOff();
    this.#state.log.clear();
    this.#state.clipboard = '';
    this.#bootId = this.#state.bootId();
    this.#state.setDisplay(0, { on: true });
    this.#parts.tasks.home();
  }

  close(): void {
    this.#state.stopTimers();
    this.#parts.tasks.clear();
  }
}

/** The owner's is what a record means where it names no user. */
function ofUser(user: number): { readonly user?: number } {
  return user === 0 ? {} : { user };
}
