/** One booted iPhone with the programs' world around it and no programs: what tests of the companion's parts need. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '@mobile-debug/core/clock.ts';
import { Operation, systemClock } from '@mobile-debug/core/operation.ts';
import { onTestFinished } from 'vitest';
import type { PhoneOptions } from '../../../phone/phone.ts';
import type { Phone } from '../../../phone/phone-types.ts';
import { SimulatedMac } from '../../simulated-mac.ts';
import { createIphone, type Simulator } from '../../simulator.ts';
import { type AxRequest, readAccessibility } from '../ax-json.ts';

export const UDID = '978BAD6B-EEB8-4A54-9D5F-D17280D12AA5';

export interface Bed {
  readonly phone: Phone;
  readonly simulator: Simulator;
  readonly mac: SimulatedMac;
  readonly op: Operation;
  /** Parsed answer of a read; the shape is the test's business. */
  read(request?: AxRequest): unknown;
}

export function makeTestBed(
  options: {
    readonly clock?: Clock;
    readonly version?: SimulatedMac['companionVersion'];
    readonly phone?: Partial<PhoneOptions>;
  } = {},
): Bed {
  const { clock = systemClock, version = 'head' } = options;
  const folder = mkdtempSync(join(tmpdir(), 'ax-'));
  const phone = createIphone({ clock, ...options.phone });
  const simulators = [{ udid: UDID, name: 'iPhone 17', phone }];
  const mac = new SimulatedMac({ clock, folder, simulators, companionVersion: version });
  const [simulator] = mac.simulators;
  if (!simulator) throw new Error('The world has no simulator');
  const op = Operation.start(600_000, { clock });
  onTestFinished(() => {
    op[Symbol.dispose]();
    mac.close();
    phone.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const read = (request: AxRequest = {}): unknown =>
    JSON.parse(
      readAccessibility(mac, simulator, request, {
        rpc: 'accessibility_info',
        tool: 'idb_companion',
        udid: UDID,
      }),
    );
  return { phone, simulator, mac, op, read };
}
