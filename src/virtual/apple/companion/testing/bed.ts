/** One booted iPhone with the programs' world around it and no programs: what tests of the companion's parts need. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Clock } from '../../../../core/clock.ts';
import { Operation, systemClock } from '../../../../core/operation.ts';
import type { PhoneOptions } from '../../../phone/phone.ts';
import type { Phone } from '../../../phone/phone-types.ts';
import { AppsOfSimulators } from '../../apps.ts';
import { AppleFaults } from '../../fault-script.ts';
import type { AppleWorld, GuestLog } from '../../program.ts';
import { createIphone, createSimulator, type Simulator } from '../../simulator.ts';
import { type AxRequest, readAccessibility } from '../ax-json.ts';

export const UDID = '978BAD6B-EEB8-4A54-9D5F-D17280D12AA5';

export interface Bed {
  readonly phone: Phone;
  readonly simulator: Simulator;
  readonly world: AppleWorld;
  readonly calls: readonly { readonly rpc: string; readonly udid: string }[];
  readonly op: Operation;
  /** What the guest's log command was asked. */
  readonly logged: readonly (readonly string[])[];
  /** Parsed answer of a read; the shape is the test's business. */
  read(request?: AxRequest): unknown;
}

export function makeBed(
  options: {
    readonly clock?: Clock;
    readonly version?: AppleWorld['companionVersion'];
    readonly phone?: Partial<PhoneOptions>;
  } = {},
): Bed {
  const { clock = systemClock, version = 'head' } = options;
  const folder = mkdtempSync(join(tmpdir(), 'ax-'));
  const phone = createIphone({ clock, ...options.phone });
  const simulator = createSimulator({ udid: UDID, name: 'iPhone 17', phone });
  const calls: { rpc: string; udid: string }[] = [];
  const logged: (readonly string[])[] = [];
  const guestLog: GuestLog = async (op, _, args, io) => {
    logged.push(args);
    io.stdout.write('{"eventMessage":"hello"}\n');
    if (args[0] === 'stream') await op.sleep(3_600_000);
    return 0;
  };
  const world: AppleWorld = {
    clock,
    folder,
    guestLog,
    home: folder,
    faults: new AppleFaults([], clock),
    companionVersion: version,
    simulators: [simulator],
    apps: new AppsOfSimulators(folder),
    simulator: (udid) => (udid.toUpperCase() === UDID ? simulator : undefined),
    recordCall: (call) => void calls.push(call),
  };
  const op = Operation.start(600_000, { clock });
  onTestFinished(() => {
    op[Symbol.dispose]();
    phone.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const read = (request: AxRequest = {}): unknown =>
    JSON.parse(
      readAccessibility(world, simulator, request, {
        rpc: 'accessibility_info',
        tool: 'idb_companion',
        udid: UDID,
      }),
    );
  return { phone, simulator, world, calls, op, logged, read };
}
