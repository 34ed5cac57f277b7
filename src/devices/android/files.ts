/** The files facet over adb's sync service. */
import { Fault } from '@mobile-debug/core/fault.ts';
import type { FilesFacet } from '../port/files.ts';
import type { AdbDevice } from './adb/adb-types.ts';
import { receiveFile, sendFile, statFile } from './adb/sync-files.ts';

const folderBit = 0o040000;

export function androidFiles(adb: AdbDevice): FilesFacet {
  return {
    async push(dispatch, { path, content }) {
      await sendFile(dispatch, adb, { path, content });
    },
    async pull(op, path) {
      const stat = await statFile(op, adb, path);
      if (!stat) {
        throw new Fault(
          'ACTION_REJECTED',
          `There is no file ${path} on the device, or the shell is not allowed to see it.`,
          {
            nextStep: 'Private files of an app are not accessible; shared files are under /sdcard.',
          },
        );
      }
      if ((stat.mode & 0o170000) === folderBit)
        throw new Fault('INVALID_ARGUMENT', `${path} is a folder; pass a file.`);
      return await receiveFile(op, adb, path);
    },
  };
}
