/** A virtual phone in the process of the test, so that its commands can be counted and its faults scripted. */
import { systemClock } from '@mobile-debug/core/operation.ts';
import type { CommandRecord } from '@mobile-debug/virtual-phone/adb/command-log.ts';
import {
  startVirtualAdbServer,
  type VirtualAdbServer,
} from '@mobile-debug/virtual-phone/adb/virtual-adb-server.ts';
import { createPhone } from '@mobile-debug/virtual-phone/phone/phone.ts';
import { timingProfiles } from '@mobile-debug/virtual-phone/phone/timing.ts';
import { androidVersions } from '@mobile-debug/virtual-phone/phone/versions.ts';

export const serial = 'virtual-android-1';

export interface TestPhone {
  readonly adbServer: VirtualAdbServer;
  /** What points a server at this phone. */
  readonly args: readonly string[];
  open(appId: string): void;
  pidOf(appId: string): number;
  running(part: string): readonly CommandRecord[];
  close(): Promise<void>;
}

export async function startTestPhone(): Promise<TestPhone> {
  const phone = createPhone({
    serial,
    version: androidVersions['14'],
    timing: timingProfiles.instant,
    clock: systemClock,
  });
  const adbServer = await startVirtualAdbServer({ phones: [phone] });
  return {
    adbServer,
    args: ['--adb-server', `tcp:${adbServer.host}:${adbServer.port}`],
    open(appId) {
      const outcome = phone.start(appId, null);
      if (!outcome.ok) throw new Error(outcome.reason);
    },
    pidOf: (appId) => phone.processes.find(({ packageName }) => packageName === appId)?.pid ?? 0,
    running: (part) =>
      adbServer.commands().filter(({ service, outcome }) => outcome === 'running' && service.includes(part)),
    async close() {
      await adbServer.close();
      phone.close();
    },
  };
}
