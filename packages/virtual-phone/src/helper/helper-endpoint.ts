/**
 * The helper on the phone: an instrumentation that holds UiAutomation and serves the port as long as the stream of its
 * `am instrument` lives. What it answers is helper-server.ts's.
 */
import { Operation } from '@mobile-debug/core/operation.ts';
import type { VirtualAdbServer } from '../adb/virtual-adb-server.ts';
import type { ServiceStream } from '../adb/wire/service-stream.ts';
import type { Phone } from '../phone/phone-types.ts';
import { helperComponent, helperPackage, helperTestPackage } from './helper-apps.ts';
import { HelperFaults } from './helper-faults.ts';
import { HelperServer } from './helper-server.ts';
import { answerBytes, type HttpRequest, readRequest } from './http-wire.ts';

export const helperPort = 'tcp:6790';
/** No process of the helper lives longer. */
const lifeMs = 1_000_000_000;

export interface HelperEndpoint {
  readonly faults: HelperFaults;
  /** Whether its process runs now. */
  readonly running: boolean;
  /** How often it was started. */
  readonly starts: number;
  /** `METHOD /path` of every request, the session id left out. */
  readonly requests: readonly string[];
  /** Milliseconds that the server itself took for each of `requests`, from the whole request to the answer. */
  readonly tookMs: readonly number[];
  /** Settings of the running server; null when none runs. */
  readonly settings: Readonly<Record<string, unknown>> | null;
  /** Ends the process as the system would: low memory, an uninstalled package. */
  kill(): void;
  /** Takes the packages off the phone; a running process dies with them. */
  uninstall(): void;
  clearRequests(): void;
}

/** For a phone that has `helperApps`. The helper runs only once a client starts it. */
export function addHelper(adbServer: VirtualAdbServer, phone: Phone): HelperEndpoint {
  const helper = new Helper(adbServer, phone);
  adbServer.listen(phone.serial, `instrument:${helperComponent}`, (stream) => helper.instrument(stream));
  return helper;
}

class Helper implements HelperEndpoint {
  readonly faults = new HelperFaults();
  starts = 0;
  readonly #adbServer: VirtualAdbServer;
  readonly #phone: Phone;
  #requests: string[] = [];
  #tookMs: number[] = [];
  #process: AbortController | null = null;
  #server: HelperServer | null = null;

  constructor(adbServer: VirtualAdbServer, phone: Phone) {
    this.#adbServer = adbServer;
    this.#phone = phone;
  }

  get running(): boolean {
    return this.#process !== null;
  }

  get requests(): readonly string[] {
    return this.#requests;
  }

  get tookMs(): readonly number[] {
    return this.#tookMs;
  }

  get settings(): HelperEndpoint['settings'] {
    return this.#server?.settings ?? null;
  }

  kill(): void {
    this.#process?.abort();
  }

  uninstall(): void {
    for (const name of [helperPackage, helperTestPackage]) this.#phone.setInstalled(name, false);
    this.kill();
  }

  clearRequests(): void {
    this.#requests = [];
    this.#tookMs = [];
  }

