/**
 * Which app's window did not rest while a dump waited. A dump waits ten seconds for a second of quiet [A1], so on a screen
 * that always moves every reading would; once is enough to know it.
 */
import type { Frame } from './screen-command.ts';
import { briefDumpS } from './screen-dump.ts';

export interface Restless {
  readonly appId: string | null;
  /** What the dump that failed had cost. */
  readonly waitedMs: number;
}

/** The command `timeout` came to the device with the toybox of Android 8 [A10]. */
export const firstSdkWithTimeout = 26;

export function appInFront(frame: Frame | null): string | null {
  return frame?.foreground?.appId ?? null;
}

/** For the answer: what it cost, what is done about it, and what helps. */
export function restlessWarning({ appId, waitedMs }: Restless): string {
  const who = appId ?? 'the screen';
  return (
    `${who} does not come to rest: a dump waited ${Math.round(waitedMs / 1_000)} s for it, so each reading waits ${briefDumpS} s at most until another app is in front. ` +
    'The resident helper reads without waiting (mobile-debug-mcp helper install); set_device with animations off may help.'
  );
}
