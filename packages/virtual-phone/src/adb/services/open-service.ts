/** Opens a device service by its name: refuses it, or returns what serves its stream. Every opening is recorded. */
import type { StreamFault } from '../fault-script.ts';
import type { HostedPhone, SocketHandler } from '../hosted-phone.ts';
import { dialLoopback } from '../wire/loopback.ts';
import type { ServiceStream } from '../wire/service-stream.ts';
import { serveAbb } from './abb-service.ts';
import { bendStream } from './bent-stream.ts';
import { serveFramebuffer } from './framebuffer-service.ts';
import { appProcesses, debuggablePids, debugPort, serveProcessList, trackProcesses } from './jdwp-service.ts';
import { type DialHost, joinStreams, serveReverse } from './reverse-service.ts';
import { parseCommandLine, type ServedService, serveCommandLine } from './shell-service.ts';
import { serveSync } from './sync-service.ts';

/** Serves until its part is done; the wire ends the stream afterwards. */
export type Serve = (stream: ServiceStream) => Promise<void>;

export interface ServerActions {
  /** The adb server goes away, for good or for `forMs`. */
  serverGone(forMs: number | undefined): void;
  /** Something in the simulation threw what it should not. */
  defect(error: Error): void;
}

export interface OpenRequest {
  readonly device: HostedPhone;
  readonly service: string;
  readonly dialHost: DialHost;
  readonly actions: ServerActions;
}

/** Null: the device refuses ("closed"). */
export function openService(request: OpenRequest): Serve | null {
  const { device, service, actions } = request;
  const { clock } = device.phone;
  const record = device.log.open(device.serial, clock, service);
  const faults = device.faults.forService(device.serial, service);
  const serve = faults.some((fault) => fault.kind === 'refuse')
    ? null
    : choose(request, { device, record, faults });
  if (!serve) {
    device.log.close(record, clock, 'refused');
    return null;
  }
  return async (stream) => {
    strike(request, faults);
    try {
      await serve(stream);
      device.log.close(record, clock, stream.hangup.aborted ? 'hangup' : 'closed');
    } catch (error) {
      // A defect of the simulation must not take the process down with it; the owner of the server reads them.
      device.log.close(record, clock, 'killed');
      actions.defect(error instanceof Error ? error : new Error(String(error)));
    }
  };
}

/** Faults that hit the device or the server rather than this stream. */
function strike({ device, actions }: OpenRequest, faults: readonly StreamFault[]): void {
  for (const fault of faults) {
    if (fault.kind === 'clock_jump') device.phone.clockOffsetMs += fault.ms;
    else if (fault.kind === 'reboot') device.later(fault.afterMs ?? 0, () => device.reboot());
    else if (fault.kind === 'server_gone')
      device.later(fault.afterMs ?? 0, () => actions.serverGone(fault.forMs));
    else if (fault.kind === 'state') {
      device.later(fault.afterMs ?? 0, () => {
        device.setState(fault.state);
        if (fault.forMs !== undefined) device.later(fault.forMs, () => device.setState('device'));
      });
    }
  }
}

function choose({ device, service, dialHost }: OpenRequest, served: ServedService): Serve | null {
  const { features } = device;
  const line = parseCommandLine(service);
  if (line) {
    if (line.wire === 'v2' && !features.includes('shell_v2')) return null;
    return (stream) => serveCommandLine(served, line, stream);
  }
  const abb = /^(abb|abb_exec):([\s\S]*)$/.exec(service);
  if (abb?.[1] !== undefined) {
    if (!features.includes(abb[1])) return null;
    // adbd cuts trailing NULs off every service string, so an empty last argument can't be sent this way.
    const args = (abb[2] ?? '').replace(/\0+$/, '').split('\0');
    return (stream) => serveAbb(served, abb[1] === 'abb' ? 'v2' : 'raw', args, stream);
  }
  const serve = chooseStream(device, service, dialHost);
  if (!serve) return null;
  return async (stream) => {
    await serve(bendStream(stream, served.faults, device.phone.clock));
  };
}

function chooseStream(device: HostedPhone, service: string, dialHost: DialHost): Serve | null {
  if (service === 'sync:') return (stream) => serveSync(device, stream);
  if (service === 'framebuffer:') return (stream) => serveFramebuffer(device, stream);
  if (service === 'jdwp') return (stream) => serveProcessList(device, stream);
  if (service === 'track-jdwp') return (stream) => trackProcesses(device, debuggablePids, stream);
  if (service === 'track-app' && device.features.includes('track_app')) {
    return (stream) => trackProcesses(device, appProcesses, stream);
  }
  if (service.startsWith('reverse:')) return (stream) => serveReverse(device, service.slice(8), stream);
  if (service.startsWith('reboot:')) return async () => device.reboot();
  const source = /^source:(\d+)$/.exec(service);
  if (source) return (stream) => stream.write(new Uint8Array(Math.min(Number(source[1]), 256 * 1024 * 1024)));
  return chooseSocket(device, service, dialHost);
}

function chooseSocket(device: HostedPhone, service: string, dialHost: DialHost): SocketHandler | null {
  const handler = device.listeners.get(service);
  if (handler) return handler;
  // The JVM stands for a process of the phone: real adb aborts when a phone opens a port that no `reverse` allows.
  const jvm = debugPort(device, service);
  const hostSpec = jvm ?? device.reverses.get(service);
  if (hostSpec === undefined) return null;
  return async (stream) => {
    const host = await (jvm === undefined ? dialHost(hostSpec) : dialLoopback(hostSpec));
    if (host) await joinStreams(stream, host);
  };
}
