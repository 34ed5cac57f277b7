/**
 * Which device the calls of this connection mean when they name none: the first one that worked, for as long as the
 * connection lasts. Remembers only; what becomes of a lost device is the pool's.
 */
import type { DeviceInfo, Platform } from '../devices/port/device.ts';

interface Choice {
  readonly platform?: Platform | undefined;
  readonly deviceId?: string | undefined;
}

export class UnnamedChoice {
  readonly #ids = new Map<Platform, string>();
  /** Of calls that name no platform either. */
  #platform: Platform | undefined;

  platformOf({ platform }: Choice): Platform | undefined {
    return platform ?? this.#platform;
  }

  /** Undefined while no such call has worked. */
  idOf(choice: Choice): string | undefined {
    const platform = this.platformOf(choice);
    return platform === undefined ? undefined : this.#ids.get(platform);
  }

  worked({ platform }: Choice, { platform: chosen, id }: DeviceInfo): void {
    if (!this.#ids.has(chosen)) this.#ids.set(chosen, id);
    if (platform === undefined) this.#platform ??= chosen;
  }
}
