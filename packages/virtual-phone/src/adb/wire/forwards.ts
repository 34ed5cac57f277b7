/** `forward`: host ports that lead to device sockets. One list for the whole server, as in adb. */
import type { HostedPhone } from '../hosted-phone.ts';
import type { Serve } from '../services/open-service.ts';
import { type Listener, listenOnLoopback, socketStream } from './loopback.ts';

interface Forward {
  readonly device: HostedPhone;
  readonly local: string;
  readonly remote: string;
  readonly listener: Listener;
}

export class Forwards {
  readonly #open: (device: HostedPhone, service: string) => Serve | null;
  readonly #forwards = new Map<string, Forward>();

  constructor(open: (device: HostedPhone, service: string) => Serve | null) {
    this.#open = open;
  }

  get openSockets(): number {
    return [...this.#forwards.values()].reduce((sum, { listener }) => sum + listener.sockets.size, 0);
  }

  get count(): number {
    return this.#forwards.size;
  }

  /** The bound port, or the server's failure text. */
  async add(
    device: HostedPhone,
    local: string,
    remote: string,
    noRebind: boolean,
  ): Promise<{ readonly port: number } | { readonly failure: string }> {
    const wanted = /^tcp:(\d+)$/.exec(local)?.[1];
    if (wanted === undefined) return { failure: `unsupported socket specification '${local}'` };
    const known = this.#forwards.get(local);
    if (known && noRebind) return { failure: 'cannot rebind existing socket' };
    if (known) {
      this.#forwards.set(local, { ...known, device, remote });
      return { port: known.listener.port };
    }
    const listener = await this.#listen(Number(wanted), (port) => this.#forwards.get(`tcp:${port}`));
    if (!listener) return { failure: `cannot bind listener: Address already in use` };
    const spec = `tcp:${listener.port}`;
    this.#forwards.set(spec, { device, local: spec, remote, listener });
    return { port: listener.port };
  }

  async remove(local: string): Promise<boolean> {
    const forward = this.#forwards.get(local);
    this.#forwards.delete(local);
    await forward?.listener.close();
    return forward !== undefined;
  }

  async removeAll(of?: HostedPhone): Promise<void> {
    for (const { local, device } of [...this.#forwards.values()]) {
      if (of === undefined || of === device) await this.remove(local);
    }
  }

  list(): string {
    return [...this.#forwards.values()]
      .map(({ device, local, remote }) => `${device.serial} ${local} ${remote}\n`)
      .join('');
  }

  async #listen(port: number, current: (port: number) => Forward | undefined): Promise<Listener | null> {
    try {
      const listener: Listener = await listenOnLoopback(port, (socket) => {
        const forward = current(listener.port);
        const serve =
          forward && forward.device.state === 'device' ? this.#open(forward.device, forward.remote) : null;
        if (!forward || !serve) {
          socket.destroy();
          return;
        }
        const stream = socketStream(socket);
        const drop = new AbortController();
        drop.signal.addEventListener('abort', () => socket.destroy(), { once: true });
        const finish = forward.device.track(drop);
        void serve(stream).finally(() => {
          finish();
          stream.end();
        });
      });
      return listener;
    } catch (error) {
      if (error instanceof Error && 'code' in error) return null;
      throw error;
    }
  }
}
