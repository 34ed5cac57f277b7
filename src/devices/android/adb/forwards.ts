/**
 * Forwards of one adb server: made on a port that the server chooses, and removed only if the list still shows exactly
 * that one, since ports come back to others. Source: [A2].
 */
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { type AdbServer, sendRequest, takeBlock } from './adb-server.ts';
import { isLocal, type ServerAddress } from './server-address.ts';
import { wireFault } from './wire.ts';

export interface AdbForward {
  readonly server: ServerAddress;
  /** Where it listens, on this computer. */
  readonly port: number;
  /** Its line in `host:list-forward`. */
  readonly entry: string;
  readonly removal: string;
}

/** DEBUGGER_UNSUPPORTED when the server is on another computer: forwards listen on the loopback of their server. */
export async function addForward(
  op: Operation,
  server: AdbServer,
  { serial, remote }: { readonly serial: string; readonly remote: string },
): Promise<AdbForward> {
  if (!isLocal(server.address)) {
    throw new Fault(
      'DEBUGGER_UNSUPPORTED',
      'The adb server is on another computer, whose forwards cannot be reached from here.',
      { nextStep: 'Use the native backend, which needs no forward: --debugger-backend native.' },
    );
  }
  const port = await requested(op, server, {
    service: `host-serial:${serial}:forward:norebind:tcp:0;${remote}`,
    serial,
    answers: true,
  });
  if (!/^\d{1,5}$/.test(port)) {
    throw new Fault('DEVICE_UNAVAILABLE', 'The adb server named no port for a forward.');
  }
  const { address } = server;
  return { server: address, port: Number(port), ...forwardNames(serial, `tcp:${port}`, remote) };
}

/** How a forward is listed, and what removes it. */
function forwardNames(serial: string, local: string, remote: string) {
  return { entry: `${serial} ${local} ${remote}`, removal: `host-serial:${serial}:killforward:${local}` };
}

/** Nothing when it is gone, or when nobody listens at the server's address any more. */
export async function removeForward(
  op: Operation,
  server: AdbServer,
  { entry, removal }: Pick<AdbForward, 'entry' | 'removal'>,
): Promise<void> {
  const wire = await server.tryConnect(op);
  if (!wire) return;
  await wire.close();
  const listed = await server.query(op, 'host:list-forward');
  if (!listed.split('\n').includes(entry)) return;
  const [serial = ''] = entry.split(' ');
  await requested(op, server, { service: removal, serial, answers: false });
}

/** These requests are answered twice: that the server understood, and that it is done. */
async function requested(
  op: Operation,
  server: AdbServer,
  {
    service,
    serial,
    answers,
  }: { readonly service: string; readonly serial: string; readonly answers: boolean },
): Promise<string> {
  const wire = await server.connect(op);
  const release = wire.until(op);
  try {
    await sendRequest(wire, service, serial);
    const done = (await wire.take(4)).toString('latin1');
    if (done === 'OKAY') return answers ? (await takeBlock(wire)).toString('utf8') : '';
    const words = done === 'FAIL' ? (await takeBlock(wire)).toString('utf8') : 'something else than OKAY';
    throw new Fault('DEVICE_UNAVAILABLE', `The adb server answered a request for a forward with: ${words}`);
  } catch (error) {
    throw wireFault(error, server.address);
  } finally {
    release();
    await wire.close();
  }
}
