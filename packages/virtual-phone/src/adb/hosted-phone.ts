/**
 * One phone as the adb server hosts it: its connection state, its device-side listeners, what runs for clients now, and
 * the places that faults and command records hang on. Speaks no protocol.
 */
import type { Phone, PhoneProcess } from '../phone/phone-types.ts';
import type { TimingProfile } from '../phone/timing.ts';
import type { CommandLog } from './command-log.ts';
import type { DeviceState, FaultScript } from './fault-script.ts';
import { phoneProperties } from './properties.ts';
import type { ServiceStream } from './wire/service-stream.ts';

/** Serves one connection to a device-side socket (`tcp:6790`, `localabstract:x`, `jdwp:123`) until it resolves. */
export type SocketHandler = (stream: ServiceStream) => Promise<void>;

/** Processes on the host that answer as those of an app. */
export interface DebugPort {
  /** Resolves when one plays this process, or never will. Asked whenever a client lists debuggable processes. */
  ready(phone: Phone, process: PhoneProcess): Promise<void>;
  /** Where the one that plays this process listens (`tcp:PORT`); null while none does. */
  spec(pid: number): string | null;
}

export interface PackageChange {
  readonly kind: 'install' | 'uninstall';
  /** Null when the bytes name none (`package="..."`). */
  readonly packageName: string | null;
  /** Size of each APK. */
  readonly sizesBytes: readonly number[];
  readonly args: readonly string[];
}

export interface HostedPhoneOptions {
  readonly phone: Phone;
  readonly timing: TimingProfile;
  readonly faults: FaultScript;
  readonly log: CommandLog;
  /** `cmd clipboard` works here; most builds answer "No shell command implementation." */
  readonly clipboardCommand: boolean;
  /** False as on vendor builds whose toggle for injected input is off. */
  readonly injectAllowed: boolean;
}

/** Compressed transfers need codecs that Node 20 lacks; the others are services that no client here uses. */
const unserved =
  /^(?:sendrecv_v2_(?:brotli|lz4|zstd)|devicetracker_proto_format|devraw|app_info|openscreen_mdns)$/;

export class HostedPhone {
  readonly phone: Phone;
  readonly timing: TimingProfile;
  readonly faults: FaultScript;
  readonly log: CommandLog;
  readonly properties: ReadonlyMap<string, string>;
  /** What the phone's version lists, less what this server can't offer. */
  readonly features: readonly string[];
  readonly listeners = new Map<string, SocketHandler>();
  /** By package: the debug port of its processes. */
  readonly debugPorts = new Map<string, DebugPort>();
  /** Device spec to host spec, as `reverse:forward` set them. */
  readonly reverses = new Map<string, string>();
  /** Programs that run now, by pid; `ps` lists them. */
  readonly programs = new Map<number, string>();
  /** Install sessions of this boot: bytes of apk received by session id. */
  readonly installSessions = new Map<
    number,
    { readonly parts: Buffer[]; readonly args: readonly string[] }
  >();
  /** What was installed and taken off, in order, as it arrived. */
  readonly installs: PackageChange[] = [];
  clipboardCommand: boolean;
  injectAllowed: boolean;
  transportId: number;
  /** Where `input motionevent DOWN` left the finger. */
  pointerDown: { readonly x: number; readonly y: number; readonly atMs: number } | null = null;
  #state: DeviceState = 'device';
  #uiAutomationOwner: string | null = null;
  #nextPid = 20_000;
  readonly #running = new Set<AbortController>();
  readonly #timers = new Set<() => void>();
  readonly #watchers = new Set<() => void>();

  constructor(options: HostedPhoneOptions, transportId: number) {
    this.phone = options.phone;
    this.timing = options.timing;
    this.faults = options.faults;
    this.log = options.log;
    this.clipboardCommand = options.clipboardCommand;
    this.injectAllowed = options.injectAllowed;
    this.properties = phoneProperties(options.phone);
    this.features = options.phone.version.features.filter((feature) => !unserved.test(feature));
    this.transportId = transportId;
  }

  get serial(): string {
    return this.phone.serial;
  }

  get state(): DeviceState {
    return this.#state;
  }

  /** Leaving `device` breaks every running stream, as a kicked transport does. */
  setState(state: DeviceState): void {
    if (state === this.#state) return;
    this.#state = state;
    if (state !== 'device') this.dropStreams();
    for (const watcher of [...this.#watchers]) watcher();
  }

  onStateChange(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  get uiAutomationOwner(): string | null {
    return this.#uiAutomationOwner;
  }

  /** Null while another client is registered: Android knows one UiAutomation at a time. */
  registerUiAutomation(owner: string): (() => void) | null {
    if (this.#uiAutomationOwner !== null) return null;
    this.#uiAutomationOwner = owner;
    return () => {
      this.#uiAutomationOwner = null;
    };
  }

  nextPid(): number {
    return this.#nextPid++;
  }

  /** A switch that `dropStreams` throws; forget it when the stream has ended. */
  track(controller: AbortController): () => void {
    this.#running.add(controller);
    return () => void this.#running.delete(controller);
  }

  get running(): number {
    return this.#running.size;
  }

  dropStreams(): void {
    for (const controller of [...this.#running]) controller.abort();
  }

  /** Runs `act` after `ms` of phone time unless the phone is closed first. */
  later(ms: number, act: () => void): void {
    if (ms <= 0) {
      act();
      return;
    }
    const cancel = this.phone.clock.after(ms, () => {
      this.#timers.delete(cancel);
      act();
    });
    this.#timers.add(cancel);
  }

  reboot(): void {
    this.setState('gone');
    this.#uiAutomationOwner = null;
    this.installSessions.clear();
    this.reverses.clear();
    this.phone.reboot();
    this.later(this.timing.rebootMs, () => this.setState('device'));
  }

  close(): void {
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
    this.dropStreams();
  }
}
