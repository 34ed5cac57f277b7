/** The lists of all platforms side by side: what was found, and what kept a platform from being listed. */
import { Fault, isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { DeviceInfo, DeviceSource, Platform } from '../devices/port/device.ts';

export interface Found {
  readonly source: DeviceSource;
  readonly info: DeviceInfo;
}

/** A platform that could not be listed, wholly or in part, and why. */
export interface Unlisted {
  readonly platform: Platform;
  readonly fault: Fault;
}

export interface Survey {
  readonly devices: readonly DeviceInfo[];
  readonly unlisted: readonly Unlisted[];
}

export interface Listing {
  readonly found: readonly Found[];
  readonly unlisted: readonly Unlisted[];
  /** Of what kept a platform from being listed at all. */
  readonly faults: readonly Fault[];
}

/** What one platform that hangs leaves of the time, so that the list of the others still comes. */
const sourceShare = 0.8;

/** One that fails or hangs takes nothing from the others; only the end of `op` itself passes. */
export async function listSources(
  op: Operation,
  sources: readonly DeviceSource[],
  recent: boolean,
): Promise<Listing> {
  const found: Found[] = [];
  const unlisted: Unlisted[] = [];
  const absent: Unlisted[] = [];
  const faults: Fault[] = [];
  const lists = await Promise.allSettled(
    sources.map(async (source) => {
      using share = op.within(op.remainingMs * sourceShare);
      try {
        return { source, infos: await source.list(share, { recent }), left: source.partial?.() ?? null };
      } catch (error) {
        if (op.ended || !isFault(error)) throw error;
        return { source, infos: null, left: error };
      }
    }),
  );
  for (const list of lists) {
    if (list.status === 'rejected') throw list.reason;
    const { source, infos, left } = list.value;
    found.push(...(infos ?? []).map((info) => ({ source, info })));
    if (left) {
      const noNews = !infos && source.elsewhere === true && isMissing(left);
      (noNews ? absent : unlisted).push({ platform: source.platform, fault: left });
    }
    if (left && !infos) faults.push(left);
  }
  if (faults.length === sources.length) unlisted.push(...absent);
  return { found, unlisted, faults };
}

/** Not installed, rather than installed and broken. */
function isMissing(fault: Fault): boolean {
  return fault.code === 'TOOL_NOT_FOUND' && fault.reason === undefined;
}

/** The most telling fault, with the words of all: a broken Xcode says more than an adb that was never installed. */
export function noneListed(unlisted: readonly Unlisted[]): Fault {
  const faults = unlisted.map(({ fault }) => fault);
  const telling = faults.find((fault) => !isMissing(fault));
  const [first, another] = faults;
  const fault = telling ?? first ?? new Fault('DEVICE_NOT_FOUND', 'No device is connected.');
  if (!another) return fault;
  const words = unlisted.map((each) => `${each.platform}: ${each.fault.message}`).join(' ');
  const { nextStep, retryable, reason } = fault;
  return new Fault(fault.code, words, {
    cause: fault,
    nextStep,
    retryable,
    ...(reason && { reason }),
    details: { platforms: unlisted.map(unlistedToWire) },
  });
}

/** As answers show it. */
export function unlistedToWire({ platform, fault: { code, message, nextStep, retryable } }: Unlisted) {
  return { platform, code, problem: message, fix: nextStep, retryable };
}
