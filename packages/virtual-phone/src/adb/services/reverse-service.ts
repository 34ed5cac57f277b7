/** `reverse:`: device sockets that lead to the host. Answers come from the device, inside the stream, with one OKAY. */
import type { HostedPhone } from '../hosted-phone.ts';
import type { ServiceStream } from '../wire/service-stream.ts';

/** Opens a socket on the host's side of the wire; null when nobody listens there. */
export type DialHost = (hostSpec: string) => Promise<ServiceStream | null>;

/** Where tcp:0 begins to look for a free device port. */
const firstFreePort = 35_001;

export async function serveReverse(
  device: HostedPhone,
  request: string,
  stream: ServiceStream,
): Promise<void> {
  await stream.write(Buffer.from(answer(device, request)));
}

function answer(device: HostedPhone, request: string): string {
  if (request === 'list-forward') {
    return hex4([...device.reverses].map(([local, host]) => `host ${local} ${host}\n`).join(''));
  }
  if (request === 'killforward-all') {
    device.reverses.clear();
    return 'OKAY';
  }
  if (request.startsWith('killforward:')) {
    const local = request.slice('killforward:'.length);
    return device.reverses.delete(local) ? 'OKAY' : `FAIL${hex4(`listener '${local}' not found`)}`;
  }
  const forward = /^forward:(norebind:)?([^;]+);(.+)$/.exec(request);
  const [, noRebind, local, host] = forward ?? [];
  if (local === undefined || host === undefined) return `FAIL${hex4('unknown reverse service')}`;
  if (noRebind && device.reverses.has(local)) return `FAIL${hex4('cannot rebind existing socket')}`;
  const port = local === 'tcp:0' ? freePort(device) : null;
  device.reverses.set(port === null ? local : `tcp:${port}`, host);
  return `OKAY${port === null ? '' : hex4(String(port))}`;
}

function freePort(device: HostedPhone): number {
  let port = firstFreePort;
  while (device.reverses.has(`tcp:${port}`) || device.listeners.has(`tcp:${port}`)) port++;
  return port;
}

/** Carries bytes both ways until both sides have ended. */
export async function joinStreams(a: ServiceStream, b: ServiceStream): Promise<void> {
  await Promise.all([carry(a, b), carry(b, a)]);
}

async function carry(from: ServiceStream, to: ServiceStream): Promise<void> {
  for (let chunk = await from.input.read(); chunk; chunk = await from.input.read()) await to.write(chunk);
  to.end();
}

function hex4(text: string): string {
  return Buffer.byteLength(text).toString(16).padStart(4, '0') + text;
}
