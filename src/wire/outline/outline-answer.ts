/**
 * `responseMode: outline`: every kind of result has a renderer that makes it one text for a model. Its first line alone
 * decides what to do next; then facts, then what changed on the screen since the last outline, or what is there instead.
 */
import type { DeviceSession } from '../../session/device-session.ts';
import { type ActionTold, actionLines } from './action.ts';
import { type ChangeTold, changeLines, type ScreenChangeTold, screenChangeLines } from './change.ts';
import { type ExpectationTold, expectationLines } from './expectation.ts';
import { type FaultTold, faultLines } from './fault.ts';
import { type FoundTold, foundLines } from './found.ts';
import { type JourneyTold, journeyLines } from './journey.ts';
import { type ReadinessTold, readinessLines } from './readiness.ts';
import { type Lines, screenLines } from './screen.ts';
import { type WaitTold, waitLines } from './wait.ts';

/** The results that have an outline, by kind. */
interface Results {
  readonly action: ActionTold;
  readonly wait: WaitTold;
  readonly change: ChangeTold;
  readonly screen_change: ScreenChangeTold;
  readonly expectation: ExpectationTold;
  readonly readiness: ReadinessTold;
  readonly found: FoundTold;
  readonly journey: JourneyTold;
}

type Kind = keyof Results;

const renderers: { readonly [K in Kind]: (result: Results[K]) => Lines } = {
  action: actionLines,
  wait: waitLines,
  change: changeLines,
  screen_change: screenChangeLines,
  expectation: expectationLines,
  readiness: readinessLines,
  found: foundLines,
  journey: journeyLines,
};

/** An answer that is one text: what a tool gives in place of its data. */
export class OutlineText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Renders a result, and remembers what was shown of the screen. */
export function outlineAnswer<K extends Kind>(
  session: DeviceSession,
  kind: K,
  result: Results[K],
): OutlineText {
  const { lines, seen, screen } = renderers[kind](result);
  const shown = seen ? screenLines(seen, { screen, base: session.told, lines }) : lines;
  if (seen && screen !== 'none') session.tell(seen.snapshot);
  return new OutlineText(shown.join('\n'));
}

/** What was refused or failed before there was a result. */
export function outlineFault(told: FaultTold): OutlineText {
  return new OutlineText(faultLines(told).join('\n'));
}
