/** Crash reports of one simulator's apps, which the Mac writes into its user's own folder, as records of the log. */
import type { Operation } from '@mobile-debug/core/operation.ts';
import { recentFiles } from '../../../host/recent-files.ts';
import { type Crash, crashRecord } from '../../../logs/crash-summary.ts';
import type { LogRecord } from '../../../logs/log-record.ts';
import { parseIps } from '../../../logs/parse-ips.ts';
import type { AppRecord } from '../apps/app-record.ts';

const reports = { ending: '.ips', mostFiles: 40, mostBytes: 4 << 20 };

export class CrashReports {
  readonly #folder: string | null;
  readonly #udid: string;
  /** By file name: reports are written once. */
  readonly #known = new Map<string, Crash | null>();

  constructor(home: string | undefined, udid: string) {
    this.#folder = home ? `${home}/Library/Logs/DiagnosticReports` : null;
    this.#udid = udid;
  }

  /** Oldest first; of one app when it is given. */
  async since(
    op: Operation,
    sinceEpochMs: number,
    app: { readonly appId: string; readonly record: AppRecord | null } | null,
  ): Promise<readonly LogRecord[]> {
    if (this.#folder === null) return [];
    const files = await recentFiles(op, this.#folder, { ...reports, sinceEpochMs });
    const crashes = files.map(({ name, text }) => {
      const known = this.#known.get(name);
      if (known !== undefined) return known;
      // Programs of the Mac and of other simulators have their reports in the same folder.
      const crash = text.includes(this.#udid) ? parseIps(text) : null;
      this.#known.set(name, crash);
      return crash;
    });
    const names = app ? [app.appId, app.record?.executable] : null;
    return crashes
      .filter((crash) => crash !== null)
      .filter(({ process }) => names === null || names.includes(process))
      .map(crashRecord);
  }
}

/** Whether a record was made from a crash report rather than read from the log. */
export function isCrashReport({ buffer }: LogRecord): boolean {
  return buffer === 'crash';
}
