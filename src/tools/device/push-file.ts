import * as z from 'zod';
import { resolvePath } from '../../projects/paths.ts';
import { deviceToWire } from '../../wire/answers.ts';
import { deviceShape } from '../../wire/device-shape.ts';
import { hostPath } from '../../wire/shapes.ts';
import { deviceTool } from '../define-tool.ts';

export const pushFile = deviceTool({
  name: 'push_file',
  title: 'Push a file',
  description: 'Copies a file from this computer to the device.',
  effect: 'act',
  toolset: 'device',
  needs: ['files'],
  budgetMs: () => 300_000,
  input: z.object({
    localPath: hostPath,
    devicePath: z.string().min(1).max(1_000).meta({
      doc: '`/sdcard/...` and other paths that the shell can reach on Android, `<bundle id>:<path in its data container>` on iOS',
    }),
  }),
  output: z.looseObject({
    device: deviceShape,
    devicePath: z.string().meta({ doc: 'As given' }),
    sizeBytes: z.number().meta({ doc: 'Bytes copied' }),
  }),
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
  async run({ op, input, session, computer }) {
    const { projects: host } = computer;
    const local = resolvePath(host.workFolder, input.localPath);
    await host.assertReadable(op, local);
    const file = await host.open(op, local);
    const { devicePath: path } = input;
    await session.send(op, (dispatch) =>
      session.device.files.push(dispatch, { path, content: file.chunks() }),
    );
    return { device: deviceToWire(session.device.info), devicePath: path, sizeBytes: file.sizeBytes };
  },
});
