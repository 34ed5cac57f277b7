import * as z from 'zod';
import { baseName } from '../../projects/paths.ts';
import { deviceToWire } from '../../wire/answers.ts';
import { deviceShape } from '../../wire/device-shape.ts';
import { hostPath } from '../../wire/shapes.ts';
import { deviceTool } from '../define-tool.ts';

export const pullFile = deviceTool({
  name: 'pull_file',
  title: 'Pull a file',
  description: 'Copies a file from the device to the artifact folder or to savePath.',
  effect: 'read',
  toolset: 'device',
  needs: ['files'],
  budgetMs: () => 300_000,
  input: z.object({
    devicePath: z.string().min(1).max(1_000).meta({
      doc: '`/sdcard/...` and other paths that the shell can reach on Android, `<bundle id>:<path in its data container>` on iOS',
    }),
    savePath: hostPath.optional().meta({
      doc: 'Where to write it on this computer: below the artifact folder, the working folder or `--root`. Default: a new file in the artifact folder',
    }),
  }),
  output: z.looseObject({
    device: deviceShape,
    path: z.string().meta({ doc: 'Absolute path of the copy on this computer' }),
    sizeBytes: z.number().meta({ doc: 'Its size' }),
  }),
  examples: [],
  async run({ op, input, session, computer }) {
    if (input.savePath !== undefined) computer.assertSavePath();
    const bytes = await session.device.files.pull(op, input.devicePath);
    const name = baseName(input.devicePath).replaceAll(/[^\w.-]/g, '_');
    const path =
      input.savePath === undefined
        ? await computer.saveArtifact(op, name, bytes)
        : await computer.saveAs(op, input.savePath, bytes);
    return { device: deviceToWire(session.device.info), path, sizeBytes: bytes.length };
  },
});
