/**
 * Input through the helper while it runs, else by the device's own commands. What may have been carried out by one way
 * is never sent again by the other.
 */

import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import { Fault, isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Point } from '../../../ui/ui-tree.ts';
import type { Adjustment, InputFacet, Pinch, Swipe, TypedText } from '../../port/input.ts';
import { TransportProblem } from '../../port/transport-problem.ts';
import { key, keyCode } from '../input/key-codes.ts';
import { parseUiXml } from '../screen/ui-xml.ts';
import { keyRequest, longPressRequest, pinchRequest, swipeRequest, tapRequest } from './helper-gestures.ts';
import type { ActionRequest, HelperSession } from './helper-session.ts';
import { focusedNode, keysDo, textMethod } from './helper-text.ts';
import type { ResidentHelper } from './resident-helper.ts';

/** `plain` does everything that the helper does not. */
export function helperInput(helper: ResidentHelper, plain: InputFacet): InputFacet {
  return new HelperInput(helper, plain);
}

interface Sending<T> {
  readonly request: () => ActionRequest;
  /** The way without the helper. */
  readonly otherwise: () => Promise<T>;
  /** What the helper's way answers. */
  readonly done: T;
}

class HelperInput implements InputFacet {
  readonly #helper: ResidentHelper;
  readonly #plain: InputFacet;

  constructor(helper: ResidentHelper, plain: InputFacet) {
    this.#helper = helper;
    this.#plain = plain;
  }

  get keyNames(): readonly string[] {
    return this.#plain.keyNames;
  }

  /** Only the helper can inject two pointers; assume it is available until it has been looked for. */
  get pinch(): InputFacet['pinch'] {
    if (!this.#helper.possible) return undefined;
    return async (op: Dispatch, pinch: Pinch): Promise<void> => {
      const request = pinchRequest(pinch);
      await this.#only(op, (session) => this.#act(op, { session, request }));
    };
  }

  get adjust(): InputFacet['adjust'] {
    if (!this.#helper.possible) return undefined;
    return async (op: Dispatch, adjustment: Adjustment): Promise<void> => {
      await this.#only(op, async (session) => {
        const request = await this.#adjustRequest(op.unrecorded(), session, adjustment);
        await this.#act(op, { session, request });
      });
    };
  }

  async tap(op: Dispatch, at: Point): Promise<void> {
    const otherwise = (): Promise<void> => this.#plain.tap(op, at);
    await this.#first(op, { request: () => tapRequest(at), otherwise, done: undefined });
  }

  async longPress(op: Dispatch, press: { at: Point; durationMs: number }): Promise<void> {
    const otherwise = (): Promise<void> => this.#plain.longPress(op, press);
    await this.#first(op, { request: () => longPressRequest(press), otherwise, done: undefined });
  }

  async swipe(op: Dispatch, swipe: Swipe): Promise<void> {
    const otherwise = (): Promise<void> => this.#plain.swipe(op, swipe);
    await this.#first(op, { request: () => swipeRequest(swipe), otherwise, done: undefined });
  }

  async key(op: Dispatch, name: string): Promise<void> {
    const otherwise = (): Promise<void> => this.#plain.key(op, name);
    await this.#first(op, { request: () => keyRequest(keyCode(name)), otherwise, done: undefined });
  }

  async back(op: Dispatch): Promise<void> {
    // The server's own "back" waits up to a second for something to happen.
    await this.key(op, String(key.back));
  }

