/** One client connection to the adb server: host requests, switching to a device, one final service. */
import type { Socket } from 'node:net';
import type { HostedPhone } from '../hosted-phone.ts';
import type { Serve } from '../services/open-service.ts';
import { candidates, type DeviceChoice, listDevices, selectDevice, splitSerial } from './device-selection.ts';
import { answerHostRequest, fail, type HostSide, hex4 } from './host-services.ts';
import { socketStream } from './loopback.ts';

export interface SmartSocketHost extends HostSide {
  open(device: HostedPhone, service: string): Serve | null;
  /** Whether a request stays without an answer. */
  hangs(request: string): boolean;
  /** Calls back on every change of the device list; the returned function takes that back. */
  onDevices(changed: () => void): () => void;
}

const maxRequestBytes = 1024 * 1024;

export class SmartSocket {
  readonly #socket: Socket;
  readonly #host: SmartSocketHost;
  #received: Buffer = Buffer.alloc(0);
  #device: HostedPhone | null = null;
  #transportId = 0;
  /** The final service has begun, or an answer is being made: requests are no longer read. */
  #busy: boolean = false;

  constructor(socket: Socket, host: SmartSocketHost) {
    this.#socket = socket;
    this.#host = host;
    socket.on('data', this.#onData);
  }

  readonly #onData = (bytes: Buffer): void => {
    if (this.#busy) return;
    this.#received = Buffer.concat([this.#received, bytes]);
    if (this.#received.length < 4) return;
    const head = this.#received.toString('latin1', 0, 4);
    const length = /^[0-9a-fA-F]{4}$/.test(head) ? Number.parseInt(head, 16) : Number.NaN;
    if (!(length > 0 && length <= maxRequestBytes)) {
      this.#socket.destroy();
      return;
    }
    if (this.#received.length < 4 + length) return;
    // The real server takes all that has arrived for the service name: clients that pipeline get what they deserve.
    const service = this.#received.subarray(4).toString('utf8');
    const declared = this.#received.subarray(4, 4 + length).toString('utf8');
    this.#received = Buffer.alloc(0);
    this.#request(service, declared);
  };

  #request(service: string, declared: string): void {
    const host = /^host(?:-(serial|transport-id|usb|local))?:([\s\S]*)$/.exec(service);
    if (!host) {
      this.#openService(service);
      return;
    }
    if (this.#host.hangs(service)) {
      this.#busy = true;
      return;
    }
    const target = hostTarget(host[1], host[2] ?? '');
    if (!target) {
      this.#finish(fail('unknown host service'));
      return;
    }
    const choice: DeviceChoice =
      target.choice.by === 'any' && this.#device
        ? { by: 'transport-id', id: this.#transportId }
        : target.choice;
    if (this.#switch(choice, target.request, declared)) return;
    if (this.#watch(choice, target.request)) return;
    this.#busy = true;
    void answerHostRequest(this.#host, choice, target.request).then((answer) =>
      this.#finish(answer ?? fail('unknown host service')),
    );
  }

  #switch(choice: DeviceChoice, request: string, declared: string): boolean {
    const tport = /^tport:(?:serial:([\s\S]*)|(any|usb|local))/.exec(request);
    if (tport) {
      // Only this form survives trailing bytes; it forgets them, and the client waits for ever.
      const serial = /^host:tport:serial:([\s\S]*)$/.exec(declared)?.[1];
      this.#select(serial === undefined ? namedChoice(tport[2]) : { by: 'serial', serial }, true);
      return true;
    }
    const byId = /^transport-id:([\s\S]*)$/.exec(request);
    if (byId) {
      if (/^\d+$/.test(byId[1] ?? '')) this.#select({ by: 'transport-id', id: Number(byId[1]) }, false);
      else this.#finish(fail('invalid transport id'));
      return true;
    }
    const bySerial = /^transport:([\s\S]*)$/.exec(request);
    if (bySerial) this.#select({ by: 'serial', serial: bySerial[1] ?? '' }, false);
    else if (/^transport-(any|usb|local)$/.test(request)) this.#select(namedChoice(request.slice(10)), false);
    else if (request === 'transport') this.#select(choice, false);
    else return false;
    return true;
  }

  #select(choice: DeviceChoice, withId: boolean): void {
    const selected = selectDevice(this.#host.devices, choice);
    if (!selected.ok) {
      this.#finish(fail(selected.message));
      return;
    }
    this.#device = selected.device;
    this.#transportId = selected.device.transportId;
    const id = Buffer.alloc(8);
    id.writeBigUInt64LE(BigInt(this.#transportId));
    this.#socket.write(withId ? Buffer.concat([Buffer.from('OKAY'), id]) : 'OKAY');
  }

  #watch(choice: DeviceChoice, request: string): boolean {
    if (request === 'track-devices' || request === 'track-devices-l') {
      this.#trackDevices(request.endsWith('-l'));
      return true;
    }
    const wait = /^wait-for-(any|usb|local)-([a-z]+)$/.exec(request);
    if (!wait) return false;
    const wanted = choice.by === 'any' ? namedChoice(wait[1]) : choice;
    this.#waitFor(wanted, wait[2] ?? 'device');
    return true;
  }

  #trackDevices(long: boolean): void {
    let sent: string | null = null;
    const send = (): void => {
      const list = listDevices(this.#host.devices, long);
      if (list !== sent) this.#socket.write(hex4(list));
      sent = list;
    };
    this.#busy = true;
    this.#socket.write('OKAY');
    send();
    this.#untilClosed(this.#host.onDevices(send));
  }

  #waitFor(choice: DeviceChoice, state: string): void {
    const reached = (): boolean => {
      const found = candidates(this.#host.devices, choice).filter((device) => device.state !== 'gone');
      if (state === 'disconnect') return found.length === 0;
      return found.some((device) => state === 'any' || device.state === state);
    };
    this.#busy = true;
    this.#socket.write('OKAY');
    if (reached()) {
      this.#finish('OKAY');
      return;
    }
    const stop = this.#host.onDevices(() => {
      if (!reached()) return;
      stop();
      this.#finish('OKAY');
    });
    this.#untilClosed(stop);
  }

  #untilClosed(stop: () => void): void {
    this.#socket.on('end', stop);
    this.#socket.on('close', stop);
  }

  #openService(service: string): void {
    const device = this.#device;
    if (!device) {
      this.#finish(fail('device offline (no transport)'));
      return;
    }
    // It may have gone since it was chosen, or come back as another transport.
    if (device.state !== 'device' || device.transportId !== this.#transportId) {
      this.#finish(fail('device offline (transport offline)'));
      return;
    }
    const serve = this.#host.open(device, service);
    if (!serve) {
      this.#finish(fail('closed'));
      return;
    }
    this.#busy = true;
    this.#socket.off('data', this.#onData);
    const stream = socketStream(this.#socket);
    const drop = new AbortController();
    drop.signal.addEventListener('abort', () => this.#socket.destroy(), { once: true });
    const finish = device.track(drop);
    this.#socket.write('OKAY');
    void serve(stream).finally(() => {
      finish();
      stream.end();
    });
  }

  #finish(answer: string): void {
    this.#busy = true;
    if (!this.#socket.destroyed) this.#socket.end(answer);
  }
}

function hostTarget(
  kind: string | undefined,
  rest: string,
): { choice: DeviceChoice; request: string } | null {
  if (kind === undefined) return { choice: { by: 'any' }, request: rest };
  if (kind === 'usb' || kind === 'local') return { choice: { by: kind }, request: rest };
  if (kind === 'serial') {
    const split = splitSerial(rest);
    return split && { choice: { by: 'serial', serial: split.serial }, request: split.rest };
  }
  const match = /^(\d+):([\s\S]*)$/.exec(rest);
  return match && { choice: { by: 'transport-id', id: Number(match[1]) }, request: match[2] ?? '' };
}

function namedChoice(name: string | undefined): DeviceChoice {
  return name === 'usb' || name === 'local' ? { by: name } : { by: 'any' };
}
