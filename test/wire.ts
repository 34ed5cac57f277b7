/**
 * What the device was asked, told by its own side of the wire, in words that fit every platform: tests of one contract
 * count and order these, whether they are services of adb, requests to the resident helper or calls of Apple's tools.
 */

import type { FaultAction, FaultScript } from '@mobile-debug/virtual-phone/adb/fault-script.ts';
import type { VirtualAdbServer } from '@mobile-debug/virtual-phone/adb/virtual-adb-server.ts';
import type { HelperEndpoint } from '@mobile-debug/virtual-phone/helper/helper-endpoint.ts';

/** `probe`: what lies at one point, asked where a bar does not list its items. */
export type Kind = 'read' | 'probe' | 'input' | 'launch' | 'end' | 'other';

export interface Question {
  readonly kind: Kind;
  readonly what: string;
  readonly serial: string;
  /** Monotonic milliseconds of the phone's clock. */
  readonly atMs: number;
  readonly durationMs: number;
  /** `withdrawn`: the product closed it before it was answered. */
  readonly ended: 'running' | 'answered' | 'withdrawn' | 'cut';
  /** The least that it could take, by the timing profile of the phone. */
  readonly deviceTimeMs: number;
  /** Stays open between calls, or is asked when a stream is opened: the log, the helper, the companion. */
  readonly resident: boolean;
}

/** `hang`: never answered, and nothing done. `refuse`: not even begun. `cut`: the connection breaks before any answer. */
export type Disturbance = 'hang' | 'refuse' | 'cut' | { readonly delayMs: number };

export interface DeviceWire {
  /** Since the last `clear`, in order. */
  asked(): readonly Question[];
  clear(): void;
  /** Runs once as the nth question of this kind from now (1 = the next) arrives, before it is answered. */
  onNext(kind: 'read' | 'input', nth: number, run: () => void): void;
  /** What becomes of further questions of this kind, until the faults are cleared. */
  disturb(
    kind: 'read' | 'input',
    how: Disturbance,
    limits?: { readonly nth?: number; readonly times?: number },
  ): void;
  clearFaults(): void;
}

const requests = { read: /^GET \/source$/, input: /gestures|keys|value|press/ } as const;
const services = { read: /uiautomator dump/, input: /:input\b/ } as const;

/** Streams that stay open between calls: the log's, and those of the resident helper. */
const residentService = /logcat|am instrument|^tcp:6790$/;

const endings = {
  running: 'running',
  exited: 'answered',
  closed: 'answered',
  hangup: 'withdrawn',
  killed: 'cut',
  refused: 'cut',
  cut: 'cut',
} as const;

function kindOfService(service: string): Kind {
  if (services.read.test(service)) return 'read';
  if (services.input.test(service)) return 'input';
  if (service.includes('am start')) return 'launch';
  if (service.includes('am force-stop')) return 'end';
  return 'other';
}

function kindOfRequest(request: string): Kind {
  if (requests.read.test(request)) return 'read';
  return requests.input.test(request) ? 'input' : 'other';
}

function actionOf(how: Disturbance): FaultAction {
  if (typeof how === 'object') return { kind: 'delay', ms: how.delayMs };
  return how === 'cut' ? { kind: 'cut', afterBytes: 0 } : { kind: how };
}

export function androidWire(
  adbServer: VirtualAdbServer,
  faults: FaultScript,
  helpers: readonly HelperEndpoint[],
): DeviceWire {
  const asked = (): readonly Question[] => [
    ...adbServer.commands().map(({ service, serial, atMs, durationMs, deviceTimeMs, outcome }) => ({
      kind: kindOfService(service),
      what: service,
      serial,
      atMs,
      durationMs,
      deviceTimeMs,
      ended: endings[outcome],
      resident: residentService.test(service),
    })),
    ...helpers.flatMap(({ requests }) =>
      requests.map((request) => ({
        kind: kindOfRequest(request),
        what: request,
        serial: '',
        atMs: 0,
        durationMs: 0,
        deviceTimeMs: 0,
        ended: 'answered' as const,
        resident: false,
      })),
    ),
  ];
  return {
    asked,
    clear() {
      adbServer.clearCommands();
      for (const helper of helpers) helper.clearRequests();
    },
    onNext(kind, nth, run) {
      const call = { kind: 'call', run } as const;
      faults.add({ when: { service: services[kind], nth, times: 1 }, do: call });
      for (const helper of helpers) helper.faults.add({ when: requests[kind], nth, times: 1, do: call });
    },
    disturb(kind, how, limits = {}) {
      faults.add({ when: { service: services[kind], ...limits }, do: actionOf(how) });
    },
    clearFaults() {
      faults.clear();
      for (const helper of helpers) helper.faults.clear();
    },
  };
}
