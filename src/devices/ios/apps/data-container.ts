/** The data container of an app on a simulator: how to tell it from other folders, and making it as empty as after an install. */
import type { Operation } from '@mobile-debug/core/operation.ts';
import { emptyFolder } from '../../../host/files-below.ts';

/** The system's own note on whose folder it is; without it the folder belongs to nobody. */
const systemNote = '.com.apple.mobile_container_manager.metadata.plist';
/** What a fresh container has. Apps expect it to be there. */
const fresh = ['Documents', 'Library/Caches', 'Library/Preferences', 'tmp'];

/** ACTION_REJECTED, with nothing deleted, for a folder that is no container or leads to `home`. */
export async function emptyContainer(op: Operation, folder: string, home: string | undefined): Promise<void> {
  await emptyFolder(op, folder, {
    mayEmpty: (names) => names.includes(systemNote) || (names.includes('Documents') && names.includes('tmp')),
    keep: [systemNote],
    fresh,
    home,
  });
}
