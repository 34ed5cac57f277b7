/** Which values a setting can have: the same checks for the input of a tool and for both platforms. Pure. */
import { Fault } from '@mobile-debug/core/fault.ts';

export type SettingInput = string | number | boolean;

/** In the order of quarter turns from upright, as `user_rotation` of Android counts them. */
export const orientations = ['portrait', 'landscape', 'reverse_portrait', 'reverse_landscape'] as const;

export const languageTag = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/;

export interface Position {
  /** In degrees, as they were written. */
  readonly latitude: string;
  readonly longitude: string;
  /** Both in the shortest form, separated by a comma. */
  readonly text: string;
}

/** `latitude,longitude` in degrees; null for anything else. */
export function parsePosition(text: string): Position | null {
  const [, latitude, longitude] = /^\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*$/.exec(text) ?? [];
  if (latitude === undefined || longitude === undefined) return null;
  if (Math.abs(Number(latitude)) > 90 || Math.abs(Number(longitude)) > 180) return null;
  return { latitude, longitude, text: `${Number(latitude)},${Number(longitude)}` };
}

/** This and `languageTagOf` and `flagOf` throw INVALID_ARGUMENT that names the setting and what it may be. */
export function positionOf(name: string, value: SettingInput): Position {
  const position = parsePosition(String(value));
  if (position) return position;
  throw badValue(name, value, 'latitude,longitude such as 48.2,16.37');
}

export function languageTagOf(name: string, value: SettingInput): string {
  const tag = String(value);
  if (languageTag.test(tag)) return tag;
  throw badValue(name, value, 'a tag such as fr-FR');
}

export function flagOf(name: string, value: SettingInput): boolean {
  if (typeof value === 'boolean') return value;
  throw badValue(name, value, 'true or false');
}

/** Null for what is no factor from 0.5 to `most`; the platforms differ in what else they take. */
export function parseScale(value: SettingInput, most: number): number | null {
  const scale = typeof value === 'boolean' ? Number.NaN : Number(value);
  return scale >= 0.5 && scale <= most ? scale : null;
}

export function badValue(name: string, value: unknown, allowed: string): Fault {
  return new Fault('INVALID_ARGUMENT', `${name} cannot be ${JSON.stringify(value)}; allowed: ${allowed}.`);
}
