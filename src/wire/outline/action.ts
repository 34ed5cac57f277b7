/** How an action ended: sent or not, proved or not, on which element. */
import type { ActionOutcome } from '../../session/action/action-types.ts';
import { handleOf } from '../../session/observation.ts';
import { elementName } from '../../ui/element-line.ts';
import { oneLine } from '../../ui/visible-text.ts';
import { isNotable, touchedToWire } from '../action-shape.ts';
import type { Lines } from './screen.ts';
import {
  askedText,
  candidateLines,
  factLines,
  firstLine,
  loadingText,
  milliseconds,
  reasonLines,
} from './words.ts';

export interface ActionTold {
  readonly outcome: ActionOutcome;
}

export function actionLines({ outcome }: ActionTold): Lines {
  const { actionId, watch, fault, nextStep, details, touched, inTheWay } = outcome;
  const first = firstLine([verdictOf(outcome), outcome.request.type, targetText(outcome)], saidOf(outcome), [
    milliseconds(watch.read().total_ms),
    actionId,
  ]);
  const all = withoutSaid({ ...fault?.details, ...details }, outcome);
  const seen = seenOf(outcome);
  const blind = fault !== null && outcome.dispatchStarted && seen === null;
  const lines = [
    first,
    ...(inTheWay === null ? [] : [`in the way: ${oneLine(inTheWay.what, 160)}`]),
    ...reasonLines(fault?.message ?? outcome.verification.reason, nextStep),
    ...candidateLines(all),
    ...factLines(isNotable(touched) ? { ...all, ...touchedToWire(touched) } : all),
    ...(blind ? ['screen: not looked at after the input'] : []),
  ];
  return { lines, seen, screen: seen ? screenOf(outcome) : 'none' };
}

/** The field that text went into is told where it is another one than the first line names. */
function withoutSaid({ field, ...rest }: Readonly<Record<string, unknown>>, { target }: ActionOutcome) {
  const handle = target && handleOf(target.observation, target.element);
  const said = typeof field === 'string' && handle !== null && field.startsWith(`${handle} `);
  return said || field === undefined ? rest : { ...rest, field };
}

/** `MISSED`: the input was delivered, and the reading afterwards shows that its aim was not reached. */
export function verdictOf({ success, lifecycleState }: ActionOutcome): string {
  if (!success) return 'FAILED';
  return lifecycleState === 'failed' ? 'MISSED' : 'OK';
}

export function targetText({ target, request, success }: ActionOutcome): string | null {
  if (target) return elementName(target.element, handleOf(target.observation, target.element));
  return success || request.selector === undefined || request.selector === null
    ? null
    : askedText(request.selector);
}

const deliveries = {
  delivered: 'delivered',
  not_delivered: 'not delivered',
  unknown: 'delivery unknown',
} as const;

export function saidOf({ fault, delivery, verification, after }: ActionOutcome): readonly (string | null)[] {
  if (fault) {
    const again = fault.retryable ? 'may be tried again' : 'do not repeat unchanged';
    return [fault.code, deliveries[delivery], again];
  }
  return [deliveries[delivery], verificationText(verification), loadingText(after)];
}

function verificationText({ mode, status, changed, code }: ActionOutcome['verification']): string {
  if (status === 'unavailable') return `look afterwards failed (${code})`;
  if (status === 'failed') return `aim missed (${code})`;
  if (mode === 'none') return 'not looked at';
  const change = changed === null ? '' : changed ? ', screen changed' : ', screen unchanged';
  return `${status}${change}`;
}

/** After the input; of one that failed, what is there instead of what was hoped for. */
function seenOf({ fault, after, instead, before }: ActionOutcome): Lines['seen'] {
  return after ?? (fault ? instead : before);
}

function screenOf({ success, lifecycleState, after }: ActionOutcome): Lines['screen'] {
  if (!success || lifecycleState === 'failed') return 'whole';
  // A reading from before the input is no news.
  return after ? 'changes' : 'none';
}
