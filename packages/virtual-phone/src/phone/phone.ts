/** Makes a virtual phone: `createPhone` with its options. */
import type { Clock } from '@mobile-debug/core/clock.ts';
import { virtualApps } from '../apps/index.ts';
import type { AppDefinition } from './app-types.ts';
import { DeviceState } from './device-state.ts';
import type { AndroidVersion, DisplayState, Phone, Rect } from './phone-types.ts';
import type { PhoneUser } from './phone-users.ts';
import { type TimingProfile, timingProfiles } from './timing.ts';
import { androidVersions, type VersionName } from './versions.ts';
import { VirtualPhone } from './virtual-phone.ts';

export interface PhoneOptions {
  readonly clock: Clock;
  readonly serial?: string;
  /** 14 when left out. */
  readonly version?: VersionName | AndroidVersion;
  /** `instant` when left out. */
  readonly timing?: TimingProfile['name'] | TimingProfile;
  readonly display?: {
    readonly width: number;
    readonly height: number;
    readonly density: number;
    readonly cutout?: Rect;
  };
  /** More panels: a folded or a second screen. */
  readonly moreDisplays?: readonly {
    readonly width: number;
    readonly height: number;
    readonly on: boolean;
    /** That of the first display when left out. */
    readonly density?: number;
  }[];
  readonly apps?: readonly AppDefinition[];
  /** Besides the owner. */
  readonly users?: readonly PhoneUser[];
  /** Same seed, same pids, hashes and chances. */
  readonly seed?: number;
  /** A finger that is dragged within a control and lifted there clicks it, as on Android; true when left out. */
  readonly dragsClick?: boolean;
  /** Nodes below the fold of a scroller are listed with bottom above top, as some dumps have them. */
  readonly invertedBounds?: boolean;
}

const PHYSICAL_ID = 4_619_827_259_835_644_672n;

export function createPhone(options: PhoneOptions): Phone {
  const version =
    typeof options.version === 'object' ? options.version : androidVersions[options.version ?? '14'];
  const timing =
    typeof options.timing === 'object' ? options.timing : timingProfiles[options.timing ?? 'instant'];
  const { clock, seed = 1, dragsClick = true } = options;
  const state = new DeviceState({ clock, version, timing, displays: displaysOf(options), seed, dragsClick });
  return new VirtualPhone(state, {
    serial: options.serial ?? 'virtual-android-1',
    apps: options.apps ?? virtualApps,
    users: options.users ?? [],
    invertedBounds: options.invertedBounds ?? false,
  });
}

function displaysOf(options: PhoneOptions): DisplayState[] {
  const first = options.display ?? { width: 1080, height: 2400, density: 420 };
  const panels = [first, ...(options.moreDisplays ?? [])];
  return panels.map((panel, id) => ({
    id,
    physicalId: String(PHYSICAL_ID + BigInt(id)),
    physical: { width: panel.width, height: panel.height },
    override: null,
    density: panel.density ?? first.density,
    overrideDensity: null,
    rotation: 0,
    on: id === 0 || (options.moreDisplays?.[id - 1]?.on ?? false),
    cutout: id === 0 ? (first.cutout ?? null) : null,
  }));
}
