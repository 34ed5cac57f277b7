/**
 * How the platform of a bed calls and measures things. The contract is one; where a test must name an id, a size or a
 * screen, it asks here, so that the same test runs on Android and on iOS.
 */
import { bundleIdOf } from '@mobile-debug/virtual-phone/apple/simulator.ts';
import type { Phone, Rect } from '@mobile-debug/virtual-phone/phone/phone-types.ts';

export interface PlatformTraits {
  readonly platform: 'android' | 'ios';
  /** What the product calls the settings app. */
  readonly settingsApp: string;
  readonly osVersion: string;
  /** Display in the unit that input takes, and in pixels. */
  readonly size: { readonly width: number; readonly height: number };
  readonly pixels: { readonly width: number; readonly height: number };
  /** Pixels of the phone for one unit of input. */
  readonly scale: number;
  /** Whether it tells screens of one app apart by a name of their own, and has a key that goes back. */
  readonly activities: boolean;
  readonly backKey: boolean;
  /** How it types what its keys can type. */
  readonly typing: string;
  /** What the product calls the app that the phone knows by this package. */
  appId(packageName: string): string;
  /** As the product gives the identifier `id` of a view of `app`. */
  resourceId(app: string, id: string): string;
  /** As the product gives a rectangle of the phone. */
  bounds(rect: Rect): readonly number[];
  /** The field in which an element tells what stands on a button: its text, or its accessibility label. */
  label(words: string): Readonly<Record<string, string>>;
  /** The same in the short form that actions give of their target. */
  resolvedLabel(words: string): Readonly<Record<string, string>>;
  /** The point of the display at these shares of its size, in the unit that input takes. */
  at(xShare: number, yShare: number): { readonly x: number; readonly y: number };
}

export function androidTraits(phone: Phone | undefined): PlatformTraits {
  const size = phone?.displays[0]?.physical ?? { width: 0, height: 0 };
  return {
    platform: 'android',
    settingsApp: 'com.android.settings',
    osVersion: phone?.version.release ?? '',
    size,
    pixels: size,
    scale: 1,
    activities: true,
    backKey: true,
    typing: 'input text',
    appId: (packageName) => packageName,
    resourceId: (app, id) => `${app}:id/${id}`,
    bounds: (rect) => rect,
    label: (text) => ({ text }),
    resolvedLabel: (text) => ({ text }),
    at: (x, y) => ({ x: Math.round(size.width * x), y: Math.round(size.height * y) }),
  };
}

export function iosTraits(phone: Phone, osVersion: string, scale: number): PlatformTraits {
  const pixels = phone.displays[0]?.physical ?? { width: 0, height: 0 };
  const size = { width: pixels.width / scale, height: pixels.height / scale };
  return {
    platform: 'ios',
    settingsApp: 'com.apple.Preferences',
    osVersion,
    size,
    pixels,
    scale,
    activities: false,
    backKey: false,
    typing: 'hid keys',
    appId: bundleIdOf,
    resourceId: (_app, id) => id,
    bounds: (rect) => rect.map((value) => Math.round(value / scale)),
    label: (contentDescription) => ({ contentDescription }),
    resolvedLabel: (accessibility_id) => ({ accessibility_id }),
    at: (x, y) => ({ x: Math.round(size.width * x), y: Math.round(size.height * y) }),
  };
}