  /** Serves one `am instrument -w` until its client leaves or the process dies. */
  async instrument(stream: ServiceStream): Promise<void> {
    const say = async (text: string): Promise<void> => await stream.write(Buffer.from(text, 'utf8'));
    const installed = [helperPackage, helperTestPackage].every((name) => this.#phone.packages.has(name));
    if (!installed) return await say(notFound);
    // Starting an instrumentation ends the process that it instruments.
    this.kill();
    const process = new AbortController();
    const die = (): void => process.abort();
    if (stream.hangup.aborted) return;
    stream.hangup.addEventListener('abort', die, { once: true });
    this.starts += 1;
    using op = Operation.start(lifeMs, { signal: process.signal, clock: this.#phone.clock });
    try {
      await op.sleep(this.#phone.timing.jvmStartMs * 4);
    } catch {
      // Died while it started: there is nothing to undo yet.
      return await say(crashed('Process crashed.'));
    }
    const release = this.#adbServer.registerUiAutomation(this.#phone.serial, helperPackage);
    if (!release)
      return await say(crashed('java.lang.IllegalStateException: UiAutomationService already registered!'));
    await this.#serve(op, process);
    release();
    stream.hangup.removeEventListener('abort', die);
    await say(crashed('Process crashed.'));
  }

  async #serve(op: Operation, process: AbortController): Promise<void> {
    const server = new HelperServer(this.#phone, this.#phone.timing, () => {
      // The answer leaves before the process does.
      this.#phone.clock.after(15, () => process.abort());
    });
    this.#process = process;
    this.#server = server;
    const serial = this.#phone.serial;
    const unlisten = this.#adbServer.listen(serial, helperPort, (stream) =>
      this.#connection(op, server, stream),
    );
    await new Promise<void>((resolve) => op.onEnd(() => resolve()));
    unlisten();
    if (this.#process === process) {
      this.#process = null;
      this.#server = null;
    }
  }

  async #connection(op: Operation, server: HelperServer, stream: ServiceStream): Promise<void> {
    const released = op.onEnd(() => stream.end());
    try {
      for (;;) {
        const request = await readRequest(stream);
        if (!request || op.ended) return;
        if (!(await this.#exchange(op, server, { stream, request }))) return;
      }
    } catch (error) {
      // What was being answered died with the process.
      if (!op.ended) throw error;
    } finally {
      released();
    }
  }

  /** False when the connection is not to be used again. */
  async #exchange(
    op: Operation,
    server: HelperServer,
    { stream, request }: { stream: ServiceStream; request: HttpRequest },
  ): Promise<boolean> {
    const name = `${request.method} ${request.path.replace(/^\/session\/[^/]+/, '') || '/'}`;
    this.#requests.push(name);
    const fault = this.faults.take(name);
    const acts = !fault || !('acted' in fault) || fault.acted;
    const skip = fault?.kind === 'error' || fault?.kind === 'answer' || fault?.kind === 'garbage';
    if (fault?.kind === 'slow') await op.sleep(fault.ms);
    if (fault?.kind === 'call') fault.run();
    const { clock } = this.#phone;
    const askedMs = clock.monotonicMs();
    const answer = acts && !skip ? await server.answer(op, request) : null;
    const bytes = answerBytes(
      fault?.kind === 'answer' ? { status: 200, body: fault.body } : (answer ?? empty),
    );
    this.#tookMs.push(clock.monotonicMs() - askedMs);
    if (fault?.kind === 'crash') this.kill();
    if (fault?.kind === 'crash' || op.ended) return false;
    if (fault?.kind === 'hang') {
      await new Promise<void>((resolve) => {
        op.onEnd(() => resolve());
        stream.hangup.addEventListener('abort', () => resolve(), { once: true });
      });
      return false;
    }
    if (fault?.kind === 'garbage') await stream.write(Buffer.from(fault.bytes, 'latin1'));
    if (fault?.kind === 'garbage') return false;
    if (fault?.kind === 'error') {
      const value = { error: fault.error, message: fault.message, stacktrace: '' };
      await stream.write(answerBytes({ status: fault.status, body: { sessionId: server.sessionId, value } }));
      return true;
    }
    await stream.write(fault?.kind === 'cut' ? bytes.subarray(0, bytes.length >> 1) : bytes);
    return fault?.kind !== 'cut' && fault?.kind !== 'close';
  }
}

const empty = { status: 500, body: { value: null } };

const notFound = `INSTRUMENTATION_STATUS: Error=Unable to find instrumentation info for: ComponentInfo{${helperComponent}}
INSTRUMENTATION_STATUS_CODE: -1
android.util.AndroidException: INSTRUMENTATION_FAILED: ${helperComponent}
`;

function crashed(message: string): string {
  return `INSTRUMENTATION_RESULT: shortMsg=${message}\nINSTRUMENTATION_CODE: 0\n`;
}
