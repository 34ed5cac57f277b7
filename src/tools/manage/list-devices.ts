import * as z from 'zod';
import type { DeviceInfo } from '../../devices/port/device.ts';
import { unlistedToWire } from '../../session/device-survey.ts';
import { devicesShape } from '../../wire/devices-shape.ts';
import { appId, platform } from '../../wire/shapes.ts';
import { appInstalledOn } from '../../workflows/app-installed.ts';
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
  output: devicesShape,
  examples: [
    { about: 'Everything that is connected.', input: {} },
    { about: 'Where an app is installed.', input: { platform: 'android', appId: 'com.example.shop' } },
  ],
  async run({ op, input, pool }) {
    const { devices: found, unlisted } = await pool.survey(op, input.platform);
    const devices = await Promise.all(
      found.map(async (info) => ({ ...row(info), ...(await appInstalledOn(op, pool, info, input.appId)) })),
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
