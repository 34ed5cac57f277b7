/** `getprop` as a map, and the few properties that the rest of the adapter asks for. Source: [A3]. */

export interface PropertySummary {
  /** API level; 0 when unknown. */
  readonly sdk: number;
  /** Android version such as `14`. */
  readonly release: string | null;
  readonly model: string | null;
  readonly manufacturer: string | null;
  readonly emulator: boolean;
  /** Name of the AVD that an emulator runs; null where it does not tell. */
  readonly avd: string | null;
  /** The simulated phone of this product. */
  readonly virtual: boolean;
  readonly bootCompleted: boolean;
  /** A device with a remote control instead of a touch screen. */
  readonly television: boolean;
}

const propertyStart = /^\[([^\]]+)\]: \[(.*)$/;

/** Lines `[key]: [value]`; a value may run over several lines. Anything else (linker warnings) is skipped. */
export function parseProperties(text: string): ReadonlyMap<string, string> {
  const properties = new Map<string, string>();
  let open: { key: string; value: string } | null = null;
  for (const line of text.split(/\r?\n/)) {
    if (open) open.value += `\n${line}`;
    else {
      const start = propertyStart.exec(line);
      if (start?.[1] !== undefined) open = { key: start[1], value: start[2] ?? '' };
    }
    if (open?.value.endsWith(']')) {
      properties.set(open.key, open.value.slice(0, -1));
      open = null;
    }
  }
  return properties;
}

export function summarizeProperties(properties: ReadonlyMap<string, string>): PropertySummary {
  const get = (key: string): string | null => properties.get(key) || null;
  return {
    sdk: Number.parseInt(get('ro.build.version.sdk') ?? '0', 10) || 0,
    release: get('ro.build.version.release'),
    model: get('ro.product.model'),
    manufacturer: get('ro.product.manufacturer'),
    // Newer images dropped ro.kernel.qemu; ranchu and goldfish are the emulator's virtual boards [A3].
    emulator:
      get('ro.kernel.qemu') === '1' ||
      get('ro.boot.qemu') === '1' ||
      /^(?:ranchu|goldfish)$/.test(get('ro.hardware') ?? ''),
    // The second is that of images before Android 11 [A3].
    avd: get('ro.boot.qemu.avd_name') ?? get('ro.kernel.qemu.avd_name'),
    virtual: get('ro.boot.mobile_debug_virtual') === '1',
    bootCompleted: get('sys.boot_completed') === '1',
    // PRODUCT_CHARACTERISTICS of device/google/atv [A3].
    television: /(?:^|,)tv(?:,|$)/.test(get('ro.build.characteristics') ?? ''),
  };
}
