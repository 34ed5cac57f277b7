/** The settings provider: three name spaces of strings with the values that a fresh emulator has. */
export interface PhoneSettings {
  get(namespace: 'system' | 'secure' | 'global', key: string): string | null;
  put(namespace: 'system' | 'secure' | 'global', key: string, value: string): void;
  delete(namespace: 'system' | 'secure' | 'global', key: string): void;
  list(namespace: 'system' | 'secure' | 'global'): ReadonlyMap<string, string>;
}

type Namespace = 'system' | 'secure' | 'global';

const fresh: Readonly<Record<Namespace, Readonly<Record<string, string>>>> = {
  system: {
    accelerometer_rotation: '1',
    font_scale: '1.0',
    screen_brightness: '102',
    screen_off_timeout: '2147483647',
    user_rotation: '0',
    volume_music: '5',
  },
  secure: {
    accessibility_enabled: '0',
    android_id: '9774d56d682e549c',
    default_input_method: 'com.android.inputmethod.latin/.LatinIME',
    enabled_input_methods: 'com.android.inputmethod.latin/.LatinIME',
    location_mode: '3',
  },
  global: {
    adb_enabled: '1',
    airplane_mode_on: '0',
    animator_duration_scale: '1.0',
    bluetooth_on: '0',
    mobile_data: '1',
    development_settings_enabled: '1',
    stay_on_while_plugged_in: '0',
    transition_animation_scale: '1.0',
    wifi_on: '1',
    window_animation_scale: '1.0',
  },
};

export function createSettings(changed: () => void): PhoneSettings {
  const values: Record<Namespace, Map<string, string>> = {
    system: new Map(Object.entries(fresh.system)),
    secure: new Map(Object.entries(fresh.secure)),
    global: new Map(Object.entries(fresh.global)),
  };
  return {
    get: (namespace, key) => values[namespace].get(key) ?? null,
    put(namespace, key, value) {
      values[namespace].set(key, value);
      changed();
    },
    delete(namespace, key) {
      values[namespace].delete(key);
      changed();
    },
    list: (namespace) => values[namespace],
  };
}
