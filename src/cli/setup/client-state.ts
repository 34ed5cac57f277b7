/** What is known of one client on this computer. */
import { dirname } from 'node:path';
import { type Fault, isFault } from '@mobile-debug/core/fault.ts';
import { isThere, readConfigFile } from '../../host/config-file.ts';
import type { Client, UserFolders } from './clients.ts';
import { entryIn } from './config-text.ts';

/** Under this name clients list the server. */
export const serverName = 'mobile-debug';

export interface ClientState {
  /** Whether the client seems to be installed. */
  readonly found: boolean;
  readonly file: string;
  /** Of that file; null where it does not exist. */
  readonly text: string | null;
  /** What it configures for our name; undefined where it does not. */
  readonly entry: unknown;
  /** Why the file cannot be read as what it should be. */
  readonly broken: Fault | null;
}

export async function clientState(
  client: Client,
  { folders, onPath }: { readonly folders: UserFolders; readonly onPath: (program: string) => boolean },
): Promise<ClientState> {
  const files = client.files(folders);
  const exist = await Promise.all(files.map(isThere));
  const known = await Promise.all(
    files.map(async (file) => dirname(file) !== folders.home && (await isThere(dirname(file)))),
  );
  const file = files[exist.indexOf(true)] ?? files[known.indexOf(true)] ?? files[0] ?? '';
  const found =
    exist.includes(true) || known.includes(true) || (client.program !== undefined && onPath(client.program));
  return { found, file, ...(await read(client, file)) };
}

async function read(client: Client, file: string): Promise<Pick<ClientState, 'text' | 'entry' | 'broken'>> {
  try {
    const text = await readConfigFile(file);
    return { text, entry: text === null ? undefined : entryIn(text, entryPlace(client)), broken: null };
  } catch (error) {
    if (!isFault(error, 'INVALID_ARGUMENT')) throw error;
    return { text: null, entry: undefined, broken: error };
  }
}

export function entryPlace({ format, servers }: Client) {
  return { format, servers, name: serverName };
}
