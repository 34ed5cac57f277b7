/** What a command of `idb` declares and gets. */
import type { ProgramContext } from '../program.ts';
import type { Option, Parsed, Positional } from './argparse.ts';
import type { Channel } from './channel.ts';

export interface IdbCall {
  readonly context: ProgramContext;
  readonly parsed: Parsed;
  readonly json: boolean;
  /** Of the companion that runs for a target; null while none does. */
  readonly socketOf: (udid: string) => string | null;
  /** The companion of the chosen target; connects first, as the client does on every command. */
  connect(): Promise<Channel>;
}

export interface IdbCommand {
  /** `ui tap`. */
  readonly path: string;
  readonly positionals: (head: boolean) => readonly Positional[];
  readonly options?: (head: boolean) => readonly Option[];
  /** Unknown to 1.1.8. */
  readonly headOnly?: boolean;
  /** Resolves with the exit code. */
  readonly run: (call: IdbCall) => Promise<number>;
}

/** What the client says and ends with when it cannot go on. */
export class IdbError extends Error {}

export function text({ parsed }: IdbCall, name: string): string {
  return parsed.values.get(name)?.[0] ?? '';
}

export function number(call: IdbCall, name: string): number {
  return Number(text(call, name));
}

export function option({ parsed }: IdbCall, flag: string): string | undefined {
  return parsed.options.get(flag)?.[0];
}

export function seconds(call: IdbCall, flag = '--duration'): number {
  return Number(option(call, flag) ?? '0');
}
