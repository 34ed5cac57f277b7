/** The simulated adb server: its endpoint and one adbd port per phone, both on loopback, over the same device services. */
import type { Clock } from '@mobile-debug/core/clock.ts';
import type { Phone } from '../phone/phone-types.ts';
import type { TimingProfile } from '../phone/timing.ts';
import { CommandLog, type CommandRecord } from './command-log.ts';
import { type DeviceState, FaultScript } from './fault-script.ts';
import { type DebugPort, HostedPhone, type PackageChange, type SocketHandler } from './hosted-phone.ts';
import { openService, type Serve } from './services/open-service.ts';
import type { DialHost } from './services/reverse-service.ts';
import { AdbdConnection } from './wire/adbd-connection.ts';
import { Forwards } from './wire/forwards.ts';
import { dialLoopback, type Listener, listenOnLoopback } from './wire/loopback.ts';
import { SmartSocket, type SmartSocketHost } from './wire/smart-socket.ts';
import { WirelessNetwork } from './wire/wireless.ts';

export interface VirtualAdbServerOptions {
  readonly phones: readonly Phone[];
  /** Of delayed comings and goings of the server; each phone keeps its own clock. Default: the first phone's. */
  readonly clock?: Clock;
  /** Of the server endpoint; 0 (default) picks a free one. */
  readonly port?: number;
  /** Default: the phone's own. */
  readonly timing?: TimingProfile;
  readonly faults?: FaultScript;
  /** `cmd clipboard` works; most builds answer "No shell command implementation." (default). */
  readonly clipboardCommand?: boolean;
  /** Default true; false behaves like vendor builds whose toggle for injected input is off. */
  readonly injectAllowed?: boolean;
}

export interface VirtualAdbServer {
  readonly host: '127.0.0.1';
  /** Stays the same over stopServer and startServer. */
  readonly port: number;
  readonly faults: FaultScript;
  readonly wireless: WirelessNetwork;
  readonly serverRunning: boolean;
  /** Sockets open on the endpoint, the adbd ports and the forwards. */
  readonly openSockets: number;
  /** How many clients have ever connected to the endpoint. */
  readonly acceptedConnections: number;
  /** Device services that run now. */
  readonly runningServices: number;
  readonly forwardCount: number;
  /** What the simulation itself did wrong: empty unless it has a bug. */
  readonly defects: readonly Error[];
  /** Where a real adb server can `adb connect` to this phone. Throws RangeError for an unknown serial. */
  adbdPort(serial: string): number;
  /** Packages that were installed and taken off, in order. */
  packageChanges(serial: string): readonly PackageChange[];
  /** Every device service opened on the phone, oldest first; on all phones without a serial. */
  commands(serial?: string): readonly CommandRecord[];
  clearCommands(): void;
  addPhone(phone: Phone): Promise<void>;
  removePhone(serial: string): Promise<void>;
  setState(serial: string, state: DeviceState): void;
  reboot(serial: string): void;
  /** Breaks everything that runs for clients now; the device stays. */
  dropStreams(serial: string): void;
  /** Serves a device socket (`tcp:6790`, `localabstract:x`, `jdwp:123`); the returned function closes it. */
  listen(serial: string, service: string, handler: SocketHandler): () => void;
  setDebugPort(serial: string, packageName: string, port: DebugPort): void;
  /** Registers a UiAutomation client from outside; null while one is registered. The function unregisters. */
  registerUiAutomation(serial: string, owner: string): (() => void) | null;
  stopServer(): Promise<void>;
  startServer(): Promise<void>;
  close(): Promise<void>;
}

export async function startVirtualAdbServer(options: VirtualAdbServerOptions): Promise<VirtualAdbServer> {
  const adbServer = new AdbServer(options);
  for (const phone of options.phones) await adbServer.addPhone(phone);
  await adbServer.startServer();
  return adbServer;
}

class AdbServer implements VirtualAdbServer, SmartSocketHost {
  readonly host = '127.0.0.1';
  readonly faults: FaultScript;
  readonly forwards: Forwards;
  readonly wireless = new WirelessNetwork();
  readonly devices: HostedPhone[] = [];
  readonly #options: VirtualAdbServerOptions;
  readonly #log = new CommandLog();
  readonly #watchers = new Set<() => void>();
  readonly #adbd = new Map<HostedPhone, Listener>();
  readonly #timers = new Set<() => void>();
  readonly defects: Error[] = [];
  acceptedConnections = 0;
  #server: Listener | null = null;
  #port: number;
  /** Never reused in a server's life. */
  #nextTransportId = 1;

  constructor(options: VirtualAdbServerOptions) {
    this.#options = options;
    this.#port = options.port ?? 0;
    this.faults = options.faults ?? new FaultScript([], options.clock ?? options.phones[0]?.clock);
    this.forwards = new Forwards((device, service) => this.open(device, service));
  }

  get port(): number {
    return this.#port;
  }

  get serverRunning(): boolean {
    return this.#server !== null;
  }

