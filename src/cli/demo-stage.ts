/** Plays the steps of a demo one after the other and keeps what each did. What the steps are is the journey's business. */

import type { Clock } from '@mobile-debug/core/clock.ts';
import type { DemoClient } from './demo-client.ts';
import type { DemoPrinter } from './demo-print.ts';

type Json = Readonly<Record<string, unknown>>;

export interface DemoAnswer {
  readonly isError: boolean;
  /** The first text as JSON; empty when it is an outline. */
  readonly data: Json;
  readonly texts: readonly string[];
  readonly image: { readonly base64: string; readonly mimeType: string } | null;
}

/** What later steps need of earlier ones. */
export type DemoMemory = Map<string, unknown>;

export interface DemoStep {
  /** What it shows, for a person. */
  readonly title: string;
  readonly tool: string;
  args(memory: DemoMemory): Record<string, unknown>;
  /** In one line or a few what was seen; throws DemoWrong when it is not as it should be. */
  check(answer: DemoAnswer, memory: DemoMemory): string;
  /** A heading before this step. */
  readonly chapter?: string;
}

export interface PlayedStep {
  readonly index: number;
  readonly chapter: string | null;
  readonly title: string;
  readonly tool: string;
  readonly args: Json;
  readonly startedMs: number;
  readonly durationMs: number;
  readonly ok: boolean;
  readonly seen: string;
  readonly answer: DemoAnswer | null;
}

/** Something is not as the demo promises; the message says what. */
export class DemoWrong extends Error {
  override readonly name = 'DemoWrong';
}

export function check(condition: boolean, message: string): asserts condition {
  if (!condition) throw new DemoWrong(message);
}

/** The value at a path of an answer; undefined when there is none. */
export function valueAt(data: unknown, ...path: readonly (string | number)[]): unknown {
  let value: unknown = data;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string | number, unknown>)[key];
  }
  return value;
}

export interface Stage {
  readonly client: DemoClient;
  readonly clock: Clock;
  readonly printer: DemoPrinter;
}

/** Stops at the first step that is not as it should be; that step is the last of the answer. */
export async function playSteps(stage: Stage, steps: readonly DemoStep[]): Promise<readonly PlayedStep[]> {
  const memory: DemoMemory = new Map();
  const from = stage.clock.monotonicMs();
  const played: PlayedStep[] = [];
  for (const [position, step] of steps.entries()) {
    const index = position + 1;
    if (step.chapter !== undefined) stage.printer.heading(step.chapter);
    stage.printer.begun(index, step.title, step.tool);
    const args = step.args(memory);
    const startedMs = stage.clock.monotonicMs() - from;
    const answer = await ask(stage.client, step.tool, args);
    const durationMs = stage.clock.monotonicMs() - from - startedMs;
    const { ok, seen } = judge(step, answer, memory);
    stage.printer.finished(durationMs, ok, seen);
    const { title, tool, chapter = null } = step;
    played.push({ index, chapter, title, tool, args, startedMs, durationMs, ok, seen, answer });
    if (!ok) break;
  }
  return played;
}

function judge(step: DemoStep, answer: DemoAnswer, memory: DemoMemory): { ok: boolean; seen: string } {
  try {
    return { ok: true, seen: step.check(answer, memory) };
  } catch (error) {
    if (!(error instanceof DemoWrong)) throw error;
    return { ok: false, seen: `${error.message}\n${answer.texts.join('\n').slice(0, 1_000)}` };
  }
}

async function ask(client: DemoClient, name: string, args: Record<string, unknown>): Promise<DemoAnswer> {
  const result = await client.callTool(name, args);
  const texts = result.content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  const image = result.content.find((block) => block.type === 'image');
  return {
    isError: result.isError === true,
    data: asJson(texts[0]),
    texts,
    image: image?.type === 'image' ? { base64: image.data, mimeType: image.mimeType } : null,
  };
}

function asJson(text: string | undefined): Json {
  return text?.startsWith('{') ? (JSON.parse(text) as Json) : {};
}
