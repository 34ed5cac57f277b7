/** Tasks and their back stacks: launching, finishing, home, and what the activity manager logs of it. */
import { Activity, type ActivityHost, shortComponent } from './activity.ts';
import type { ActivityDefinition } from './app-types.ts';
import type { DeviceState } from './device-state.ts';
import type { LaunchOutcome } from './phone-types.ts';
import type { Processes } from './processes.ts';
import type { RunningApp } from './running-app.ts';

const SHELL_UID = 2000;

export interface Task {
  readonly id: number;
  readonly packageName: string;
  readonly user: number;
  activities: Activity[];
}

export interface LaunchRequest {
  readonly packageName: string;
  /** Whose app; that of the activity that asks, or the owner's, when left out. */
  readonly user?: number | undefined;
  /** Null: the first launcher activity. */
  readonly activity: string | null;
  readonly extras: Readonly<Record<string, string>>;
  /** The activity that asks, null for the shell. */
  readonly from: Activity | null;
}

type AppsByUser = (user: number) => ReadonlyMap<string, RunningApp>;

export class Tasks {
  /** Rear to front. */
  list: Task[] = [];
  readonly #state: DeviceState;
  readonly #apps: AppsByUser;
  readonly #processes: Processes;
  readonly #host: ActivityHost;
  #nextId = 1;

  constructor(state: DeviceState, apps: AppsByUser, processes: Processes, host: ActivityHost) {
    this.#state = state;
    this.#apps = apps;
    this.#processes = processes;
    this.#host = host;
  }

  get front(): Task | undefined {
    return this.list.at(-1);
  }

  get top(): Activity | undefined {
    return this.front?.activities.at(-1);
  }

  launch(request: LaunchRequest): LaunchOutcome {
    const user = request.user ?? request.from?.app.user ?? 0;
    const app = this.#apps(user).get(request.packageName);
    if (!app) return { ok: false, reason: 'no_package' };
    const definition = definitionOf(app, request.activity);
    if (!definition) return { ok: false, reason: request.activity === null ? 'no_launcher' : 'no_activity' };
    const foreign = request.from?.app !== app;
    if (!definition.exported && foreign) return { ok: false, reason: 'not_exported' };
    this.#logStart(request, definition, app);
    const task = foreign
      ? this.list.find((open) => open.packageName === request.packageName && open.user === user)
      : this.list.find((open) => request.from && open.activities.includes(request.from));
    if (foreign && task && task.activities[0]?.definition === definition) return this.#resume(task, app);
    return this.#create(request, { app, definition, task, slow: foreign });
  }

