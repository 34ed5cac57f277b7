/** Where an adb server listens. Comes from configuration; this file reads no environment. Source: [A2]. */

export type ServerAddress =
  | { readonly host: string; readonly port: number }
  /** A unix socket. */
  | { readonly path: string };

export const defaultServerAddress = { host: '127.0.0.1', port: 5037 } as const;

export function showAddress(address: ServerAddress): string {
  return 'path' in address ? address.path : `${address.host}:${address.port}`;
}

/** Whether a server at this address runs on this computer, so that it can be started from here [A2]. */
export function isLocal(address: ServerAddress): boolean {
  return 'path' in address || /^(?:localhost|127(?:\.\d+){3}|::1)$/.test(address.host);
}
