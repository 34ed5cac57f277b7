import * as z from 'zod';
import { baseName } from '../../projects/paths.ts';
import { deviceToWire } from '../../wire/answers.ts';
import { hostPath } from '../../wire/shapes.ts';
import { deviceTool } from '../define-tool.ts';

export const pullFile = deviceTool({
  name: 'pull_file',
  title: 'Pull a file',
  description: 'Copies a file of the device into the artifact folder, or to savePath.',
  effect: 'read',
  toolset: 'device',
  needs: ['files'],
  budgetMs: () => 300_000,
  input: z.object({
    devicePath: z.string().min(1).max(1_000),
    savePath: hostPath.optional(),
  }),
  output: z.looseObject({ device: z.looseObject({}), path: z.string(), sizeBytes: z.number() }),
  examples: [],
  async run({ op, input, device, computer }) {
    const bytes = await device.files.pull(op, input.devicePath);
    const name = baseName(input.devicePath).replaceAll(/[^\w.-]/g, '_');
    const path =
      input.savePath === undefined
        ? await computer.saveArtifact(op, name, bytes)
        : await computer.saveAs(op, input.savePath, bytes);
    return { device: deviceToWire(device.info), path, sizeBytes: bytes.length };
  },
});