  /** Puts `activity` on the task of `over`, without a launch of its own: prompts of the system. */
  push(over: Activity, app: RunningApp, definition: ActivityDefinition): void {
    const task = this.list.find((open) => open.activities.includes(over));
    if (!task) return;
    const activity = new Activity(this.#state, this.#host, { app, definition, extras: {} });
    this.#processes.start(app, activity.shortComponent);
    task.activities.push(activity);
    activity.begin();
    this.#resumed(activity, task);
  }

  home(): void {
    const home = [...this.#apps(0).values()].find((app) => app.definition.home);
    if (!home) return;
    this.launch({ packageName: home.definition.packageName, activity: null, extras: {}, from: null });
    this.top?.begin();
  }

  finish(activity: Activity): void {
    const task = this.list.find((open) => open.activities.includes(activity));
    if (!task) return;
    activity.end();
    task.activities = task.activities.filter((other) => other !== activity);
    this.#event('wm_finish_activity', `[${task.user},${task.id},${activity.shortComponent},app-request]`);
    if (task.activities.length === 0) {
      this.list = this.list.filter((other) => other !== task);
      this.home();
    } else if (this.front === task && this.top) {
      this.#wake(this.top);
      this.#resumed(this.top, task);
    }
  }

  /** Back on the last activity of a task: since Android 12 the task stays as it is behind home, before it was ended. */
  leave(activity: Activity): void {
    if (this.#state.version.sdk < 31) this.finish(activity);
    else this.home();
  }

  /** All that the app shows goes away; home comes when it was in front. */
  removeApp(app: RunningApp): void {
    const wasInFront = this.top?.app === app || isOf(app, this.front);
    for (const task of this.list) {
      const owned = isOf(app, task);
      const gone = task.activities.filter((activity) => owned || activity.app === app);
      for (const activity of gone) activity.end();
      task.activities = task.activities.filter((activity) => !gone.includes(activity));
    }
    this.list = this.list.filter((task) => task.activities.length > 0);
    if (wasInFront && !app.definition.home) this.home();
  }

  clear(): void {
    for (const task of this.list) for (const activity of task.activities) activity.end();
    this.list = [];
    this.#nextId = 1;
  }

  #resume(task: Task, app: RunningApp): LaunchOutcome {
    const top = task.activities.at(-1);
    const inFront = this.front === task;
    const cold = app.process === null;
    this.list = [...this.list.filter((other) => other !== task), task];
    const alone = task.activities.length === 1;
    if (top) {
      this.#processes.start(top.app, top.shortComponent);
      if (cold || !inFront)
        this.#show(top, cold ? this.#state.timing.launchColdMs : this.#state.timing.launchHotMs);
      this.#resumed(top, task);
    }
    return {
      ok: true,
      component: top?.shortComponent ?? task.packageName,
      launchState: cold ? 'COLD' : 'HOT',
      totalTimeMs: inFront ? 0 : cold ? this.#state.timing.launchColdMs : this.#state.timing.launchHotMs,
      broughtToFront: !(inFront && alone),
      deliveredToTop: inFront && alone,
    };
  }

  #create(
    request: LaunchRequest,
    of: { app: RunningApp; definition: ActivityDefinition; task: Task | undefined; slow: boolean },
  ): LaunchOutcome {
    const { app, definition, slow } = of;
    const cold = app.process === null;
    const activity = new Activity(this.#state, this.#host, { app, definition, extras: request.extras });
    this.#processes.start(app, activity.shortComponent);
    const task = of.task ?? {
      id: this.#nextId++,
      packageName: request.packageName,
      user: app.user,
      activities: [],
    };
    task.activities.push(activity);
    this.list = [...this.list.filter((other) => other !== task), task];
    this.#event(
      'wm_create_activity',
      `[${app.user},${this.#number(activity)},${task.id},${activity.shortComponent},,,,0]`,
    );
    const { launchColdMs, launchWarmMs } = this.#state.timing;
    const totalTimeMs = cold ? launchColdMs : slow ? launchWarmMs : 0;
    this.#show(activity, totalTimeMs);
    this.#resumed(activity, task);
    return {
      ok: true,
      component: activity.shortComponent,
      launchState: cold ? 'COLD' : 'WARM',
      totalTimeMs,
      broughtToFront: false,
      deliveredToTop: false,
    };
  }

  /** The first frame comes after `ms`, with a splash screen until then, and is logged. */
  #show(activity: Activity, ms: number): void {
    const displayed = (): void => {
      if (this.list.every((task) => !task.activities.includes(activity))) return;
      activity.begin();
      this.#state.transition();
      const user = this.#state.version.sdk >= 33 ? ` for user ${activity.app.user}` : '';
      const message = `Displayed ${activity.shortComponent}${user}: +${duration(ms || 1)}`;
      this.#system('I', message);
    };
    if (ms <= 0) {
      displayed();
      return;
    }
    activity.drawn = false;
    this.#state.after(ms, displayed);
  }

  /** A process that had died is started again for what comes to the front. */
  #wake(activity: Activity): void {
    if (activity.app.process) return;
    this.#processes.start(activity.app, activity.shortComponent);
    this.#show(activity, this.#state.timing.launchColdMs);
  }

  #resumed(activity: Activity, task: Task): void {
    const name = this.#state.version.sdk >= 29 ? 'wm_on_resume_called' : 'am_on_resume_called';
    this.#event(name, `[${task.user},${activity.definition.name},RESUME_ACTIVITY]`);
    this.#event(
      'wm_set_resumed_activity',
      `[${task.user},${activity.shortComponent},resumeTopActivity t${task.id}]`,
    );
    this.#state.follow(activity.definition.landscape ?? false);
    this.#state.transition();
  }

  #logStart(request: LaunchRequest, definition: ActivityDefinition, app: RunningApp): void {
    const { packageName } = app.definition;
    const uid = request.from?.app.uid ?? SHELL_UID;
    const intent = definition.launcher
      ? 'act=android.intent.action.MAIN cat=[android.intent.category.LAUNCHER] flg=0x10000000 '
      : '';
    const component = shortComponent(`${packageName}/${definition.name}`);
    const mode = this.#state.version.sdk >= 31 ? ' with LAUNCH_MULTIPLE' : '';
    this.#system('I', `START u${app.user} {${intent}cmp=${component}}${mode} from uid ${uid}`);
  }

  #system(priority: 'I' | 'W', message: string): void {
    const tag = this.#state.version.sdk >= 29 ? 'ActivityTaskManager' : 'ActivityManager';
    this.#state.systemLog({ priority, tag, message });
  }

  #event(tag: string, message: string): void {
    this.#state.systemLog({ priority: 'I', tag, message, buffer: 'events' });
  }

  #number(activity: Activity): number {
    return Number.parseInt(activity.recordHash, 16);
  }
}

function isOf(app: RunningApp, task: Task | undefined): boolean {
  return task?.packageName === app.definition.packageName && task.user === app.user;
}

function definitionOf(app: RunningApp, activity: string | null): ActivityDefinition | undefined {
  const { packageName, activities } = app.definition;
  if (activity === null) return activities.find(({ launcher }) => launcher);
  const full = activity.startsWith('.') ? `${packageName}${activity}` : activity;
  return activities.find(({ name }) => name === full);
}

/** `412ms` or `1s5ms`. */
function duration(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return seconds > 0 ? `${seconds}s${ms % 1000}ms` : `${ms}ms`;
}
