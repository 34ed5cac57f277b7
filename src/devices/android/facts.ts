/**
 * What is true of a device as long as its connection lasts: properties, size, density. Read in one round trip and kept
 * until `forget`. Rotation and everything else that changes by itself is read with the tree. Sources: [A3] and [A4].
 */
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { AdbDevice } from './adb/adb-types.ts';
import { runBatch } from './adb/batch.ts';
import { notReadyFault } from './not-ready.ts';
import { type PropertySummary, parseProperties, summarizeProperties } from './properties.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface AndroidFacts extends PropertySummary {
  readonly properties: ReadonlyMap<string, string>;
  /** adb features that both ends have. */
  readonly features: ReadonlySet<string>;
  /** Pixels in the natural orientation; null when unknown. */
  readonly physicalSize: Size | null;
  /** The size that input and bounds use, natural orientation: the override where one is set. */
  readonly effectiveSize: Size | null;
  /** Effective dots per inch. */
  readonly density: number | null;
}

export interface FactsReader {
  /** From memory after the first success. Faults: DEVICE_UNAVAILABLE, TIMEOUT, CANCELLED. */
  read(op: Operation): Promise<AndroidFacts>;
  /** Makes the next `read` ask again: after a reconnect, or when an error says that something changed. */
  forget(): void;
}

export function factsReader(adb: AdbDevice): FactsReader {
  let known: AndroidFacts | null = null;
  return {
    async read(op) {
      known ??= await readFacts(op, adb);
      return known;
    },
    forget() {
      known = null;
    },
  };
}

async function readFacts(op: Operation, adb: AdbDevice): Promise<AndroidFacts> {
  const [propertyText = '', sizeText = '', densityText = ''] = await runBatch(op, adb, [
    'getprop',
    'wm size',
    'wm density',
  ]);
  const properties = parseProperties(propertyText);
  if (properties.size === 0) {
    throw (
      notReadyFault(propertyText) ??
      new Fault('DEVICE_UNAVAILABLE', `${adb.serial} returned nothing readable from getprop.`)
    );
  }
  const physicalSize = parseSize(sizeText, 'Physical');
  return {
    ...summarizeProperties(properties),
    properties,
    features: adb.features,
    physicalSize,
    effectiveSize: parseSize(sizeText, 'Override') ?? physicalSize,
    density: parseDensity(densityText, 'Override') ?? parseDensity(densityText, 'Physical'),
  };
}

type Kind = 'Physical' | 'Override';

/** `Physical size: 1080x2400`, `Override size: 720x1600`. */
export function parseSize(text: string, kind: Kind): Size | null {
  const found = new RegExp(`${kind} size: (\\d+)x(\\d+)`).exec(text);
  return found ? { width: Number(found[1]), height: Number(found[2]) } : null;
}

/** `Physical density: 420`, `Override density: 320`. */
export function parseDensity(text: string, kind: Kind): number | null {
  const found = new RegExp(`${kind} density: (\\d+)`).exec(text);
  return found ? Number(found[1]) : null;
}
