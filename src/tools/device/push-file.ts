import * as z from 'zod';
import { resolvePath } from '../../projects/paths.ts';
import { deviceToWire } from '../../wire/answers.ts';
import { hostPath } from '../../wire/shapes.ts';
import { deviceTool } from '../define-tool.ts';

export const pushFile = deviceTool({
  name: 'push_file',
  title: 'Push a file',
  description: 'Copies a file of this computer to the device.',
  effect: 'act',
  toolset: 'device',
  needs: ['files'],
  budgetMs: () => 300_000,
  input: z.object({ localPath: hostPath, devicePath: z.string().min(1).max(1_000) }),
  output: z.looseObject({ device: z.looseObject({}), devicePath: z.string(), sizeBytes: z.number() }),
  examples: [
    {
      about: 'Into a folder that every app can read.',
      input: { localPath: 'package.json', devicePath: '/sdcard/Download/package.json' },
    },
    {
      about: 'On ios into the container of an app.',
      input: {
        platform: 'ios',
        localPath: 'package.json',
        devicePath: 'com.example.shop:Documents/package.json',
      },
    },
  ],
  async run({ op, input, device, session, computer }) {
    const { projects: host } = computer;
    const file = await host.open(op, resolvePath(host.workFolder, input.localPath));
    const { devicePath: path } = input;
    await device.files.push(op, { path, content: file.chunks() }, session.markDispatch());
    return { device: deviceToWire(device.info), devicePath: path, sizeBytes: file.sizeBytes };
  },
});
