/** Whether the screen changed while a call waited for it. */
import type { Observation } from '../../session/observation.ts';
import type { UiChangeResult } from '../../session/wait-change.ts';
import { nextAfter } from '../../ui/not-found.ts';
import { named } from '../../ui/visible-text.ts';
import { screenName } from '../answers.ts';
import type { Lines } from './screen.ts';
import { firstLine, loadingText, milliseconds, reasonLines } from './words.ts';

export interface ChangeTold {
  readonly seen: UiChangeResult;
  readonly success: boolean;
  readonly reason: string | null;
  readonly elapsedMs: number;
}

export function changeLines({ seen, success, reason, elapsedMs }: ChangeTold): Lines {
  const { added, removed, text, state, moved } = seen.summary;
  const counts = Object.entries({ added, removed, text, state, moved }).filter(([, count]) => count > 0);
  const first = firstLine(
    [success ? 'CHANGED' : 'TIMEOUT', 'wait_for_ui_change'],
    [
      counts.length === 0 ? 'nothing changed' : counts.map(([kind, count]) => `${count} ${kind}`).join(' '),
      counts.length === 0 ? null : seen.stable ? 'stable' : 'still moving',
      loadingText(seen.last),
    ],
    [milliseconds(elapsedMs)],
  );
  const lines = [first, ...reasonLines(reason, success ? null : nextOf(seen.last))];
  return { lines, seen: seen.last, screen: success ? 'changes' : 'whole' };
}

/** After a change that did not come, or not to its end. */
function nextOf(last: Observation | null): string {
  if (last === null) return 'Look at the screen with capture_screenshot.';
  return nextAfter(last.tree, 'Go on from what the screen shows, or do again what should change it.');
}

export interface ScreenChangeTold {
  readonly success: boolean;
  readonly print: string | null;
  readonly reason: string | null;
  readonly elapsedMs: number;
  readonly last: Observation | null;
}

export function screenChangeLines({ success, print, reason, elapsedMs, last }: ScreenChangeTold): Lines {
  const first = firstLine(
    [success ? 'CHANGED' : 'TIMEOUT', 'wait_for_screen_change'],
    [
      last ? `screen ${named(screenName(last.tree), 80)}` : 'nothing was read',
      print === null ? null : `fingerprint ${print}`,
      loadingText(last),
    ],
    [milliseconds(elapsedMs)],
  );
  const lines = [first, ...reasonLines(reason, success ? null : nextOf(last))];
  return { lines, seen: last, screen: success ? 'changes' : 'whole' };
}
