/** An adb client before a scripted server with one device, closed when its test is over. For tests only. */

import { isFault } from '@mobile-debug/core/fault.ts';
import { Operation, systemClock } from '@mobile-debug/core/operation.ts';
import { onTestFinished } from 'vitest';
import { openAdbDevice } from '../adb/adb-device.ts';
import { AdbServer } from '../adb/adb-server.ts';
import type { AdbDevice } from '../adb/adb-types.ts';
import { ScriptedAdbServer, type ScriptedDevice } from './scripted-adb-server.ts';

export interface AdbClientBed {
  readonly server: ScriptedAdbServer;
  readonly device: ScriptedDevice;
  readonly op: Operation;
  /** The client's view of the device; what the script says until then is what it finds. */
  readonly opened: () => Promise<AdbDevice>;
}

export async function adbClientBed(): Promise<AdbClientBed> {
  const server = await new ScriptedAdbServer().listen();
  const device: ScriptedDevice = { serial: 'phone (2)', transportId: 7, service: () => ({ stdout: '' }) };
  server.devices.push(device);
  const op = Operation.start(5_000);
  onTestFinished(async () => {
    op[Symbol.dispose]();
    await server.close();
  });
  const opened = async (): Promise<AdbDevice> => {
    const adb = new AdbServer({ address: server.address, clock: systemClock });
    return await openAdbDevice(op, adb, { serial: device.serial, transportId: 7 });
  };
  return { server, device, op, opened };
}

export async function faultOf(work: Promise<unknown>) {
  const error: unknown = await work.then(
    () => null,
    (failure: unknown) => failure,
  );
  if (!isFault(error)) throw new Error(`expected a fault, got ${String(error)}`);
  return error;
}
