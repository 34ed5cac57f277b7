/** The companion's calls that are conversations: installing, launching with output, following the log, recording. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type GrpcCall, GrpcError, status } from './grpc-server.ts';
import { ProtoMessage, ProtoWriter } from './protobuf.ts';
import { mustBeBooted, nsError, type ServiceContext, spend } from './service-context.ts';

const APP = 0;

/** Messages one by one, with what the companion says when there is none. */
class Requests {
  readonly #messages: AsyncIterator<Uint8Array>;

  constructor(call: GrpcCall) {
    this.#messages = call.requests[Symbol.asyncIterator]();
  }

  async next(): Promise<ProtoMessage | null> {
    const { done, value } = await this.#messages.next();
    return done ? null : ProtoMessage.parse(value);
  }

  async required(): Promise<ProtoMessage> {
    const message = await this.next();
    if (message) return message;
    throw failed('Expected another request in the stream');
  }
}

export async function installApp(call: GrpcCall, { mac, simulator }: ServiceContext): Promise<void> {
  const requests = new Requests(call);
  const first = await requests.required();
  // A destination of 0 is an app; it is sent although it is the zero of its type, as a part of a oneof.
  if (!first.has(1)) throw failed('Expected destination as first request in stream');
  let message = await requests.required();
  while (!message.has(2) && [3, 4, 6, 7, 8].some((option) => message.has(option)))
    message = await requests.required();
  const payload = message.message(2);
  if (!payload) throw invalid('Expected the next item in the stream to be a payload');
  const source = payload.has(4) ? (await requests.required()).message(2) : payload;
  const path = source?.text(1) ?? '';
  // This companion sees its client's files, so that no client of it has a reason to send their bytes.
  if (first.int(1) !== APP || path === '') throw invalid('Incorrect payload source');
  await spend(call.op, simulator.phone.timing.pmMs);
  const outcome = mac.apps.install(simulator, path);
  if (!outcome.ok) throw nsError(outcome.failure);
  await call.send(new ProtoWriter().text(1, outcome.value.bundleId).text(2, randomUUID().toUpperCase()));
}

export async function launchApp(call: GrpcCall, { mac, simulator }: ServiceContext): Promise<void> {
  const requests = new Requests(call);
  const start = (await requests.required()).message(1);
  if (!start) throw failed('Application not started yet');
  const bundleId = start.text(1);
  const running = mac.apps.pidOf(simulator, bundleId);
  if (running !== null && !start.bool(4))
    throw new GrpcError(status.INTERNAL, `App ${bundleId} can't be launched as is running (PID=${running})`);
  const options = { args: start.texts(3), env: Object.fromEntries(start.map(2)) };
  const outcome = await mac.apps.launch(call.op, simulator, bundleId, options);
  if (!outcome.ok) throw nsError(outcome.failure);
  const pid = outcome.value;
  const waits = start.bool(5);
  const stopPrinting = waits
    ? mac.apps.onPrinted(simulator, pid, (line, stream) => {
        const output = new ProtoWriter()
          .int(1, stream === 'stderr' ? 1 : 0)
          .bytes(2, new TextEncoder().encode(`${line}\n`));
        void call.send(new ProtoWriter().message(3, output));
      })
    : () => {};
  try {
    await call.send(new ProtoWriter().message(4, new ProtoWriter().int(1, pid)));
    if (!waits) return;
    // Not the app's end but the client's word ends this call, and the app with it.
    const next = await requests.required();
    if (!next.has(2)) throw failed('Application has already started');
    mac.apps.terminate(simulator, bundleId);
  } finally {
    stopPrinting();
  }
}

const subCommands: ReadonlySet<string> = new Set(['collect', 'config', 'erase', 'show', 'stream', 'stats']);
const FROM_COMPANION = 1;

export async function tailLog(call: GrpcCall, context: ServiceContext): Promise<void> {
  const { mac, simulator, ownLog } = context;
  const request = await new Requests(call).required();
  const write = (chunk: string | Uint8Array): void => {
    const output = typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk;
    void call.send(new ProtoWriter().bytes(1, output));
  };
  if (request.int(2) === FROM_COMPANION) {
    write(ownLog);
    await call.op.sleep(call.op.remainingMs);
    return;
  }
  mustBeBooted(simulator);
  const args = request.texts(1);
  const [first = ''] = args;
  const whole = subCommands.has(first) ? args : ['stream', ...args];
  await mac.guestLog(call.op, simulator, whole, { stdout: { write }, stderr: { write: () => {} } });
}

/** The head of an MP4 file: enough for whoever looks at its first bytes. */
const movie = Buffer.concat([
  Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex'),
  Buffer.from('000000086d6f6f76', 'hex'),
]);

export async function recordScreen(call: GrpcCall, context: ServiceContext): Promise<void> {
  mustBeBooted(context.simulator);
  const requests = new Requests(call);
  const start = (await requests.required()).message(1);
  if (!start) throw failed('Expect start as initial request frame');
  const asked = start.text(1);
  const path = asked === '' ? join(context.mac.folder, 'idb_encode.mp4') : asked;
  await requests.required();
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, movie);
  const payload =
    asked === '' ? new ProtoWriter().bytes(2, gzipSync(movie)) : new ProtoWriter().text(1, asked);
  await call.send(new ProtoWriter().message(2, payload));
}

function failed(text: string): GrpcError {
  return new GrpcError(status.FAILED_PRECONDITION, text);
}

function invalid(text: string): GrpcError {
  return new GrpcError(status.INVALID_ARGUMENT, text);
}