  async canType(op: Operation, text: string): Promise<void> {
    if (keysDo(text) || (await this.#helper.demand(op)) !== null) return;
    await this.#plain.canType?.(op, text);
  }

  async type(op: Dispatch, text: string): Promise<TypedText> {
    const plainly = (): Promise<TypedText> => this.#plain.type(op, text);
    const session = keysDo(text) ? null : await this.#helper.demand(op.unrecorded());
    if (!session) return await plainly();
    const field = await this.#unlessBroken(() => this.#focused(op.unrecorded(), session));
    const method = field instanceof TransportProblem ? null : textMethod(text, field);
    if (method === null || method.method === 'keys') return await plainly();
    if (method.method === 'paste') return await this.#paste(op, { session, text }, plainly);
    const request = () => ({ path: '/keys', body: method.body });
    const done = { method: 'helper set text' };
    return await this.#first(op, { request, otherwise: plainly, done });
  }

  async clear(op: Dispatch, length: number): Promise<void> {
    if (length === 0) return;
    const request = () => ({ path: '/keys', body: { text: '', replace: true } });
    const otherwise = (): Promise<void> => this.#plain.clear(op, length);
    await this.#first(op, { request, otherwise, done: undefined });
  }

  /** Through the helper while it runs; through shell commands only if the helper cannot have executed anything. */
  async #first<T>(op: Dispatch, { request, otherwise, done }: Sending<T>): Promise<T> {
    const session = this.#helper.there === false ? null : this.#helper.trusted;
    if (!session) return await otherwise();
    const failed = await this.#unlessBroken(() => this.#act(op, { session, request: request() }));
    return failed instanceof TransportProblem ? await otherwise() : done;
  }

  async #only(op: Dispatch, work: (session: HelperSession) => Promise<void>): Promise<void> {
    const session = await this.#helper.demand(op.unrecorded());
    const failed = session ? await this.#unlessBroken(() => this.#helper.using(() => work(session))) : null;
    if (session && !(failed instanceof TransportProblem)) return;
    throw new Fault('CAPABILITY_MISSING', `This needs the helper. ${this.#helper.state.why ?? ''}`.trim(), {
      nextStep: 'Run `mobile-debug-mcp helper status`; it says what keeps the helper from being used.',
      delivery: 'not_delivered',
    });
  }

  async #act(
    op: Dispatch,
    { session, request }: { session: HelperSession; request: ActionRequest },
  ): Promise<void> {
    await this.#helper.using(() => session.act(op, request));
    this.#helper.succeeded();
  }

  async #paste(
    op: Dispatch,
    { session, text }: { session: HelperSession; text: string },
    otherwise: () => Promise<TypedText>,
  ): Promise<TypedText> {
    const held = await this.#unlessBroken(() =>
      this.#helper.using(async () => {
        const preparing = op.unrecorded();
        await session.setClipboard(preparing, text);
        return await session.clipboard(preparing);
      }),
    );
    // Since Android 10 the helper may set the clipboard but not read it, so an empty read is no contradiction.
    const set = !(held instanceof TransportProblem) && (held === text || held === '');
    if (!set) return await otherwise();
    const done = { method: 'helper clipboard paste' };
    return await this.#first(op, { request: () => keyRequest(key.paste), otherwise, done });
  }

  async #focused(op: Operation, session: HelperSession) {
    const xml = await this.#helper.using(() => session.source(op));
    try {
      return focusedNode(parseUiXml(xml).windows);
    } catch (error) {
      throw isFault(error, 'OBSERVATION_FAILED')
        ? new TransportProblem('wrong', 'not_delivered', error.message, { cause: error })
        : error;
    }
  }

  async #adjustRequest(
    op: Operation,
    session: HelperSession,
    { bounds: [left, top, right, bottom], resourceId, value }: Adjustment,
  ): Promise<ActionRequest> {
    const byId = resourceId ? await session.find(op, { strategy: 'id', selector: resourceId }) : null;
    const selector = `//*[@bounds="[${left},${top}][${right},${bottom}]"]`;
    const id = byId ?? (await session.find(op, { strategy: 'xpath', selector }));
    if (id === null)
      throw new TransportProblem('refused', 'not_delivered', 'The helper does not find this control.');
    return { path: `/element/${id}/value`, body: { text: String(value), replace: true } };
  }

  /**
   * The problem, when nothing can have been carried out. Throws ACTION_REJECTED for what the helper refused, and for
   * what may have arrived a fault that says so.
   */
  async #unlessBroken<T>(work: () => Promise<T>): Promise<T | TransportProblem> {
    try {
      return await work();
    } catch (error) {
      if (isFault(error, 'TIMEOUT')) this.#helper.markUnconfirmed();
      if (!(error instanceof TransportProblem)) throw error;
      if (error.kind === 'refused') {
        throw new Fault('ACTION_REJECTED', `The device refused the input: ${error.message}`, {
          cause: error,
          details: { error: error.code },
        });
      }
      await this.#helper.failed(error);
      if (!error.mayHaveArrived) return error;
      throw new Fault(
        'DEVICE_UNAVAILABLE',
        `The helper failed while it carried out the input, which may have arrived: ${error.message}`,
        { cause: error, retryable: false, nextStep: 'Look at the screen before trying again.' },
      );
    }
  }
}
