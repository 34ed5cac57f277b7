/** What the fixture flow costs in characters, one call a step and as one journey, by mode of the answers. */
import { latency, stepsOn } from '../actions/phone-side.ts';
import type { Answer, TestBed } from '../harness.ts';
import { callFor } from './interaction-flows.ts';

export const answerModes = ['outline', 'compact', 'debug'] as const;
export type AnswerMode = (typeof answerModes)[number];

export interface FlowCharacters {
  readonly steps: readonly { readonly id: string; readonly type: string; readonly characters: number }[];
  /** Of all steps, one call each. */
  readonly separate: number;
  readonly journey: number;
}

/** What a client is given to read; the file of an answer that is too long is not. */
function characters({ texts }: Answer): number {
  return texts.join('').length;
}

export async function flowCharacters(
  bed: TestBed,
  responseMode: AnswerMode,
  verificationMode: string = 'light',
): Promise<FlowCharacters> {
  bed.phone.clearData(latency);
  const steps: { id: string; type: string; characters: number }[] = [];
  for (const step of stepsOn(bed.traits)) {
    const { tool, args } = callFor(step, { verificationMode });
    const answer = await bed.call(tool, { ...args, responseMode });
    if (answer.isError) throw new Error(`${step.id} failed: ${answer.texts.join('').slice(0, 300)}`);
    steps.push({ id: step.id, type: step.type, characters: characters(answer) });
  }
  bed.phone.clearData(latency);
  const journey = await bed.call('run_journey', {
    steps: stepsOn(bed.traits),
    responseMode,
    defaults: { verificationMode },
  });
  const text = journey.texts.join('');
  if (!/^PASSED|"success":true/.test(text)) throw new Error(`the journey failed: ${text.slice(0, 300)}`);
  return {
    steps,
    separate: steps.reduce((sum, step) => sum + step.characters, 0),
    journey: characters(journey),
  };
}
