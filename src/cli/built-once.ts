/** Something that is built when it is first asked for, in a folder that is there until it is removed. */
import { withScratchFolder, writeScratch } from '../host/scratch-folder.ts';

export interface BuiltOnce {
  /** Null where it could not be built; it is not tried again. */
  built(): Promise<string | null>;
  remove(): Promise<void>;
}

/** `build` foresees its own failures and answers null. */
export function builtOnce(build: (folder: string) => Promise<string | null>): BuiltOnce {
  let building: Promise<string | null> | null = null;
  let removed: Promise<void> = Promise.resolve();
  let remove = (): void => {};
  const over = new Promise<void>((resolve) => {
    remove = resolve;
  });
  return {
    async built() {
      building ??= new Promise((resolve) => {
        removed = withScratchFolder(async (folder) => {
          resolve(await build(folder));
          await over;
        });
      });
      return await building;
    },
    async remove() {
      remove();
      await removed;
    },
  };
}

export async function writeSource(path: string, text: string): Promise<void> {
  await writeScratch(path, onePiece(text));
}

async function* onePiece(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
