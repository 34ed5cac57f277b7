/**
 * The adb server's device list as text, one device a line: `SERIAL STATE [devpath] product:P model:M device:D
 * transport_id:N`. Read from the right, because a serial may hold spaces; separators may be tabs or spaces.
 * Source: [A2].
 */

export interface DeviceLine {
  readonly serial: string;
  /** As adb prints it: `device`, `offline`, `no permissions`, ... */
  readonly state: string;
  /** What follows `no permissions` in adb's words; null otherwise. */
  readonly remark: string | null;
  readonly model: string | null;
  readonly product: string | null;
  /** Null from servers that print none. */
  readonly transportId: number | null;
}

const states = [
  'device',
  'offline',
  'unauthorized',
  'authorizing',
  'connecting',
  'bootloader',
  'recovery',
  'rescue',
  'sideload',
  'host',
  'unknown',
  'detached',
];
/** The state follows the last run of blanks before a known state; the rest are `key:value` or a USB path. */
const plainLine = new RegExp(`^(.*\\S)[ \\t]+(${states.join('|')})((?:[ \\t]+\\S+)*)[ \\t]*$`);
/** As adb says it [A2]. */
const permissionLine = /^(.*?\S)?[ \t]+(no permissions)\b[ \t]*(.*)$/;
const chatter = /^(?:\*|List of devices attached|adb server |adb: |error: |daemon |- waiting)/;

/** Lines that are not devices (header, `* daemon ...`, version mismatch) are skipped wherever they appear. */
export function parseDeviceLines(text: string): DeviceLine[] {
  const devices: DeviceLine[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '' || chatter.test(line)) continue;
    const device = parseLine(line);
    if (device) devices.push(device);
  }
  return devices;
}

function parseLine(line: string): DeviceLine | null {
  const denied = permissionLine.exec(line);
  if (denied) {
    const rest = denied[3] ?? '';
    const { remark, fields } = splitRemark(rest);
    return { ...fields, serial: (denied[1] ?? '').trim(), state: 'no permissions', remark };
  }
  const found = lastState(line);
  if (!found) return null;
  return { ...readFields(found.rest), serial: found.serial.trim(), state: found.state, remark: null };
}

/** The rightmost state word behind which only a path and `key:value` pairs follow. */
function lastState(line: string): { serial: string; state: string; rest: string } | null {
  const found = plainLine.exec(line);
  if (found?.[1] === undefined || found[2] === undefined) return null;
  return { serial: found[1], state: found[2], rest: found[3] ?? '' };
}

function splitRemark(rest: string): { remark: string; fields: ReturnType<typeof readFields> } {
  // As adb says it [A2].
  const at = rest.search(/[ \t](?:usb:|product:|model:|device:|transport_id:)\S/);
  const remark = (at < 0 ? rest : rest.slice(0, at)).replace(/^;\s*/, '').trim();
  return { remark, fields: readFields(at < 0 ? '' : rest.slice(at)) };
}

function readFields(rest: string): Pick<DeviceLine, 'model' | 'product' | 'transportId'> {
  const field = (key: string): string | null =>
    new RegExp(`(?:^|[ \\t])${key}:(\\S+)`).exec(rest)?.[1] ?? null;
  const transportId = field('transport_id');
  return {
    // adb prints every blank and other odd character of the model as `_`; the true name is in the properties.
    model: field('model')?.replaceAll('_', ' ') ?? null,
    product: field('product'),
    transportId: transportId !== null && /^\d+$/.test(transportId) ? Number(transportId) : null,
  };
}
