/** Driver for a WebDriverAgent that the user runs; the only one for real devices. Source: [S5]. */

import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Point } from '../../../../../ui/ui-tree.ts';
import { isTransportProblem, TransportProblem } from '../../../../port/transport-problem.ts';
import { type AxElement, type AxReading, readAx, recordOf } from '../../ax/ax-json.ts';
import type { Gesture } from '../gesture.ts';
import { type KeyPress, usage } from '../hid-keys.ts';
import type { ScreenDriver, SpecialGesture } from './driver.ts';
import { lackingGesture } from './tool-run.ts';
import { WdaClient, type WdaRequest } from './wda-client.ts';
import { tellFocus } from './wda-focus.ts';

/** Whether each element is visible costs most of the time; `axScreen` works it out from the frames. */
const sourcePath = '/source?format=json&excluded_attributes=visible';

export class WdaDriver implements ScreenDriver {
  readonly name = 'wda';
  readonly tier = 'webdriveragent';
  readonly touches = 'interface';
  readonly pointsAtOnce = 1;
  readonly #client: WdaClient;
  #session: string | null = null;

  constructor(url: string) {
    this.#client = new WdaClient(url);
  }

  can(special: SpecialGesture): boolean {
    return special !== 'set_value';
  }

  async read(op: Operation): Promise<AxReading> {
    try {
      const reading = readAx(await this.#client.request(op, { method: 'GET', path: sourcePath }));
      const session = this.#session;
      // Making a session would end that of another client: only who has touched something is told the focus.
      if (session !== null)
        await tellFocus(reading, (path) =>
          this.#client.request(op, { method: 'GET', path: `/session/${session}${path}` }),
        );
      return reading;
    } catch (error) {
      throw asked(error);
    }
  }

  /** Its tree has what lies in bars, so that nobody need ask. */
  async at(_op: Operation, _point: Point): Promise<AxElement | null> {
    return await Promise.resolve(null);
  }

  async perform(dispatch: Dispatch, gesture: Gesture): Promise<void> {
    for (const { path, body } of requestsFor(gesture)) {
      try {
        await this.#inSession(dispatch, { method: 'POST', path, body });
      } catch (error) {
        if (!isTransportProblem(error, 'refused')) throw error;
        throw new Fault('ACTION_REJECTED', `WebDriverAgent refused the input: ${error.message}`, {
          cause: error,
          details: { error: error.code },
        });
      }
    }
  }

  async locked(op: Operation): Promise<boolean> {
    return (await this.#client.request(op, { method: 'GET', path: '/wda/locked' })) === true;
  }

  async picture(op: Operation): Promise<Uint8Array> {
    try {
      const value = await this.#client.request(op, { method: 'GET', path: '/screenshot' });
      return Buffer.from(String(value), 'base64');
    } catch (error) {
      throw asked(error);
    }
  }

  async close(): Promise<void> {
    // WebDriverAgent has one session and replaces it when another client creates one.
    this.#session = null;
    await Promise.resolve();
  }

  /** With an unknown session id nothing was executed, so the request may be repeated. */
  async #inSession(dispatch: Dispatch, request: WdaRequest): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      this.#session ??= await this.#begin(dispatch.unrecorded());
      try {
        await this.#client.request(dispatch, {
          ...request,
          path: `/session/${this.#session}${request.path}`,
        });
        return;
      } catch (error) {
        const gone = isTransportProblem(error, 'refused') && error.code === 'invalid session id';
        if (!gone || attempt > 0) throw error;
        this.#session = null;
      }
    }
  }

  async #begin(op: Operation): Promise<string> {
    const body = { capabilities: { alwaysMatch: {} } };
    const value = recordOf(await this.#client.request(op, { method: 'POST', path: '/session', body }));
    const id = value?.['sessionId'];
    if (typeof id === 'string' && /^[\w-]+$/.test(id)) return id;
    throw new TransportProblem('broken', 'not_delivered', 'WebDriverAgent returned no session.');
  }
}

