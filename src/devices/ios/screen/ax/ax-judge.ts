/**
 * Whether an accessibility answer is a reading of the screen at all, and how far it can be trusted. Pure.
 * Sources: [S3] and [S4].
 */

import { Fault } from '@mobile-debug/core/fault.ts';
import { firstLine } from '@mobile-debug/core/text.ts';
import type { AxElement, AxReading } from './ax-json.ts';

/**
 * `not_ready`: one element of no size, which says nothing of the screen. `dock_folder`: the host of the app, without it
 * (Stage Manager). `root_only`: the app and nothing in it, as random failures and remote content look.
 */
export type AxVerdict = 'ok' | 'not_ready' | 'dock_folder' | 'root_only';

export function judge({ roots, count }: AxReading): AxVerdict {
  const [root] = roots;
  if (root === undefined) return 'not_ready';
  if (roots.every(isBare) && root.label === 'DockFolderViewService') return 'dock_folder';
  if (roots.every(hasNoSize) && roots.every(isBare)) return 'not_ready';
  return count === 1 ? 'root_only' : 'ok';
}

function isBare({ children }: AxElement): boolean {
  return children.length === 0;
}

function hasNoSize({ frame }: AxElement): boolean {
  return frame === null || frame[2] <= frame[0] || frame[3] <= frame[1];
}

/** What the companion says in the first minute after a boot. */
const notYet = /No translation object returned for simulator/i;

export function saysNotReady(words: string): boolean {
  return notYet.test(words);
}

/** A failed reading, which must not be reported as an empty screen. */
export function notReadyFault(elapsedMs: number, reads: number, words: string | null): Fault {
  const said = words === null ? 'one application of 0 by 0 points' : `"${firstLine(words).slice(0, 200)}"`;
  return new Fault(
    'OBSERVATION_FAILED',
    `The simulator's accessibility is not ready: after ${Math.round(elapsedMs)} ms and ${reads} readings it still answers ${said}.`,
    {
      reason: 'AX_NOT_READY',
      details: { elapsed_ms: Math.round(elapsedMs), reads },
      nextStep:
        'Start the app anew with start_app (it turns accessibility on first, which iOS 26 needs), then read again; after a boot or a cold start this can take minutes. capture_screenshot shows the screen meanwhile.',
    },
  );
}

export function dockFolderFault(): Fault {
  return new Fault(
    'OBSERVATION_FAILED',
    'The front process is DockFolderViewService and not the app: under Stage Manager its content cannot be read.',
    {
      reason: 'DOCK_FOLDER',
      nextStep:
        'Bring the app to full screen (Settings > Multitasking & Gestures: Full Screen Apps), then read again; capture_screenshot shows the screen meanwhile.',
    },
  );
}
