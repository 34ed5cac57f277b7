import { isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import * as z from 'zod';
import type { DeviceInfo } from '../../devices/port/device.ts';
import type { SessionPool } from '../../session/session-pool.ts';
import { appId, platform } from '../../wire/shapes.ts';
import { hostTool } from '../define-tool.ts';

export const listDevices = hostTool({
  name: 'list_devices',
  title: 'List devices',
  description: 'Lists android and ios devices, emulators and simulators, with fixes for unusable ones.',
  effect: 'read',
  toolset: 'core',
  entry: true,
  budgetMs: () => 10_000,
  input: z.object({ platform: platform.optional(), appId: appId.optional() }),
  output: z.looseObject({
    devices: z.array(
      z.looseObject({
        id: z.string(),
        platform: z.string(),
        osVersion: z.string().nullable(),
        model: z.string().nullable(),
        simulator: z.boolean(),
        state: z.string(),
        booted: z.boolean().optional(),
        appInstalled: z.boolean().optional(),
        problem: z.string().optional(),
        fix: z.string().optional(),
      }),
    ),
  }),
  examples: [
    { about: 'Everything that is connected.', input: {} },
    { about: 'Where an app is installed.', input: { platform: 'android', appId: 'com.example.shop' } },
  ],
  async run({ op, input, pool }) {
    const found = await pool.list(op, input.platform);
    const devices = await Promise.all(
      found.map(async (info) => ({ ...row(info), ...(await installed(op, pool, info, input.appId)) })),
    );
    return { devices };
  },
});

function row({ virtual, ...info }: DeviceInfo) {
  return { ...info, ...(virtual ? { virtual } : {}) };
}

const oneDeviceMs = 3_000;

/** A device that cannot tell in time leaves the field out instead of spoiling the list. */
async function installed(op: Operation, pool: SessionPool, info: DeviceInfo, app: string | undefined) {
  if (app === undefined || info.state !== 'ready') return {};
  try {
    using own = op.within(oneDeviceMs);
    const { device } = await pool.session(own, { platform: info.platform, deviceId: info.id });
    return device.apps ? { appInstalled: await device.apps.installed(own, app) } : {};
  } catch (error) {
    if (op.ended || !isFault(error)) throw error;
    return { problem: `Could not tell whether ${app} is installed: ${error.message}` };
  }
}
