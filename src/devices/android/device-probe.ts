/**
 * What a list shows of a connected device beyond adb's own line: one bounded command, kept once the system is up.
 * Sources: [A3] and [A15].
 */
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { AdbDevice } from './adb/adb-types.ts';
import { runBatch } from './adb/batch.ts';
import { type PropertySummary, parseProperties, summarizeProperties } from './properties.ts';

export interface DeviceProbe extends PropertySummary {
  /** The system has started and its package manager answers. */
  readonly booted: boolean;
}

/** One round trip. Faults of the connection; a device without properties gives a probe that is not booted. */
export async function probeDevice(op: Operation, adb: AdbDevice): Promise<DeviceProbe> {
  const [properties = '', service = ''] = await runBatch(op, adb, ['getprop', 'service check package']);
  const summary = summarizeProperties(parseProperties(properties));
  // Only the plain "not found" counts: a build without the `service` program is not thereby unready [A15].
  const packageManagerMissing = /^Service package: not found/m.test(service);
  return { ...summary, booted: summary.bootCompleted && !packageManagerMissing };
}
