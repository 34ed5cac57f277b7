import { isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import * as z from 'zod';
import type { DeviceInfo } from '../../devices/port/device.ts';
import { unlistedToWire } from '../../session/device-survey.ts';
import type { SessionPool } from '../../session/session-pool.ts';
import { deviceFields, unlistedShape } from '../../wire/device-shape.ts';
import { appId, platform } from '../../wire/shapes.ts';
import { wirelessFields } from '../../wire/wireless-shape.ts';
import { hostTool } from '../define-tool.ts';

export const listDevices = hostTool({
  name: 'list_devices',
  title: 'List devices',
  description: 'Lists android and ios devices, emulators and simulators, with fixes.',
  effect: 'read',
  toolset: 'core',
  entry: true,
  budgetMs: () => 10_000,
  input: z.object({
    platform: platform.optional().meta({ doc: 'Only devices of this platform' }),
    appId: appId.optional().meta({ doc: 'Also say whether this app is installed' }),
  }),
  output: z.looseObject({
    devices: z
      .array(
        z.looseObject({
          ...deviceFields,
          state: z.string().meta({
            doc: '`ready`, `offline`, `unauthorized`, `booting`, `shutdown`, `no_permissions` or `unknown`; only `ready` can be used',
          }),
          image: z.string().optional().meta({ doc: 'Name of the AVD that an emulator runs, when it tells' }),
          booted: z.boolean().optional().meta({ doc: 'Whether its system is up, when that is known' }),
          appInstalled: z
            .boolean()
            .optional()
            .meta({ doc: 'With `appId`: whether it is installed, when that could be found out in time' }),
          problem: z.string().optional().meta({ doc: 'Why it cannot be used' }),
          fix: z.string().optional().meta({ doc: 'How to fix it' }),
        }),
      )
      .meta({ doc: 'Every device, usable or not' }),
    wireless: z
      .array(z.looseObject(wirelessFields))
      .optional()
      .meta({ doc: 'Android devices that announce themselves in the network; absent when none does' }),
    problems: unlistedShape,
  }),
  examples: [
    { about: 'Everything that is connected.', input: {} },
    { about: 'Where an app is installed.', input: { platform: 'android', appId: 'com.example.shop' } },
  ],
  async run({ op, input, pool }) {
    const { devices: found, unlisted } = await pool.survey(op, input.platform);
    const devices = await Promise.all(
      found.map(async (info) => ({ ...row(info), ...(await installed(op, pool, info, input.appId)) })),
    );
    const wireless = pool.wireless(input.platform).flatMap(({ seen }) => seen);
    return {
      devices,
      ...(wireless.length > 0 && { wireless: wireless.map((each) => ({ ...each })) }),
      ...(unlisted.length > 0 && { problems: unlisted.map(unlistedToWire) }),
    };
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
