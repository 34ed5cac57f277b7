/** A debugged machine: its commands in three groups. Whatever answers them can be debugged by the parts of this folder. */
import { ClassCommands } from './class-commands.ts';
import type { EventSet } from './events.ts';
import type { JdwpClient } from './jdwp-client.ts';
import { ObjectCommands } from './object-commands.ts';
import { ThreadCommands } from './thread-commands.ts';

/** What a class offers to others: another class may offer the same. */
type Offered<T> = Pick<T, keyof T>;

export type MachineClasses = Offered<ClassCommands>;
export type MachineObjects = Offered<ObjectCommands>;
export type MachineThreads = Offered<ThreadCommands>;

export interface Machine {
  readonly classes: MachineClasses;
  readonly objects: MachineObjects;
  readonly threads: MachineThreads;
}

/** A machine with the way to leave it. */
export interface MachineLink {
  readonly machine: Machine;
  /** Safe to call twice. Names what remains; empty when all is clean. */
  close(): Promise<readonly string[]>;
}

export interface MachineListener {
  /** In the order of arrival. */
  event(set: EventSet): void;
  /** Once, when nothing more will come. */
  closed(cause: 'lost' | 'worker', message: string): void;
}

export function machineOf(client: JdwpClient): Machine {
  return {
    classes: new ClassCommands(client),
    objects: new ObjectCommands(client),
    threads: new ThreadCommands(client),
  };
}
