/** A debugged machine: its commands in three groups. */
import { ClassCommands } from './class-commands.ts';
import type { JdwpClient } from './jdwp-client.ts';
import { ObjectCommands } from './object-commands.ts';
import { ThreadCommands } from './thread-commands.ts';

export interface Machine {
  readonly classes: ClassCommands;
  readonly objects: ObjectCommands;
  readonly threads: ThreadCommands;
}

export function machineOf(client: JdwpClient): Machine {
  return {
    classes: new ClassCommands(client),
    objects: new ObjectCommands(client),
    threads: new ThreadCommands(client),
  };
}
