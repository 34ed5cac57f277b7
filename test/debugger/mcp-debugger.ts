/** For tests: one app debugged through the tools, whatever carries the calls. */
import { expect } from 'vitest';
import type { Answer } from '../harness.ts';

type Fields = Record<string, unknown>;
export type Call = (name: string, args: Fields) => Promise<Pick<Answer, 'isError' | 'data' | 'texts'>>;

export interface Stop {
  readonly stop_id: string;
  readonly thread_id: string;
  readonly reason: string;
  readonly description: string;
  readonly breakpoint_ids: readonly string[];
  readonly locations: readonly Fields[];
}

export interface Event extends Fields {
  readonly kind: string;
  readonly sequence: number;
  readonly stop?: Stop;
}

export class McpDebugger {
  readonly call: Call;
  readonly target: Fields;
  debugSessionId = '';
  #cursor = 0;
  readonly #events: Event[] = [];

  constructor(call: Call, target: Fields) {
    this.call = call;
    this.target = target;
  }

  async ok(name: string, args: Fields): Promise<Fields> {
    const { isError, data, texts } = await this.call(name, args);
    expect(isError, texts[0]).toBe(false);
    return data;
  }

  /** The text of a call that is refused. */
  async refused(name: string, args: Fields): Promise<string> {
    const { isError, data, texts } = await this.call(name, args);
    expect(isError || data['success'] === false, texts[0]).toBe(true);
    return texts[0] ?? '';
  }

  /** With the id of the session. */
  async own(name: string, args: Fields = {}): Promise<Fields> {
    return await this.ok(name, { debugSessionId: this.debugSessionId, ...args });
  }

  async attach(more: Fields = {}): Promise<Fields> {
    const data = await this.ok('attach_debugger', { ...this.target, ...more });
    this.debugSessionId = String(data['debug_session_id']);
    this.#cursor = 0;
    this.#events.length = 0;
    return data;
  }

  async breakAt(args: Fields): Promise<Fields> {
    return (await this.own('set_debugger_breakpoint', args))['result'] as Fields;
  }

  async remove(breakpointId: unknown): Promise<void> {
    await this.own('remove_debugger_breakpoint', { breakpointId });
  }

  /** The next event of a kind; those before it are passed over. */
  async event(kind: string): Promise<Event> {
    for (let tries = 0; tries < 12; tries++) {
      while (this.#events.length > 0) {
        const event = this.#events.shift();
        if (event?.kind === kind) return event;
      }
      await this.#more(5_000);
    }
    throw new Error(`No event ${kind} came.`);
  }

  /** Those that have come, until none comes for a moment. */
  async rest(timeoutMs = 300): Promise<readonly Event[]> {
    while (await this.#more(timeoutMs)) {
      // Until an empty answer.
    }
    return this.#events.splice(0);
  }

  async stop(): Promise<Stop> {
    const { stop } = await this.event('stopped');
    if (!stop) throw new Error('A stop without a summary.');
    return stop;
  }

  async resume({ stop_id: stopId }: Stop): Promise<void> {
    await this.own('resume_debugger', { stopId });
  }

  async step({ stop_id: stopId, thread_id: threadId }: Stop, kind: 'into' | 'over' | 'out'): Promise<Stop> {
    await this.own('step_debugger', { stopId, threadId, kind });
    return await this.stop();
  }

  /** In outline. */
  async stack({ stop_id: stopId, thread_id: threadId }: Stop, more: Fields = {}): Promise<string> {
    const args = { debugSessionId: this.debugSessionId, stopId, threadId, responseMode: 'outline', ...more };
    const { isError, texts } = await this.call('get_debugger_stack', args);
    expect(isError, texts[0]).toBe(false);
    return texts[0] ?? '';
  }

  async frames({ stop_id: stopId, thread_id: threadId }: Stop): Promise<readonly Fields[]> {
    const { result } = await this.own('get_debugger_stack', { stopId, threadId });
    return (result as { frames: Fields[] }).frames;
  }

  async top(stop: Stop): Promise<{ readonly stopId: string; readonly frameId: unknown }> {
    return { stopId: stop.stop_id, frameId: (await this.frames(stop))[0]?.['frame_id'] };
  }

  /** Of the innermost frame, in outline. */
  async locals(stop: Stop): Promise<string> {
    const args = { debugSessionId: this.debugSessionId, ...(await this.top(stop)), responseMode: 'outline' };
    const { isError, texts } = await this.call('get_debugger_locals', args);
    expect(isError, texts[0]).toBe(false);
    return texts[0] ?? '';
  }

  /** The answer as text. */
  async evaluate(stop: Stop, expression: string, more: Fields = {}): Promise<string> {
    const found = await this.own('evaluate_in_debugger', { ...(await this.top(stop)), expression, ...more });
    return JSON.stringify(found['result']);
  }

  async detach(): Promise<Fields> {
    return await this.own('detach_debugger');
  }

  async #more(timeoutMs: number): Promise<boolean> {
    const page = await this.own('wait_for_debugger_event', { afterSequence: this.#cursor, timeoutMs });
    const events = page['events'] as Event[];
    this.#cursor = Number(page['next_cursor']);
    this.#events.push(...events);
    return events.length > 0;
  }
}
