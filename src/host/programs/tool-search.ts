/** What looking for a program is given and what it finds, for whoever knows places. */
import { Fault } from '@mobile-debug/core/fault.ts';

export interface ToolSearch {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** Whether a file is there and may be run. */
  readonly exists: (path: string) => boolean;
}

export interface FoundTool {
  readonly path: string;
  /** What led there: `ADB_PATH`, `ANDROID_HOME`, `PATH`, `usual folder`. */
  readonly source: string;
}

export interface PlaceSearch extends ToolSearch {
  /** Names in a folder; empty when it is not there. */
  readonly list: (folder: string) => readonly string[];
}

/** A path that somebody set by hand and that leads nowhere: to be heard of, not passed over. */
export class ConfiguredPathFault extends Fault {
  readonly variable: string;

  constructor(variable: string, message: string, nextStep: string) {
    super('TOOL_NOT_FOUND', message, { reason: 'configured_path', nextStep, details: { variable } });
    this.variable = variable;
  }
}
