/** What tools that look at a stop share: the stop that a call names, before the look and behind it, and answers in two forms. */
import type { Operation } from '@mobile-debug/core/operation.ts';
import * as z from 'zod';
import type { Debuggee } from '../debugger/backend.ts';
import type { DebugSession } from '../debugger/debug-session.ts';
import type { DebugSessions } from '../debugger/debug-sessions.ts';
import { sessionToWire } from '../wire/debug-answer.ts';
import { sessionFields } from '../wire/debug-shape.ts';
import { debugSessionId, responseMode, stopId, timeoutMs } from './debug-input.ts';
import type { Block } from './define-tool.ts';

export const stopInput = { debugSessionId, stopId };
export const lookInput = { responseMode, timeoutMs };

interface StopCall {
  readonly op: Operation;
  readonly debug: DebugSessions;
  readonly input: { readonly debugSessionId: string; readonly stopId: string; readonly timeoutMs: number };
}

/** The session, if the app stands where the call says. Counts as a sign of life of the client. */
export function sessionAt({ debug, input }: StopCall): DebugSession {
  const session = debug.get(input.debugSessionId);
  session.touch();
  session.at(input.stopId);
  return session;
}

/** What `look` finds, if the app still stands there afterwards; else DEBUGGER_STALE_REFERENCE, whatever became of the look. */
export async function lookAtStop<T>(
  { op, input }: StopCall,
  session: DebugSession,
  look: (op: Operation, debuggee: Debuggee) => Promise<T>,
): Promise<T> {
  try {
    return await session.inspect(op, input.timeoutMs, look);
  } finally {
    session.at(input.stopId);
  }
}

/** The blocks of an answer as JSON or as lines. `about` says what the JSON holds. */
export function stopBlocks(about: string, result: z.ZodType) {
  return [
    { about: `\`debug\`: ${about}, as JSON`, shape: z.looseObject({ ...sessionFields, result }) },
    { about: '`outline`: one line each, as plain text' },
  ];
}

/** Lines as they are, or the envelope as JSON. */
export function stopAnswer(
  mode: 'debug' | 'outline',
  lines: readonly string[],
  { session, result }: { readonly session: DebugSession; readonly result: Record<string, unknown> },
): { text: string } {
  return { text: mode === 'outline' ? lines.join('\n') : JSON.stringify(sessionToWire(session, result)) };
}

export function textBlock({ text }: { readonly text: string }): readonly Block[] {
  return [{ type: 'text', text }];
}
