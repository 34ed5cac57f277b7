/** The process table: pids that only grow, start and end with their log lines, why each one ended. */
import type { DeviceState } from './device-state.ts';
import type { PhoneProgram } from './phone-program.ts';
import type { PhoneProcess, ProcessExit } from './phone-types.ts';
import type { RunningApp } from './running-app.ts';

const EXITS_KEPT = 200;
const ZYGOTE_PID = 388;

export interface EndReason {
  readonly reason: ProcessExit['reason'];
  readonly description: string;
}

export class Processes {
  readonly exits: ProcessExit[] = [];
  readonly #state: DeviceState;
  readonly #apps: () => Iterable<RunningApp>;
  #system: PhoneProcess[];
  #nextPid = 2100;

  constructor(state: DeviceState, apps: () => Iterable<RunningApp>) {
    this.#state = state;
    this.#apps = apps;
    this.#system = this.#systemProcesses();
  }

  list(): readonly PhoneProcess[] {
    const apps = [...this.#apps()].flatMap((app) => (app.process ? [app.process] : []));
    return [...this.#system, ...apps];
  }

  start(app: RunningApp, component: string): PhoneProcess {
    if (app.process) return app.process;
    const { uid } = app;
    const { packageName } = app.definition;
    this.#nextPid += 1 + Math.floor(this.#state.random() * 40);
    const process: PhoneProcess = {
      pid: app.program?.pid ?? this.#nextPid,
      ppid: ZYGOTE_PID,
      uid,
      name: packageName,
      packageName,
      startedAtEpochMs: this.#state.nowMs(),
    };
    app.process = process;
    const own = app.definition.uid;
    const user = own >= 10_000 ? `u${app.user}a${own - 10_000}` : String(uid);
    const message = `Start proc ${process.pid}:${packageName}/${user} for next-top-activity {${component}}`;
    this.#state.systemLog({ priority: 'I', tag: 'ActivityManager', message });
    this.#event(
      'am_proc_start',
      `[${app.user},${process.pid},${uid},${packageName},next-top-activity,{${component}}]`,
    );
    return process;
  }

  play(pid: number, program: PhoneProgram): boolean {
    const app = [...this.#apps()].find(({ process }) => process?.pid === pid);
    if (app) app.program = program;
    return app !== undefined;
  }

  end(app: RunningApp, why: EndReason): void {
    const { process } = app;
    if (!process) return;
    app.processEnded();
    this.exits.push({
      packageName: process.packageName,
      pid: process.pid,
      uid: process.uid,
      endedAtEpochMs: this.#state.nowMs(),
      ...why,
    });
    if (this.exits.length > EXITS_KEPT) this.exits.shift();
    const message = `Process ${process.name} (pid ${process.pid}) has died: fg  TOP `;
    this.#state.systemLog({ priority: 'I', tag: 'ActivityManager', message });
    this.#event('am_proc_died', `[0,${process.pid},${process.name},0,2]`);
  }

  /** After power-on: nothing runs but the system. */
  restart(): void {
    for (const app of this.#apps()) app.processEnded();
    this.#nextPid = 2100;
    this.#system = this.#systemProcesses();
  }

  #event(tag: string, message: string): void {
    this.#state.systemLog({ priority: 'I', tag, message, buffer: 'events' });
  }

  #systemProcesses(): PhoneProcess[] {
    const startedAtEpochMs = this.#state.nowMs();
    const rows: readonly (readonly [number, number, number, string])[] = [
      [1, 0, 0, 'init'],
      [201, 1, 1036, 'logd'],
      [388, 1, 0, 'zygote64'],
      [402, 1, 2000, 'adbd'],
      [448, 1, 1000, 'surfaceflinger'],
      [612, 388, 1000, 'system_server'],
      [884, 388, 10_061, 'com.android.systemui'],
      [1022, 388, 10_076, 'com.android.inputmethod.latin'],
    ];
    return rows.map(([pid, ppid, uid, name]) => {
      const packageName = name.includes('.') ? name : '';
      return { pid, ppid, uid, name, packageName, startedAtEpochMs };
    });
  }
}
