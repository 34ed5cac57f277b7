/**
 * Common names for Android's runtime permissions. Data and one lookup, with the differences between releases.
 * Source: [A17].
 */
import { Fault } from '@mobile-debug/core/fault.ts';

const words: Readonly<Record<string, readonly string[]>> = {
  calendar: ['READ_CALENDAR', 'WRITE_CALENDAR'],
  camera: ['CAMERA'],
  contacts: ['READ_CONTACTS', 'WRITE_CONTACTS'],
  location: ['ACCESS_FINE_LOCATION', 'ACCESS_COARSE_LOCATION'],
  microphone: ['RECORD_AUDIO'],
  notifications: ['POST_NOTIFICATIONS'],
  phone: ['CALL_PHONE', 'READ_PHONE_STATE'],
  sms: ['SEND_SMS', 'RECEIVE_SMS', 'READ_SMS'],
  sensors: ['BODY_SENSORS'],
  activity: ['ACTIVITY_RECOGNITION'],
  bluetooth: ['BLUETOOTH_CONNECT', 'BLUETOOTH_SCAN'],
};

const media = ['READ_MEDIA_IMAGES', 'READ_MEDIA_VIDEO', 'READ_MEDIA_AUDIO'];
const storage = ['READ_EXTERNAL_STORAGE', 'WRITE_EXTERNAL_STORAGE'];

/** Full names; a name with a dot is taken as it is. INVALID_ARGUMENT, listing the words, for anything else. */
export function permissionNames(permission: string, sdk: number): readonly string[] {
  if (/^[\w.]+\.[\w.]+$/.test(permission)) return [permission];
  const word = permission.toLowerCase();
  // Android 13 split the storage permission by kind of media.
  const known = word === 'photos' || word === 'storage' ? (sdk >= 33 ? media : storage) : words[word];
  const names = known ?? (/^[A-Z_]{3,}$/.test(permission) ? [permission] : null);
  if (names) return names.map((name) => `android.permission.${name}`);
  throw new Fault('INVALID_ARGUMENT', `${JSON.stringify(permission)} is not a permission.`, {
    nextStep: `Use a full name such as android.permission.CAMERA, or one of: ${[...Object.keys(words), 'photos', 'storage'].join(', ')}.`,
  });
}
