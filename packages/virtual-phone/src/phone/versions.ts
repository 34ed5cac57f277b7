/** Android releases as a client can tell them apart: feature lists of adbd and the properties of a plausible emulator image. */
import type { AndroidVersion } from './phone-types.ts';

export type VersionName = '8' | '11' | '14' | '16';

interface Build {
  readonly release: string;
  readonly sdk: number;
  readonly id: string;
  readonly patch: string;
  readonly abi: string;
}

const oldFeatures = ['cmd', 'shell_v2', 'stat_v2'];
const features11 = [
  ...oldFeatures,
  'ls_v2',
  'fixed_push_mkdir',
  'apex',
  'abb',
  'fixed_push_symlink_timestamp',
  'abb_exec',
  'remount_shell',
  'sendrecv_v2',
  'sendrecv_v2_brotli',
];
const features14 = [
  ...features11,
  'track_app',
  'sendrecv_v2_lz4',
  'sendrecv_v2_zstd',
  'sendrecv_v2_dry_run_send',
  'openscreen_mdns',
];
const features16 = [...features14, 'delayed_ack', 'devicetracker_proto_format', 'devraw', 'app_info'];

function version(build: Build, features: readonly string[]): AndroidVersion {
  const product = build.sdk >= 30 ? 'sdk_gphone64_x86_64' : 'sdk_gphone_x86';
  const device = build.sdk >= 30 ? 'emu64x' : 'generic_x86';
  const fingerprint = `google/${product}/${device}:${build.release}/${build.id}/10615560:userdebug/dev-keys`;
  return {
    release: build.release,
    sdk: build.sdk,
    features,
    properties: {
      'ro.build.version.release': build.release,
      'ro.build.version.sdk': String(build.sdk),
      'ro.build.version.security_patch': build.patch,
      'ro.build.id': build.id,
      'ro.build.type': 'userdebug',
      'ro.build.tags': 'dev-keys',
      'ro.build.fingerprint': fingerprint,
      'ro.build.characteristics': 'emulator',
      'ro.debuggable': '1',
      'ro.secure': '1',
      'ro.product.brand': 'google',
      'ro.product.manufacturer': 'Google',
      'ro.product.model': build.sdk >= 30 ? product : 'Android SDK built for x86',
      'ro.product.name': product,
      'ro.product.device': device,
      'ro.product.cpu.abi': build.abi,
      'ro.product.cpu.abilist': `${build.abi},arm64-v8a`,
      'ro.product.first_api_level': String(build.sdk),
      'ro.hardware': 'ranchu',
      [build.sdk >= 30 ? 'ro.boot.qemu' : 'ro.kernel.qemu']: '1',
      'ro.boot.qemu.avd_name': `Virtual_API_${build.sdk}`,
      'ro.boot.mobile_debug_virtual': '1',
      'ro.zygote': 'zygote64_32',
      'ro.sf.lcd_density': '420',
      'persist.sys.locale': 'en-US',
      'persist.sys.timezone': 'Etc/UTC',
      'persist.traced.enable': build.sdk >= 30 ? '1' : '0',
      'dev.bootcomplete': '1',
      'sys.boot_completed': '1',
      'init.svc.bootanim': 'stopped',
      'init.svc.adbd': 'running',
    },
  };
}

export const androidVersions: Readonly<Record<VersionName, AndroidVersion>> = {
  '8': version(
    { release: '8.0.0', sdk: 26, id: 'OSR1.170901.043', patch: '2017-09-05', abi: 'x86' },
    oldFeatures,
  ),
  '11': version(
    { release: '11', sdk: 30, id: 'RSR1.210722.013', patch: '2021-08-05', abi: 'x86_64' },
    features11,
  ),
  '14': version(
    { release: '14', sdk: 34, id: 'UE1A.230829.036', patch: '2023-09-05', abi: 'x86_64' },
    features14,
  ),
  '16': version(
    { release: '16', sdk: 36, id: 'BP22.250325.006', patch: '2025-06-05', abi: 'x86_64' },
    features16,
  ),
};

/** The same release on a television: no touch screen, a remote control with a D-pad. @public */
export function onTelevision(version: AndroidVersion): AndroidVersion {
  return {
    ...version,
    television: true,
    properties: {
      ...version.properties,
      'ro.build.characteristics': 'tv,nosdcard',
      'ro.product.model': 'AOSP TV on x86',
      'ro.product.name': 'sdk_atv64_x86_64',
    },
  };
}

/** The panel of a television at 1080p: 960 by 540 dp. @public */
export const televisionDisplay = { width: 1_920, height: 1_080, density: 320 } as const;
