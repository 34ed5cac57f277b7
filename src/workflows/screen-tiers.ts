/** How the screens of devices are read, for the system report: from memory, or measured where nothing was read yet. */
import { foreseen } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { DeviceInfo } from '../devices/port/device.ts';
import type { ReadTier } from '../session/readings.ts';
import type { SessionPool } from '../session/session-pool.ts';

export interface ScreenReport extends ReadTier {
  readonly id: string;
  /** Why a faster driver is not used and how to get it; null when there is none. */
  readonly advice: string | null;
  /** Why nothing is known of the tier; left out when it is. */
  readonly note?: string;
}

export type Named = Pick<DeviceInfo, 'id' | 'platform' | 'state'>;

const unread = 'Its screen has not been read yet; `mobile-debug-mcp doctor` measures it.';

/** Of devices whose screen can be read by more than one driver. Sends no request to any device. */
export function screenTiers(pool: SessionPool, devices: readonly Named[]): readonly ScreenReport[] {
  const open = pool.open();
  return devices
    .filter(({ state }) => state === 'ready')
    .flatMap(({ id, platform }): readonly ScreenReport[] => {
      const session = open.find(({ device }) => device.info.id === id && device.info.platform === platform);
      if (!session) return [{ id, tier: null, readMs: null, advice: null, note: unread }];
      const advice = session.device.screen?.advice?.();
      if (advice === undefined) return [];
      const { tier, readMs } = session.readTier;
      const rounded = readMs === null ? null : Math.round(readMs * 10) / 10;
      return [{ id, tier, readMs: rounded, advice, ...(tier === null ? { note: unread } : {}) }];
    });
}

/**
 * Reads the screen of every ready device twice, the second time warm, so that `screenTiers` knows it. Never throws:
 * returns the reasons, by id, for those that could not be read.
 */
export async function readScreens(
  op: Operation,
  pool: SessionPool,
  devices: readonly Named[],
): Promise<ReadonlyMap<string, string>> {
  const failures = new Map<string, string>();
  const ready = devices.filter(({ state }) => state === 'ready');
  await Promise.all(
    ready.map(async ({ id, platform }) => {
      try {
        const session = await pool.session(op, { deviceId: id, platform });
        if (!session.device.screen) return;
        const reader = session.with(['screen']);
        for (let reading = 0; reading < 2; reading++) await reader.observe(op);
      } catch (error) {
        failures.set(id, foreseen(error).message);
      }
    }),
  );
  return failures;
}

/** One line for people. */
export function tierLine({ id, tier, readMs, advice, note }: ScreenReport, failure?: string): string {
  const method = tier === null ? (failure ?? note ?? 'not read yet') : `${tier} in ${readMs} ms`;
  return [`${id}: ${method}`, ...(advice === null ? [] : [advice])].join('; ');
}
