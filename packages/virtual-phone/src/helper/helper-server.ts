/**
 * What the helper's server answers: one session, source, elements, gestures, keys, clipboard, settings. Shapes as
 * appium-uiautomator2-server 10.6 has them. Wires and faults are helper-endpoint.ts's.
 */
import { randomId } from '@mobile-debug/core/ids.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Phone } from '../phone/phone-types.ts';
import type { TimingProfile } from '../phone/timing.ts';
import { centreOf, Elements } from './elements.ts';
import { helperVersion } from './helper-apps.ts';
import type { HttpAnswer, HttpRequest } from './http-wire.ts';
import { sourceXml, windowId } from './source-xml.ts';
import { field, readActions } from './w3c-actions.ts';

const elementKey = 'element-6066-11e4-a52e-4f735466cecf';
/** What the real server waits for quiet before it reads. */
const quietMs = 500;

type Handler = (op: Operation, body: unknown, parts: readonly string[]) => Promise<unknown> | unknown;

/** Answered as a W3C error. */
class Refusal extends Error {
  readonly status: number;
  readonly error: string;

  constructor(status: number, error: string, message: string) {
    super(message);
    this.status = status;
    this.error = error;
  }
}

export class HelperServer {
  /** Settings that a client changed or that are asked for; the defaults of the real server. */
  readonly settings: Record<string, unknown> = {
    waitForIdleTimeout: 10_000,
    waitForSelectorTimeout: 10_000,
    actionAcknowledgmentTimeout: 3_000,
    scrollAcknowledgmentTimeout: 200,
    keyInjectionDelay: 0,
    ignoreUnimportantViews: false,
    allowInvisibleElements: false,
    currentDisplayId: 0,
    enableMultiWindows: false,
    simpleBoundsCalculation: false,
    mapTestTagToResourceId: false,
    snapshotMaxDepth: 70,
    shutdownOnPowerDisconnect: true,
    enableNotificationListener: true,
    deferAccessibilityCacheReset: false,
  };
  sessionId: string | null = null;
  readonly #phone: Phone;
  readonly #timing: TimingProfile;
  readonly #elements: Elements;
  readonly #stop: () => void;

  constructor(phone: Phone, timing: TimingProfile, stop: () => void) {
    this.#phone = phone;
    this.#timing = timing;
    this.#elements = new Elements(phone);
    this.#stop = stop;
  }

  /** `op` ends when the process does. */
  async answer(op: Operation, request: HttpRequest): Promise<HttpAnswer> {
    try {
      const value = await this.#route(op, request);
      return { status: 200, body: { sessionId: this.sessionId, value: value ?? null } };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const value = { error: error.error, message: error.message, stacktrace: `${error.message}\n\tat …` };
      return { status: error.status, body: { sessionId: this.sessionId, value } };
    }
  }