function asked(error: unknown): unknown {
  if (!isTransportProblem(error, 'refused')) return error;
  return new Fault('OBSERVATION_FAILED', `WebDriverAgent said: ${error.message}`, {
    cause: error,
    reason: 'refused',
    details: { error: error.code },
  });
}

interface Sent {
  readonly path: string;
  readonly body: unknown;
}

function requestsFor(gesture: Gesture): readonly Sent[] {
  switch (gesture.kind) {
    case 'tap':
      return [actions([held(1, gesture.at, gesture.holdMs)])];
    case 'swipe':
      return [actions([moved(1, gesture, 0)])];
    case 'drag':
      return [actions([moved(1, gesture, 200)])];
    case 'text':
      return [typed([...gesture.text.replaceAll(/\r\n?/g, '\n')])];
    case 'clear':
      return [typed(Array.from({ length: gesture.length }, () => '\b'))];
    case 'keys':
      return gesture.presses.map(pressed);
    case 'pinch':
      return [pinch(gesture)];
    case 'rotate':
      throw lackingGesture('WebDriverAgent', 'rotating the device');
    case 'set_value':
      throw lackingGesture('WebDriverAgent', 'setting the value at a point');
  }
}

function typed(value: readonly string[]): Sent {
  return { path: '/wda/keys', body: { value } };
}

const typedKeys: ReadonlyMap<number, string> = new Map([
  [usage.enter, '\n'],
  [usage.backspace, '\b'],
  [usage.tab, '\t'],
  [usage.space, ' '],
]);

function pressed(press: KeyPress): Sent {
  if ('button' in press) {
    if (press.button === 'HOME') return { path: '/wda/pressButton', body: { name: 'home' } };
    if (press.button === 'LOCK') return { path: '/wda/lock', body: {} };
    throw lackingGesture('WebDriverAgent', `the button ${press.button}`);
  }
  const char = press.modifiers.length === 0 ? typedKeys.get(press.usage) : undefined;
  if (char === undefined) throw lackingGesture('WebDriverAgent', `the key with usage ${press.usage}`);
  return typed([char]);
}

interface WdaMethod {
  readonly from: Point;
  readonly to: Point;
  readonly durationMs: number;
}

function actions(fingers: readonly unknown[]): Sent {
  return { path: '/actions', body: { actions: fingers } };
}

function held(id: number, at: Point, holdMs: number): unknown {
  return finger(id, [
    move(at, 0),
    { type: 'pointerDown', button: 0 },
    pause(holdMs),
    { type: 'pointerUp', button: 0 },
  ]);
}

function moved(id: number, { from, to, durationMs }: WdaMethod, restMs: number): unknown {
  const rest = restMs > 0 ? [pause(restMs)] : [];
  const down = { type: 'pointerDown', button: 0 };
  return finger(id, [move(from, 0), down, move(to, durationMs), ...rest, { type: 'pointerUp', button: 0 }]);
}

function pinch({ center: [x, y], scale, radius, durationMs }: Extract<Gesture, { kind: 'pinch' }>): Sent {
  const near = scale > 1 ? radius / scale : radius * scale;
  const [start, end] = scale > 1 ? [near, radius] : [radius, near];
  const fingerPath = (side: number): WdaMethod => ({
    from: [x + side * start, y],
    to: [x + side * end, y],
    durationMs,
  });
  return actions([moved(1, fingerPath(-1), 0), moved(2, fingerPath(1), 0)]);
}

function finger(id: number, steps: readonly unknown[]): unknown {
  return { type: 'pointer', id: `finger${id}`, parameters: { pointerType: 'touch' }, actions: steps };
}

function move([x, y]: Point, durationMs: number): unknown {
  return { type: 'pointerMove', duration: Math.round(durationMs), x: Math.round(x), y: Math.round(y) };
}

function pause(ms: number): unknown {
  return { type: 'pause', duration: Math.round(ms) };
}
