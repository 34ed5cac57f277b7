/** Input and result of the search for a program, and the search in this computer's files. */

import { accessSync, constants, readdirSync } from 'node:fs';
import type { Environment } from '@mobile-debug/core/environment.ts';
import { Fault } from '@mobile-debug/core/fault.ts';

export interface SearchPaths {
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
  /** Whether a file is there and may be run. */
  readonly exists: (path: string) => boolean;
  /** Names in a folder; empty when it is not there. */
  readonly list: (folder: string) => readonly string[];
}

export interface FoundTool {
  readonly path: string;
  /** What led there: `ADB_PATH`, `ANDROID_HOME`, `PATH`, `usual folder`. */
  readonly source: string;
}

/** A configured path that does not exist: reported, never skipped. */
export class ConfiguredPathFault extends Fault {
  readonly variable: string;

  constructor(variable: string, message: string, nextStep: string) {
    super('TOOL_NOT_FOUND', message, { reason: 'configured_path', nextStep, details: { variable } });
    this.variable = variable;
  }
}

/** The program that a variable names by its path. A wrong path is reported, never skipped. */
export function configured(
  name: string,
  variable: string,
  { path, search }: { readonly path: string; readonly search: SearchPaths },
): FoundTool {
  if (search.exists(path)) return { path, source: variable };
  throw new ConfiguredPathFault(
    variable,
    `${variable} leads to ${path}, which does not exist or is not executable.`,
    `Correct or unset ${variable}; ${name} is then searched for in its usual locations.`,
  );
}

/** The search on this computer's own files. */
export function searchPaths(env: SearchPaths['env'], platform: NodeJS.Platform): SearchPaths {
  return { env, platform, exists: mayRun, list: namesIn };
}

function mayRun(path: string): boolean {
  try {
    // A jar is not run itself but by Java.
    accessSync(path, path.endsWith('.jar') ? constants.R_OK : constants.X_OK);
    return true;
  } catch {
    return false; // absent or not to be run: the search goes on
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return []; // absent: nothing to look at there
  }
}
