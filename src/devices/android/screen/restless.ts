/**
 * Which app's window did not rest while a dump waited. A dump waits ten seconds for a second of quiet [A1], so on a screen
 * that always moves every reading would; once is enough to know it.
 */
import type { Frame } from './screen-command.ts';
import { briefDumpS } from './screen-dump.ts';

export interface Restless {
  /** Absent where the dump was cut short before it told what is in front. */
  readonly appId?: string | null;
  /** What the dump that failed had cost. */
  readonly waitedMs: number;
  /** False where it may as well be a slow device: then only readings with little time do without a patient dump. */
  readonly isSure: boolean;
}

/** A dump cut short after this long may have waited for rest; after the longer time no other cause is likely [O1]. */
const mayWaitMs = 3_500;
export const surelyWaitsMs = 6_000;

/** Of a dump that was cut short; null when that was too early to tell anything. */
export function suspectedAfter(waitedMs: number): Restless | null {
  return waitedMs < mayWaitMs ? null : { waitedMs, isSure: waitedMs >= surelyWaitsMs };
}

export function isOf({ appId }: Restless, inFront: string | null): boolean {
  return appId === undefined || appId === inFront;
}

/** The command `timeout` came to the device with the toybox of Android 8 [A10]. */
export const firstSdkWithTimeout = 26;

export function appInFront(frame: Frame | null): string | null {
  return frame?.foreground?.appId ?? null;
}

/** For the answer: what it cost, what is done about it, and what helps. */
export function restlessWarning({ appId, waitedMs, isSure }: Restless): string {
  const who = appId ?? 'the screen';
  return (
    `${who} ${isSure ? 'does' : 'may'} not come to rest: a dump waited ${Math.round(waitedMs / 1_000)} s for it, so each reading waits ${briefDumpS} s at most until another app is in front. ` +
    'The resident helper reads without waiting (mobile-debug-mcp helper install); set_device with animations off may help.'
  );
}
