/** What the server finds in the network: services that phones announce by mDNS, and dialogs that take a pairing code. */

export interface AnnouncedService {
  readonly name: string;
  readonly type: '_adb-tls-connect._tcp' | '_adb-tls-pairing._tcp' | '_adb._tcp';
  /** `HOST:PORT`. */
  readonly address: string;
}

interface PairingDialog {
  readonly code: string;
  readonly guid: string;
}

export class WirelessNetwork {
  /** In the order in which they were found; a test changes it as phones come and go. */
  services: readonly AnnouncedService[] = [];
  /** Servers before version 31 know no such requests. */
  supported: boolean = true;
  /** Names of phones that know this computer. */
  readonly paired = new Set<string>();
  readonly #dialogs = new Map<string, PairingDialog>();

  /** A phone shows its pairing dialog, which is good for one attempt. */
  showDialog(address: string, dialog: PairingDialog): void {
    this.#dialogs.set(address, dialog);
  }

  list(): string {
    return this.services.map(({ name, type, address }) => `${name}\t${type}\t${address}\n`).join('');
  }

  pair(code: string, address: string): string {
    const dialog = this.#dialogs.get(address);
    if (!dialog) return 'Failed: Unable to start pairing client.';
    this.#dialogs.delete(address);
    if (dialog.code !== code) return 'Failed: Wrong password or connection was dropped.';
    this.paired.add(dialog.guid);
    return `Successfully paired to ${address} [guid=${dialog.guid}]`;
  }
}
