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
  /** Input without the helper. */
  readonly otherwise: () => Promise<T>;
  /** The result of input through the helper. */
  readonly done: T;
}

class HelperInput implements InputFacet {
  readonly #helper: ResidentHelper;
  readonly #plain: InputFacet;

  constructor(helper: ResidentHelper, plain: InputFacet) {
    this.#helper = helper;
    this.#plain = plain;
  }

  get arrowsMoveFocus(): boolean {
    return this.#plain.arrowsMoveFocus ?? false;
  }

  get touchless(): boolean {
    return this.#plain.touchless ?? false;
  }

  get keyNames(): readonly string[] {
    return this.#plain.keyNames;
  }

  /** Only the helper can inject two pointers; assume it is available until checked. */
  get pinch(): InputFacet['pinch'] {
    if (!this.#helper.possible) return undefined;
    return async (dispatch: Dispatch, pinch: Pinch): Promise<void> => {
      const request = pinchRequest(pinch);
      await this.#only(dispatch, (session) => this.#act(dispatch, { session, request }));
    };
  }

  get adjust(): InputFacet['adjust'] {
    if (!this.#helper.possible) return undefined;
    return async (dispatch: Dispatch, adjustment: Adjustment): Promise<void> => {
      await this.#only(dispatch, async (session) => {
        const request = await this.#adjustRequest(dispatch.unrecorded(), session, adjustment);
        await this.#act(dispatch, { session, request });
      });
    };
  }

  /** Android knows one client of UiAutomation at a time, and the helper's readings give the values themselves. */
  get hearValues(): InputFacet['hearValues'] {
    return this.#helper.possible ? undefined : this.#plain.hearValues?.bind(this.#plain);
  }

  async tap(dispatch: Dispatch, at: Point): Promise<void> {
    const otherwise = (): Promise<void> => this.#plain.tap(dispatch, at);
    await this.#first(dispatch, { request: () => tapRequest(at), otherwise, done: undefined });
  }

  async longPress(dispatch: Dispatch, press: { at: Point; durationMs: number }): Promise<void> {
    const otherwise = (): Promise<void> => this.#plain.longPress(dispatch, press);
    await this.#first(dispatch, { request: () => longPressRequest(press), otherwise, done: undefined });
  }

  async swipe(dispatch: Dispatch, swipe: Swipe): Promise<void> {
    const otherwise = (): Promise<void> => this.#plain.swipe(dispatch, swipe);
    await this.#first(dispatch, { request: () => swipeRequest(swipe), otherwise, done: undefined });
  }

  async key(dispatch: Dispatch, name: string): Promise<void> {
    const otherwise = (): Promise<void> => this.#plain.key(dispatch, name);
    await this.#first(dispatch, { request: () => keyRequest(keyCode(name)), otherwise, done: undefined });
  }

  async back(dispatch: Dispatch): Promise<void> {
    // The server's own "back" waits up to a second for something to happen.
    await this.key(dispatch, String(key.back));
  }

  async canType(op: Operation, text: string): Promise<void> {
    if (keysDo(text) || (await this.#helper.demand(op)) !== null) return;
    await this.#plain.canType?.(op, text);
  }

  async type(dispatch: Dispatch, text: string): Promise<TypedText> {
    const plainly = (): Promise<TypedText> => this.#plain.type(dispatch, text);
    const session = keysDo(text) ? null : await this.#helper.demand(dispatch.unrecorded());
    if (!session) return await plainly();
    const field = await this.#unlessBroken(() => this.#focused(dispatch.unrecorded(), session));
    const method = field instanceof TransportProblem ? null : textMethod(text, field);
    if (method === null || method.method === 'keys') return await plainly();
    if (method.method === 'paste') return await this.#paste(dispatch, { session, text }, plainly);
    const request = () => ({ path: '/keys', body: method.body });
    const done = { method: 'helper set text' };
    return await this.#first(dispatch, { request, otherwise: plainly, done });
  }

  async clear(dispatch: Dispatch, length: number): Promise<void> {
    if (length === 0) return;
    const request = () => ({ path: '/keys', body: { text: '', replace: true } });
    const otherwise = (): Promise<void> => this.#plain.clear(dispatch, length);
    await this.#first(dispatch, { request, otherwise, done: undefined });
  }

  /** Through the helper while it runs; through shell commands only if the helper cannot have executed anything. */
  async #first<T>(dispatch: Dispatch, { request, otherwise, done }: Sending<T>): Promise<T> {
    const session = this.#helper.there === false ? null : this.#helper.trusted;
    if (!session) return await otherwise();
    const failed = await this.#unlessBroken(() => this.#act(dispatch, { session, request: request() }));
    return failed instanceof TransportProblem ? await otherwise() : done;
  }

  async #only(dispatch: Dispatch, work: (session: HelperSession) => Promise<void>): Promise<void> {
    const session = await this.#helper.demand(dispatch.unrecorded());
    const failed = session ? await this.#unlessBroken(() => this.#helper.using(() => work(session))) : null;
    if (session && !(failed instanceof TransportProblem)) return;
    throw new Fault('CAPABILITY_MISSING', `This needs the helper. ${this.#helper.state.why ?? ''}`.trim(), {
      nextStep: 'Run `mobile-debug-mcp helper status` to see why the helper is not used.',
      delivery: 'not_delivered',
    });
  }

  async #act(
    dispatch: Dispatch,
    { session, request }: { session: HelperSession; request: ActionRequest },
  ): Promise<void> {
    await this.#helper.using(() => session.act(dispatch, request));
    this.#helper.succeeded();
  }

  async #paste(
    dispatch: Dispatch,
    { session, text }: { session: HelperSession; text: string },
    otherwise: () => Promise<TypedText>,
  ): Promise<TypedText> {
    const held = await this.#unlessBroken(() =>
      this.#helper.using(async () => {
        const preparing = dispatch.unrecorded();
        await session.setClipboard(preparing, text);
        return await session.clipboard(preparing);
      }),
    );
    // Since Android 10 the helper may set the clipboard but not read it, so an empty read is no contradiction.
    const set = !(held instanceof TransportProblem) && (held === text || held === '');
    if (!set) return await otherwise();
    const done = { method: 'helper clipboard paste' };
    return await this.#first(dispatch, { request: () => keyRequest(key.paste), otherwise, done });
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
      throw new TransportProblem('refused', 'not_delivered', 'The helper cannot find this control.');
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
        `The helper failed while sending the input, which may have arrived: ${error.message}`,
        { cause: error, retryable: false, nextStep: 'Read the screen before trying again.' },
      );
    }
  }
}
