/**
 * The helper's HTTP interface (appium-uiautomator2-server 10.6): requests in the shapes it takes, answers checked before
 * use. One session; answers of another session are rejected. Source: [T1].
 */

import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { firstLine } from '@mobile-debug/core/text.ts';
import { TransportProblem } from '../../port/transport-problem.ts';
import type { HelperConnection, HelperRequest } from './helper-connection.ts';

/**
 * No wait for silence: what a screen still does is seen by reading again. Test tags of Compose stand for missing ids.
 * Toasts are left out as the stock dump does, depth is what the server allows at most, and a pulled cable must not end
 * it (the stream of its instrumentation does that already).
 */
export const speedSettings = {
  waitForIdleTimeout: 0,
  waitForSelectorTimeout: 0,
  actionAcknowledgmentTimeout: 0,
  simpleBoundsCalculation: true,
  enableMultiWindows: true,
  mapTestTagToResourceId: true,
  enableNotificationListener: false,
  snapshotMaxDepth: 500,
  shutdownOnPowerDisconnect: false,
} as const;

/** Of which later servers or older ones may not know all; the first two matter for time. */
const optionalSettings = [
  'mapTestTagToResourceId',
  'waitForSelectorTimeout',
  'actionAcknowledgmentTimeout',
] as const;

const elementKeys = ['element-6066-11e4-a52e-4f735466cecf', 'ELEMENT'] as const;

export interface ActionRequest {
  readonly path: string;
  readonly body: unknown;
}

interface Answered {
  readonly status: number;
  readonly sessionId: unknown;
  readonly value: unknown;
}

export class HelperSession {
  readonly #connection: HelperConnection;
  readonly #id: string;

  private constructor(connection: HelperConnection, id: string) {
    this.#connection = connection;
    this.#id = id;
  }

  /** True when a server answers that it is ready; problems as the connection's, `wrong` for another kind of server. */
  static async ready(op: Operation, connection: HelperConnection): Promise<boolean> {
    const { value } = await ask(op, connection, { method: 'GET', path: '/status' });
    return record(value)?.['ready'] === true;
  }

  static async open(op: Operation, connection: HelperConnection): Promise<HelperSession> {
    const body = { capabilities: { firstMatch: [{}], alwaysMatch: {} } };
    const { value } = await ask(op, connection, { method: 'POST', path: '/session', body });
    const id = record(value)?.['sessionId'];
    if (typeof id !== 'string' || !/^[\w-]{1,100}$/.test(id))
      throw new TransportProblem('wrong', 'not_delivered', 'The helper did not open a session.');
    const session = new HelperSession(connection, id);
    await session.#applySettings(op);
    return session;
  }

  /** The screen as XML. One request. */
  async source(op: Operation): Promise<string> {
    const value = await this.#ask(op, { method: 'GET', path: '/source' });
    if (typeof value !== 'string' || !value.includes('<'))
      throw new TransportProblem('wrong', 'not_delivered', 'The helper returned no XML for the screen.');
    return value;
  }

  async act(dispatch: Dispatch, { path, body }: ActionRequest): Promise<void> {
    await this.#ask(dispatch, { method: 'POST', path, body });
  }

  async setClipboard(op: Operation, text: string): Promise<void> {
    const content = Buffer.from(text, 'utf8').toString('base64');
    const body = { content, contentType: 'PLAINTEXT', label: 'text' };
    await this.#ask(op, { method: 'POST', path: '/appium/device/set_clipboard', body });
  }

  /** Empty where the system does not let the helper read it (Android 10 and newer, out of focus). */
  async clipboard(op: Operation): Promise<string> {
    const body = { contentType: 'PLAINTEXT' };
    const value = await this.#ask(op, { method: 'POST', path: '/appium/device/get_clipboard', body });
    return typeof value === 'string' ? Buffer.from(value, 'base64').toString('utf8') : '';
  }

  /** Handle of the one view that has exactly these bounds and this id; null when there is none or several. */
  async find(
    op: Operation,
    { strategy, selector }: { strategy: 'id' | 'xpath'; selector: string },
  ): Promise<string | null> {
    const body = { strategy, selector, context: '', multiple: true };
    const value = await this.#ask(op, { method: 'POST', path: '/elements', body });
    if (!Array.isArray(value))
      throw new TransportProblem('wrong', 'not_delivered', 'The helper listed no elements.');
    const found = value.length === 1 ? record(value[0]) : null;
    const id = found && elementKeys.map((key) => found[key]).find((one) => typeof one === 'string');
    return typeof id === 'string' ? id : null;
  }

  /** Ends the server's process: its answer comes first. */
  async end(op: Operation): Promise<void> {
    await ask(op, this.#connection, { method: 'DELETE', path: `/session/${this.#id}` });
  }

  async #applySettings(op: Operation): Promise<void> {
    const path = '/appium/settings';
    try {
      await this.#ask(op, { method: 'POST', path, body: { settings: speedSettings } });
    } catch (error) {
      if (!(error instanceof TransportProblem) || error.kind !== 'refused') throw error;
      const known = Object.entries(speedSettings).filter(
        ([name]) => !(optionalSettings as readonly string[]).includes(name),
      );
      await this.#ask(op, { method: 'POST', path, body: { settings: Object.fromEntries(known) } });
    }
  }

  async #ask(op: Operation, request: HelperRequest): Promise<unknown> {
    const path = `/session/${this.#id}${request.path}`;
    const { sessionId, value } = await ask(op, this.#connection, { ...request, path });
    if (typeof sessionId === 'string' && sessionId !== this.#id)
      throw new TransportProblem(
        'wrong',
        'unknown',
        'The answer belongs to another session: another server uses the port.',
      );
    return value;
  }
}

async function ask(op: Operation, connection: HelperConnection, request: HelperRequest): Promise<Answered> {
  const { status, body } = await connection.request(op, request);
  const answer = record(parsed(body.toString('utf8')));
  const value = answer?.['value'];
  if (status >= 400) throw refusal(status, record(value));
  if (!answer || !('value' in answer) || status !== 200)
    throw new TransportProblem(
      'wrong',
      'unknown',
      `Status ${status} without the value that this answer should have.`,
    );
  return { status, sessionId: answer['sessionId'], value };
}

/** Unknown session or command: not executed. For every other error, delivery is unknown. */
function refusal(status: number, error: Record<string, unknown> | null): TransportProblem {
  const code = typeof error?.['error'] === 'string' ? error['error'] : '';
  const message = typeof error?.['message'] === 'string' ? error['message'] : '';
  if (code === 'invalid session id' || code === 'unknown command')
    return new TransportProblem('gone', 'not_delivered', `The helper no longer knows our session (${code}).`);
  if (code === '')
    return new TransportProblem('wrong', 'unknown', `The port answered with status ${status}.`);
  const words = firstLine(message).slice(0, 300);
  return new TransportProblem('refused', 'delivered', words || code, { code });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new TransportProblem('wrong', 'unknown', 'The answer is not JSON.', { cause: error });
  }
}

function record(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}
