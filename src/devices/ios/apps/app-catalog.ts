/**
 * The apps of one simulator: what `simctl listapps` says of them and which of them run. An app's process is called by
 * its executable, which often is not the last part of its bundle identifier. Source: [S1].
 */
import { failedBecause } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { AppNames, IosInteraction, RunningApps, Simctl } from '../ios-types.ts';
import type { Xcrun } from '../simctl/run-xcrun.ts';
import { asObject, jsonIn } from '../simctl/tool-json.ts';
import { type AppRecord, folderIn, parseLaunchctl, recordOf } from './app-record.ts';
import { parsePlist } from './openstep-plist.ts';

const listMaxBytes = 64 << 20;

export class AppCatalog implements AppNames {
  readonly #simctl: Simctl;
  readonly #xcrun: Xcrun;
  readonly #ask: NonNullable<IosInteraction['running']>;
  /** What is known of apps that were asked for; an install drops it. */
  readonly #known = new Map<string, AppRecord>();
  readonly #pids = new Map<number, string>();
  /** Apps that were seen to be installed. */
  readonly #seen = new Set<string>();

  /** `ask` tells what runs without a process, or null where it cannot. */
  constructor(
    simctl: Simctl,
    xcrun: Xcrun,
    ask: NonNullable<IosInteraction['running']> = async () => await Promise.resolve(null),
  ) {
    this.#simctl = simctl;
    this.#xcrun = xcrun;
    this.#ask = ask;
  }

  /** In the order of their identifiers. One process, two when plutil has to help. */
  async list(op: Operation): Promise<readonly AppRecord[]> {
    const { stdout } = await this.#simctl.run(op, ['listapps'], { maxBytes: listMaxBytes });
    const text = stdout.toString('utf8');
    const own = parsePlist(text);
    const apps = asObject(own) ?? (await this.#byPlutil(op, stdout));
    const records = Object.entries(apps ?? {}).map(([id, app]) => recordOf(id, asObject(app) ?? {}));
    records.sort((a, b) => (a.appId < b.appId ? -1 : 1));
    this.#known.clear();
    for (const record of records) this.#known.set(record.appId, record);
    return records;
  }

  /** From memory after the first time; null for an app that is not listed. */
  async find(op: Operation, appId: string): Promise<AppRecord | null> {
    const known = this.#known.get(appId);
    if (known) return known;
    await this.list(op);
    return this.#known.get(appId) ?? null;
  }

  /** Path of the bundle; null when it is not installed. One process. */
  async bundlePath(op: Operation, appId: string): Promise<string | null> {
    return await this.#container(op, appId, 'app');
  }

  /** From memory for an app that was seen once; what was uninstalled behind our back shows when it is launched. */
  async wasInstalled(op: Operation, appId: string): Promise<boolean> {
    if (this.#known.has(appId) || this.#seen.has(appId)) return true;
    const there = (await this.bundlePath(op, appId)) !== null;
    if (there) this.#seen.add(appId);
    return there;
  }

  /** Path of the data container on this computer; null when it is not installed. Changes with every reinstall. */
  async dataPath(op: Operation, appId: string): Promise<string | null> {
    return await this.#container(op, appId, 'data');
  }

  /** Process ids by app. One process, none where there is a connection that tells. */
  async running(op: Operation): Promise<RunningApps> {
    return (await this.#ask(op)) ?? (await this.#byLaunchctl(op));
  }

  /** As the simulator's launchd has them. */
  async #byLaunchctl(op: Operation): Promise<RunningApps> {
    const { stdout } = await this.#simctl.run(op, ['spawn', 'launchctl', 'list']);
    const running = parseLaunchctl(stdout.toString('utf8'));
    this.#pids.clear();
    for (const [appId, pids] of running) for (const pid of pids) this.#pids.set(pid, appId);
    return running;
  }

  async byPid(op: Operation, pid: number): Promise<string | null> {
    const known = this.#pids.get(pid);
    if (known !== undefined) return known;
    await this.#byLaunchctl(op);
    return this.#pids.get(pid) ?? null;
  }

  async byName(op: Operation, name: string): Promise<string | null> {
    const wanted = name.trim();
    if (wanted === '') return null;
    const named = (): readonly AppRecord[] =>
      [...this.#known.values()].filter(
        ({ displayName, bundleName, executable }) =>
          displayName === wanted || bundleName === wanted || executable === wanted,
      );
    if (named().length === 0) await this.list(op);
    const [only, another] = named();
    // Two apps share the name: do not guess.
    return only && !another ? only.appId : null;
  }

  /** After installing or uninstalling. */
  forget(): void {
    this.#known.clear();
    this.#seen.clear();
    this.#pids.clear();
  }

  async #container(op: Operation, appId: string, kind: 'app' | 'data'): Promise<string | null> {
    try {
      const { stdout } = await this.#simctl.run(op, ['get_app_container', appId, kind]);
      return folderIn(stdout.toString('utf8'), kind);
    } catch (error) {
      if (failedBecause(error, 'not_installed')) return null;
      if (failedBecause(error, 'unreadable')) this.#xcrun.onLost?.();
      throw error;
    }
  }

  async #byPlutil(op: Operation, plist: Buffer): Promise<Readonly<Record<string, unknown>> | null> {
    const { stdout } = await this.#xcrun.run(op, {
      command: 'plutil',
      args: ['-convert', 'json', '-o', '-', '-'],
      env: this.#xcrun.environment,
      stdin: plist,
      maxBytes: listMaxBytes,
    });
    return jsonIn(stdout.toString('utf8'));
  }
}
