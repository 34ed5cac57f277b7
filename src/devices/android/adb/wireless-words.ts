/**
 * What the adb server says of devices on the network: mDNS services, pairing, connecting. Everything but a service that it
 * does not know comes as an answer that succeeded, so that the words decide. Pure. Source: [A2].
 */

export interface MdnsService {
  readonly name: string;
  readonly kind: 'connect' | 'pairing' | 'plain';
  readonly host: string;
  readonly port: number;
}

/** As adb registers them, with or without the dot of the domain [A2]. */
const kinds: readonly (readonly [string, MdnsService['kind']])[] = [
  ['_adb-tls-connect._tcp', 'connect'],
  ['_adb-tls-pairing._tcp', 'pairing'],
  ['_adb._tcp', 'plain'],
];

/** Lines `NAME<tab>TYPE<tab>HOST:PORT` [A2]; what is none of these is left out. */
export function parseMdnsServices(text: string): MdnsService[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [name = '', type = '', address = ''] = line.trim().split(/\t+| {2,}| (?=_adb)|(?<=_tcp\.?) /);
    const kind = kinds.find(([registered]) => type.replace(/\.$/, '') === registered)?.[1];
    const found = parseAddress(address.trim());
    return kind && found && name !== '' ? [{ name, kind, ...found }] : [];
  });
}

/** `HOST:PORT`, an IPv6 host in brackets; null for anything else. */
export function parseAddress(text: string): { readonly host: string; readonly port: number } | null {
  const [, bracketed, plain, digits] = /^(?:\[([\da-fA-F:.%\w]+)\]|([^\s:[\]]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  const port = Number(digits);
  return host !== undefined && port > 0 && port < 65_536 ? { host, port } : null;
}

export function addressOf({ host, port }: { readonly host: string; readonly port: number }): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

/**
 * Whether a serial is that of a connection over the network, whose loss adb notices late or never. One within this
 * computer ends with the program at its other end [A2].
 */
export function isNetworked(serial: string): boolean {
  const address = parseAddress(serial);
  if (address) return !/^(?:127\.[\d.]+|localhost|::1)$/.test(address.host);
  return /\._adb(?:-tls-connect)?\._tcp\.?$/.test(serial);
}

export type Connected =
  | { readonly state: 'connected' | 'already'; readonly serial: string }
  | { readonly state: 'unauthorized' | 'failed' };

/** As `adb connect` prints it [A2]. */
export function readConnected(words: string): Connected {
  const [, already, serial] = /^(already )?connected to (\S+)/m.exec(words) ?? [];
  if (serial !== undefined) return { state: already === undefined ? 'connected' : 'already', serial };
  return { state: /failed to authenticate|unauthorized/i.test(words) ? 'unauthorized' : 'failed' };
}

export type Paired =
  | { readonly state: 'paired'; readonly name: string | null }
  | { readonly state: 'wrong_code' | 'nobody' | 'failed' };

/** As `adb pair` prints it [A2]. */
export function readPaired(words: string): Paired {
  if (/^Successfully paired to /m.test(words)) {
    return { state: 'paired', name: /\[guid=([^\]]+)\]/.exec(words)?.[1] ?? null };
  }
  if (/wrong password|connection was dropped/i.test(words)) return { state: 'wrong_code' };
  return { state: /unable to start pairing client/i.test(words) ? 'nobody' : 'failed' };
}