  async #route(op: Operation, { method, path, body }: HttpRequest): Promise<unknown> {
    if (method === 'GET' && path === '/status') {
      const build = { version: helperVersion, versionCode: 253 };
      return { ready: true, message: 'UiAutomator2 Server is ready to accept commands', build };
    }
    if (method === 'GET' && path === '/sessions')
      return this.sessionId === null ? [] : [{ id: this.sessionId, capabilities: {} }];
    if (method === 'POST' && path === '/session') return this.#newSession(body);
    const [, sessionId, rest] = /^\/session\/([^/]+)(\/.*)?$/.exec(path) ?? [];
    if (sessionId === undefined) throw unknownCommand(method, path);
    if (sessionId !== this.sessionId)
      throw new Refusal(404, 'invalid session id', `The session identified by ${sessionId} is not known`);
    const { handler, parts } = this.#find(`${method} ${rest ?? '/'}`);
    if (!handler) throw unknownCommand(method, path);
    return await handler(op, body, parts);
  }

  #newSession(body: unknown): unknown {
    if (typeof field(body, 'capabilities') !== 'object')
      throw new Refusal(500, 'session not created', "'capabilities' are mandatory for session creation");
    this.sessionId = randomId('session');
    return { sessionId: this.sessionId, capabilities: {} };
  }

  #find(request: string): { handler?: Handler; parts: readonly string[] } {
    for (const [pattern, handler] of Object.entries(this.#handlers)) {
      const match = new RegExp(`^${pattern.replace(':', '([^/]+)')}$`).exec(request);
      if (match) return { handler, parts: match.slice(1) };
    }
    return { parts: [] };
  }

  readonly #handlers: Readonly<Record<string, Handler>> = {
    'DELETE /': () => this.#stop(),
    'GET /source': (op) => this.#source(op),
    'GET /appium/settings': () => this.settings,
    'POST /appium/settings': (_op, body) => this.#setSettings(field(body, 'settings')),
    'POST /element': (op, body) => this.#findElements(op, body, true),
    'POST /elements': (op, body) => this.#findElements(op, body, false),
    'POST /element/:/click': (op, _body, [id]) => this.#tapElement(op, id ?? ''),
    'POST /element/:/clear': (op, _body, [id]) => this.#setText(op, id ?? null, { text: '', replace: true }),
    'POST /element/:/value': (op, body, [id]) => this.#setText(op, id ?? null, body),
    'GET /element/:/text': (_op, _body, [id]) => this.#element(id ?? '').text,
    'GET /element/:/rect': (_op, _body, [id]) => rectOf(this.#element(id ?? '').bounds),
    'POST /keys': (op, body) => this.#setText(op, null, body),
    'POST /appium/gestures/click': (op, body) => this.#touch(op, body, 0),
    'POST /appium/gestures/long_click': (op, body) => this.#touch(op, body, 500),
    'POST /actions': (op, body) => this.#actions(op, body),
    'POST /back': (op) => this.#key(op, 4),
    'POST /appium/device/press_keycode': (op, body) => this.#key(op, Number(field(body, 'keycode'))),
    'POST /appium/device/get_clipboard': () => base64(this.#phone.clipboard),
    'POST /appium/device/set_clipboard': (_op, body) => {
      this.#phone.clipboard = Buffer.from(String(field(body, 'content')), 'base64').toString('utf8');
    },
    'POST /appium/list_windows': () =>
      this.#phone
        .windows()
        .toReversed()
        .map((window) => ({
          windowId: windowId(window),
          displayId: window.displayId,
          packageName: window.packageName,
        })),
  };

  async #source(op: Operation): Promise<string> {
    await this.#idle(op);
    await this.#work(op, this.#timing.helperReadMs);
    const xml = sourceXml(this.#phone, {
      multiWindow: this.settings['enableMultiWindows'] === true,
      testTags: this.settings['mapTestTagToResourceId'] === true,
      maxDepth: Number(this.settings['snapshotMaxDepth']),
    });
    if (xml !== null) return xml;
    const words = 'Timed out after 10000ms waiting for the root AccessibilityNodeInfo in the active window.';
    throw new Refusal(500, 'unknown error', words);
  }

  async #idle(op: Operation): Promise<void> {
    const { clock, lastChangeMs } = this.#phone;
    const limitMs = Number(this.settings['waitForIdleTimeout']);
    const untilMs = clock.monotonicMs() + limitMs;
    const quiet = (): boolean => !this.#phone.isAnimating() && clock.monotonicMs() - lastChangeMs >= quietMs;
    while (this.#timing.helperReadMs > 0 && clock.monotonicMs() < untilMs && !quiet())
      await op.sleep(Math.min(20, limitMs));
  }

  #setSettings(settings: unknown): unknown {
    if (typeof settings !== 'object' || settings === null)
      throw new Refusal(400, 'invalid argument', "'settings' must be a map");
    const unknown = Object.keys(settings).find((name) => !(name in this.settings));
    if (unknown !== undefined)
      throw new Refusal(400, 'unsupported operation', `Setting [${unknown}] is not supported`);
    return Object.assign(this.settings, settings);
  }

  async #findElements(op: Operation, body: unknown, single: boolean): Promise<unknown> {
    await this.#work(op, this.#timing.helperReadMs);
    const locator = { strategy: String(field(body, 'strategy')), selector: String(field(body, 'selector')) };
    const found = this.#elements.find(locator).map((id) => ({ ELEMENT: id, [elementKey]: id }));
    if (!single) return found;
    if (!found[0]) throw new Refusal(404, 'no such element', 'An element could not be located on the page');
    return found[0];
  }

  #element(id: string) {
    const node = this.#elements.node(id);
    if (node) return node;
    const stale = node === null;
    throw new Refusal(
      404,
      stale ? 'stale element reference' : 'no such element',
      `The element '${id}' ${stale ? 'is not linked to the same object in DOM anymore' : 'does not exist'}`,
    );
  }

  async #tapElement(op: Operation, id: string): Promise<void> {
    const [x, y] = centreOf(this.#element(id).bounds);
    await this.#work(op, this.#timing.helperInputMs);
    this.#phone.tap(x, y);
  }

  /** A text that ends in a backslash and an n means "and press Enter", and loses every such pair. */
  async #setText(op: Operation, id: string | null, body: unknown): Promise<void> {
    const node = id === null ? this.#elements.focused() : this.#element(id);
    await this.#work(op, this.#timing.helperInputMs);
    if (!node) throw new Refusal(404, 'no such element', 'The focused element could not be found');
    const given = String(field(body, 'text'));
    const enter = given.endsWith('\\n');
    const added = enter ? given.replaceAll('\\n', '') : given;
    const replaces = field(body, 'replace') === true || node.range !== undefined || node.showingHint === true;
    const text = replaces ? added : node.text + added;
    if (!this.#elements.setText(node, text))
      throw new Refusal(400, 'invalid element state', `Cannot set the element to '${text}'.`);
    if (enter) this.#phone.key(66);
  }

  async #touch(op: Operation, body: unknown, pressMs: number): Promise<void> {
    const offset = field(body, 'offset');
    const [x, y] = [Number(field(offset, 'x')), Number(field(offset, 'y'))];
    if (Number.isNaN(x) || Number.isNaN(y))
      throw new Refusal(400, 'invalid argument', 'Either element origin or offset must be provided');
    const durationMs = pressMs === 0 ? 0 : Number(field(body, 'duration') ?? pressMs);
    await this.#work(op, this.#timing.helperInputMs + (this.#timing.helperInputMs > 0 ? durationMs : 0));
    if (pressMs === 0) this.#phone.tap(x, y);
    else this.#phone.longPress(x, y, durationMs);
  }

  async #actions(op: Operation, body: unknown): Promise<string> {
    const played = readActions(field(body, 'actions'));
    if (!played) throw new Refusal(400, 'invalid argument', 'The action chain is not valid');
    const { helperInputMs } = this.#timing;
    await this.#work(op, helperInputMs + (helperInputMs > 0 ? played.durationMs : 0));
    played.play(this.#phone);
    return 'OK';
  }

  async #key(op: Operation, code: number): Promise<void> {
    await this.#work(op, this.#timing.helperInputMs);
    this.#phone.key(code);
  }

  async #work(op: Operation, ms: number): Promise<void> {
    if (ms > 0) await op.sleep(ms);
    op.check();
  }
}

function unknownCommand(method: string, path: string): Refusal {
  const words = `The requested resource could not be found: ${method} ${path}`;
  return new Refusal(404, 'unknown command', words);
}

function rectOf([left, top, right, bottom]: readonly [number, number, number, number]): unknown {
  return { x: left, y: top, width: right - left, height: bottom - top };
}

function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}
