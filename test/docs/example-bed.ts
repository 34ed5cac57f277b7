/** One bed a platform for all examples: each finds the phone as a user does who has just closed all apps. */
import { afterAll } from 'vitest';
import type { Tool } from '../../src/tools/define-tool.ts';
import { makeTestBed, type TestBed } from '../harness.ts';

type Platform = 'android' | 'ios';

const beds = new Map<Platform, TestBed>();

afterAll(async () => {
  for (const bed of beds.values()) await bed.close();
});

/** With the app of the example in front. */
export async function bedFor(platform: Platform, tools: readonly Tool[], app?: string): Promise<TestBed> {
  const bed = beds.get(platform) ?? (await makeTestBed({ tools, ...(platform === 'ios' && { ios: {} }) }));
  beds.set(platform, bed);
  for (const { packageName } of bed.phone.processes) bed.phone.forceStop(packageName);
  if (app !== undefined) bed.open(app);
  return bed;
}

/** After what changes more of a phone than its apps, the next example gets another one. */
export async function usedUp(platform: Platform, { scope, effect }: Tool): Promise<void> {
  if (scope === 'action' || effect === 'read') return;
  const bed = beds.get(platform);
  beds.delete(platform);
  await bed?.close();
}
