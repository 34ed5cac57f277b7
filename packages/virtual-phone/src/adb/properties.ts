/** System properties of a phone: what every build has, overlaid by what its version profile sets. */
import type { Phone } from '../phone/phone-types.ts';

export function phoneProperties(phone: Phone): ReadonlyMap<string, string> {
  const { release, sdk } = phone.version;
  const display = phone.displays[0];
  const base: Record<string, string> = {
    'dalvik.vm.heapsize': '512m',
    'init.svc.adbd': 'running',
    'persist.sys.locale': 'en-US',
    'persist.sys.timezone': 'GMT',
    'ro.boot.bootreason': 'reboot',
    'ro.build.characteristics': 'nosdcard',
    'ro.build.date.utc': '1700000000',
    'ro.build.fingerprint': `virtual/virtual_phone/virtual:${release}/VP1A.${sdk}/1:userdebug/test-keys`,
    'ro.build.id': `VP1A.${sdk}`,
    'ro.build.type': 'userdebug',
    'ro.build.version.codename': 'REL',
    'ro.build.version.release': release,
    'ro.build.version.sdk': String(sdk),
    'ro.build.version.security_patch': '2026-01-01',
    'ro.debuggable': '1',
    'ro.hardware': 'virtual',
    'ro.product.brand': 'virtual',
    'ro.product.cpu.abi': 'x86_64',
    'ro.product.cpu.abilist': 'x86_64,arm64-v8a',
    'ro.product.device': 'virtual',
    'ro.product.manufacturer': 'Virtual',
    'ro.product.model': 'Virtual Phone',
    'ro.product.name': 'virtual_phone',
    'ro.secure': '1',
    'ro.serialno': phone.serial,
    'ro.sf.lcd_density': String(display?.density ?? 420),
    'service.bootanim.exit': '1',
    'sys.boot_completed': '1',
  };
  return new Map(Object.entries({ ...base, ...phone.version.properties }).sort(byName));
}

function byName([a]: [string, string], [b]: [string, string]): number {
  return a < b ? -1 : 1;
}
