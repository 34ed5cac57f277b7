/**
 * The folders that a client says it works in (MCP roots): files may be written there by name and sent from there. Clients
 * of later eras of the protocol have none, and a client that does not answer changes nothing.
 */
import { fileURLToPath } from 'node:url';
import type { Server } from '@modelcontextprotocol/server';
import type { Computer } from '../host-port/computer.ts';

export function followRoots(server: Server, computer: Computer): void {
  const ask = async (): Promise<void> => {
    if (server.getClientCapabilities()?.roots === undefined) return;
    const { roots } = await server.listRoots();
    computer.allowFolders(roots.flatMap(({ uri }) => folderOf(uri)));
  };
  const follow = (): void => void ask().catch(() => {}); // it may have left
  server.oninitialized = follow;
  server.setNotificationHandler('notifications/roots/list_changed', follow);
}

/** Empty for what is no path of this computer. */
function folderOf(uri: string): string[] {
  try {
    return [fileURLToPath(uri)];
  } catch {
    return []; // another scheme, or another computer
  }
}
