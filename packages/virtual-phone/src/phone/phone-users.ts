/**
 * The users of a phone and what each has installed: the owner (0), a work profile (10), a clone (999). An app of another
 * user is an app of its own, with its own data, processes, permissions and uid [A21].
 */
import type { AppDefinition } from './app-types.ts';
import { RunningApp } from './running-app.ts';

export interface PhoneUser {
  readonly id: number;
  readonly name: string;
  /** As `pm list users` prints it, hexadecimal. */
  readonly flags: string;
  /** What it has from the start; the owner has everything. */
  readonly apps: readonly string[];
}

const owner: PhoneUser = { id: 0, name: 'Owner', flags: 'c13', apps: [] };

export class PhoneUsers {
  readonly list: readonly PhoneUser[];
  readonly #known: ReadonlyMap<string, AppDefinition>;
  readonly #apps = new Map<number, Map<string, RunningApp>>();

  constructor(users: readonly PhoneUser[], definitions: readonly AppDefinition[]) {
    this.list = [owner, ...users];
    this.#known = new Map(definitions.map((definition) => [definition.packageName, definition]));
    for (const { id, apps } of users) {
      this.#apps.set(id, new Map());
      for (const name of apps) this.add(name, id);
    }
  }

  /** Of users other than the owner. */
  others(): readonly RunningApp[] {
    return [...this.#apps.values()].flatMap((apps) => [...apps.values()]);
  }

  appsOf(user: number): ReadonlyMap<string, RunningApp> {
    return this.#apps.get(user) ?? new Map();
  }

  /** Null for what the phone does not know, for an unknown user, and for what is there already. */
  add(packageName: string, user: number): RunningApp | null {
    const definition = this.#known.get(packageName);
    const apps = this.#apps.get(user);
    if (!definition || !apps || apps.has(packageName)) return null;
    const app = new RunningApp(definition, user);
    apps.set(packageName, app);
    return app;
  }

  remove(app: RunningApp): void {
    this.#apps.get(app.user)?.delete(app.definition.packageName);
  }
}