  get openSockets(): number {
    const listeners = [...this.#adbd.values(), ...(this.#server ? [this.#server] : [])];
    return listeners.reduce((sum, { sockets }) => sum + sockets.size, this.forwards.openSockets);
  }

  get runningServices(): number {
    return this.devices.reduce((sum, device) => sum + device.running, 0);
  }

  get forwardCount(): number {
    return this.forwards.count;
  }

  adbdPort(serial: string): number {
    return this.#adbd.get(this.#device(serial))?.port ?? 0;
  }

  packageChanges(serial: string): readonly PackageChange[] {
    return this.#device(serial).installs;
  }

  commands(serial?: string): readonly CommandRecord[] {
    return this.#log.records.filter((record) => serial === undefined || record.serial === serial);
  }

  clearCommands(): void {
    this.#log.clear();
  }

  async addPhone(phone: Phone): Promise<void> {
    const device = new HostedPhone(
      {
        phone,
        timing: this.#options.timing ?? phone.timing,
        faults: this.faults,
        log: this.#log,
        clipboardCommand: this.#options.clipboardCommand ?? false,
        injectAllowed: this.#options.injectAllowed ?? true,
      },
      this.#nextTransportId++,
    );
    this.devices.push(device);
    device.onStateChange(() => this.#stateChanged(device));
    const listener = await listenOnLoopback(0, (socket) => {
      new AdbdConnection(socket, device, (service, dialHost) => this.#openFor(device, service, dialHost));
    });
    this.#adbd.set(device, listener);
    this.#changed();
  }

  async removePhone(serial: string): Promise<void> {
    const device = this.#device(serial);
    this.devices.splice(this.devices.indexOf(device), 1);
    const listener = this.#adbd.get(device);
    this.#adbd.delete(device);
    device.close();
    await this.forwards.removeAll(device);
    await listener?.close();
    this.#changed();
  }

  setState(serial: string, state: DeviceState): void {
    this.#device(serial).setState(state);
  }

  reboot(serial: string): void {
    this.#device(serial).reboot();
  }

  dropStreams(serial: string): void {
    this.#device(serial).dropStreams();
  }

  listen(serial: string, service: string, handler: SocketHandler): () => void {
    const { listeners } = this.#device(serial);
    listeners.set(service, handler);
    return () => void listeners.delete(service);
  }

  setDebugPort(serial: string, packageName: string, port: DebugPort): void {
    this.#device(serial).debugPorts.set(packageName, port);
  }

  registerUiAutomation(serial: string, owner: string): (() => void) | null {
    return this.#device(serial).registerUiAutomation(owner);
  }

  async startServer(): Promise<void> {
    if (this.#server) return;
    this.#server = await listenOnLoopback(this.#port, (socket) => {
      this.acceptedConnections++;
      new SmartSocket(socket, this);
    });
    this.#port = this.#server.port;
  }

  async stopServer(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    for (const device of this.devices) device.transportId = this.#nextTransportId++;
    await this.forwards.removeAll();
    await server?.close();
  }

  async close(): Promise<void> {
    for (const cancel of this.#timers) cancel();
    this.#watchers.clear();
    await this.stopServer();
    for (const device of [...this.devices]) await this.removePhone(device.serial);
  }

  open(device: HostedPhone, service: string): Serve | null {
    return this.#openFor(device, service, dialLoopback);
  }

  hangs(request: string): boolean {
    return this.faults.take('server_hang', '', request) !== null;
  }

  onDevices(changed: () => void): () => void {
    this.#watchers.add(changed);
    return () => void this.#watchers.delete(changed);
  }

  connect(address: string): 'connected' | 'already' | 'refused' {
    const device = this.devices.find((candidate) => candidate.serial === address);
    if (!device) return 'refused';
    if (device.state !== 'gone') return 'already';
    device.setState('device');
    return 'connected';
  }

  disconnect(address: string): boolean {
    const device = this.devices.find(
      (candidate) => candidate.serial === address && candidate.state !== 'gone',
    );
    device?.setState('gone');
    return device !== undefined;
  }

  kill(): void {
    void this.stopServer();
  }

  #openFor(device: HostedPhone, service: string, dialHost: DialHost): Serve | null {
    return openService({
      device,
      service,
      dialHost,
      actions: {
        serverGone: (forMs) => this.#serverGone(forMs),
        defect: (error) => this.defects.push(error),
      },
    });
  }

  #serverGone(forMs: number | undefined): void {
    void this.stopServer();
    const clock = this.#options.clock ?? this.devices[0]?.phone.clock;
    if (forMs === undefined || !clock) return;
    const cancel = clock.after(forMs, () => {
      this.#timers.delete(cancel);
      void this.startServer();
    });
    this.#timers.add(cancel);
  }

  #stateChanged(device: HostedPhone): void {
    // A device that comes back is another transport to the server.
    if (device.state === 'gone') {
      device.transportId = this.#nextTransportId++;
      void this.forwards.removeAll(device);
    }
    this.#changed();
  }

  #changed(): void {
    for (const watcher of [...this.#watchers]) watcher();
  }

  #device(serial: string): HostedPhone {
    const device = this.devices.find((candidate) => candidate.serial === serial);
    if (!device) throw new RangeError(`no phone with serial ${serial}`);
    return device;
  }
}
