/** Plain words for the services of `simctl privacy`. Data and one lookup. Source: [S13]. */
import { Fault } from '@mobile-debug/core/fault.ts';

const services: readonly string[] = [
  'all',
  'calendar',
  'contacts-limited',
  'contacts',
  'location',
  'location-always',
  'photos-add',
  'photos',
  'media-library',
  'microphone',
  'motion',
  'reminders',
  'siri',
];

const words: Readonly<Record<string, readonly string[]>> = {
  activity: ['motion'],
  audio: ['microphone'],
  media: ['media-library'],
  music: ['media-library'],
  sensors: ['motion'],
  storage: ['photos'],
};

/** What a simulator asks for and no command can answer. */
const onlyByHand: Readonly<Record<string, string>> = {
  bluetooth: 'A simulator has no Bluetooth.',
  camera: 'A simulator has no camera, and simctl no service for it.',
  notifications: 'simctl has no service for notifications.',
  'face-id': 'simctl has no service for Face ID.',
  phone: 'A simulator has no telephone.',
  sms: 'A simulator has no telephone.',
};

/** CAPABILITY_MISSING for what only a dialog can grant, INVALID_ARGUMENT, listing the words, for anything else. */
export function permissionServices(permission: string): readonly string[] {
  const word = permission.trim().toLowerCase().replaceAll('_', '-');
  if (services.includes(word)) return [word];
  const known = words[word];
  if (known) return known;
  const why = onlyByHand[word];
  if (why !== undefined) {
    throw new Fault('CAPABILITY_MISSING', `${why} It cannot be changed with a command.`, {
      nextStep:
        'Let the app request it and answer the dialog with tap_element; after reset_app_data, which reinstalls the app, it asks again.',
    });
  }
  throw new Fault('INVALID_ARGUMENT', `${JSON.stringify(permission)} is not a permission.`, {
    nextStep: `Use one of: ${[...services, ...Object.keys(words)].join(', ')}.`,
  });
}
