/** An installed app with what it keeps: data, memory of the process, granted permissions. */
import type { AppDefinition, DataKey } from './app-types.ts';
import type { PhoneProgram } from './phone-program.ts';
import type { InstalledPackage, PhoneProcess } from './phone-types.ts';

export class RunningApp {
  readonly definition: AppDefinition;
  /** Whose app it is: 0 for the owner of the phone. */
  readonly user: number;
  process: PhoneProcess | null = null;
  /** What its next or present process is on this computer; null for a process of the model alone. */
  program: PhoneProgram | null = null;
  /** Answers no input while true. */
  frozen: boolean;
  readonly #data = new Map<unknown, unknown>();
  readonly #memory = new Map<unknown, unknown>();
  readonly #granted = new Map<string, boolean>();
  readonly #asked = new Set<string>();

  constructor(definition: AppDefinition, user = 0) {
    this.definition = definition;
    this.user = user;
    this.frozen = false;
  }

  /** Of the user's own: users are 100,000 apart [A21]. */
  get uid(): number {
    return this.user * 100_000 + this.definition.uid;
  }

  data<T>(key: DataKey<T>): T {
    return kept(this.#data, key);
  }

  memory<T>(key: DataKey<T>): T {
    return kept(this.#memory, key);
  }

  processEnded(): void {
    this.process = null;
    this.program?.end();
    this.program = null;
    this.frozen = false;
    this.#memory.clear();
  }

  clear(): void {
    this.#data.clear();
    this.#memory.clear();
    this.#granted.clear();
    this.#asked.clear();
  }

  granted(permission: string): boolean {
    return this.#granted.get(permission) ?? this.definition.permissions[permission] ?? false;
  }

  asked(permission: string): boolean {
    return this.#asked.has(permission) || this.granted(permission);
  }

  grant(permission: string, granted: boolean): void {
    this.#asked.add(permission);
    this.#granted.set(permission, granted);
  }

  installed(): InstalledPackage {
    const { packageName, activities, permissions, label: _, ...rest } = this.definition;
    return {
      ...rest,
      uid: this.uid,
      name: packageName,
      activities: activities.map(({ name, exported, launcher }) => ({ name, exported, launcher })),
      permissions: Object.fromEntries(Object.keys(permissions).map((name) => [name, this.granted(name)])),
    };
  }
}

function kept<T>(values: Map<unknown, unknown>, key: DataKey<T>): T {
  if (!values.has(key)) values.set(key, key.initial());
  return values.get(key) as T; // only ever set from the key's own initial
}
