/**
 * Files of a simulator. A path is `com.example.app:Documents/notes.txt`, below the data container of an app, or
 * `media:photo.png`, which puts a picture or film into Photos. Source: [S13].
 */
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { readBelow, writeBelow } from '../../host/files-below.ts';
import { withScratchFolder, writeScratch } from '../../host/scratch-folder.ts';
import type { FilesFacet } from '../port/files.ts';
import type { AppCatalog } from './apps/app-catalog.ts';
import { checkAppId, notInstalled } from './apps/app-id.ts';
import type { Simctl } from './ios-types.ts';

const mostBytes = 256 << 20;
/** As simctl documents it [S13]. */
const mediaEndings = /\.(?:png|jpe?g|heic|gif|tiff?|webp|mov|mp4|m4v|vcf)$/i;

export function iosFiles(simctl: Simctl, catalog: AppCatalog): FilesFacet {
  return {
    async push(dispatch, { path, content }) {
      const location = parseLocation(path);
      if (location.appId === 'media') {
        await withScratchFolder(async (folder) => {
          const file = `${folder}/${mediaName(location.inner)}`;
          await dispatch.race(writeScratch(file, content));
          await simctl.run(dispatch, ['addmedia', file]);
        });
        return;
      }
      const root = await containerOf(dispatch.unrecorded(), catalog, location.appId);
      await writeBelow(dispatch, root, { path: location.inner, content });
    },
    async pull(op, path) {
      const location = parseLocation(path);
      if (location.appId === 'media') {
        throw new Fault('CAPABILITY_MISSING', 'Pictures can be added to Photos, but not read from it.');
      }
      return await readBelow(op, await containerOf(op, catalog, location.appId), location.inner, mostBytes);
    },
  };
}

export interface ContainerLocation {
  /** Or `media`. */
  readonly appId: string;
  /** Below the data container. */
  readonly inner: string;
}

/** INVALID_ARGUMENT, saying the form, for any other path: a simulator has no folders for everybody. */
export function parseLocation(path: string): ContainerLocation {
  const at = path.indexOf(':');
  const inner = path.slice(at + 1).replace(/^\/+/, '');
  if (at < 1 || inner === '') {
    throw new Fault('INVALID_ARGUMENT', `${JSON.stringify(path)} is not a path on an iOS device.`, {
      nextStep:
        'Use com.example.app:Documents/file.txt for a file of an app, or media:picture.png for a picture in Photos.',
    });
  }
  const appId = path.slice(0, at);
  if (appId !== 'media') checkAppId(appId);
  return { appId, inner };
}

async function containerOf(op: Operation, catalog: AppCatalog, appId: string): Promise<string> {
  const root = await catalog.dataPath(op, appId);
  if (root === null) throw notInstalled(appId);
  return root;
}

function mediaName(inner: string): string {
  const name = inner.split('/').at(-1) ?? '';
  if (mediaEndings.test(name) && !name.startsWith('-')) return name;
  throw new Fault('INVALID_ARGUMENT', `Photos does not accept a file called ${JSON.stringify(name)}.`, {
    nextStep: 'Pictures and films only: .png, .jpg, .heic, .gif, .mov, .mp4 (and contacts as .vcf).',
  });
}
