/** What looking for a program is given and what it finds. Types only: whoever knows places shares them. */

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
