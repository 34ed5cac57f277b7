/** The computer as tools see it, from the parts of `host`. */
import { randomId } from '../core/ids.ts';
import { ArtifactFiles, type ArtifactOptions } from '../host/artifact-files.ts';
import { prepareImage } from '../host/image.ts';
import type { Computer } from '../tools/computer.ts';

export function makeComputer(options: ArtifactOptions): Computer {
  const files = new ArtifactFiles(options);
  return {
    prepareImage,
    async saveArtifact(op, name, bytes) {
      const [stem = name, ending = 'txt'] = name.split('.');
      const content = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes;
      return (await files.write(op, `${randomId(stem)}.${ending}`, content)).path;
    },
    async saveAs(op, path, bytes) {
      return (await files.write(op, path, bytes)).path;
    },
  };
}
