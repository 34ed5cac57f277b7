/**
 * The settings app, `com.android.settings`. Start screen (`.Settings`, title "Settings"): field `search_field` filters;
 * list `settings_list` of rows (`android:id/title`, `android:id/summary`): Network & internet, Connected devices, Apps,
 * Notifications, Battery, Storage, Sound & vibration, Display, Wallpaper, Accessibility, Security, Location,
 * Passwords, Digital wellbeing, System, About phone. Network (`.NetworkActivity`): switches `wifi_switch`,
 * `airplane_switch`, `mobile_switch`. Display (`.DisplayActivity`): slider `brightness` 0..255, `font_scale` 0..3,
 * switch `dark_theme`, radio group "30 seconds", "2 minutes", "10 minutes" (`timeout_0`..`timeout_2`). Sound
 * (`.SoundActivity`): sliders `volume_media`, `volume_ring`, `volume_alarm` 0..15, check box `vibrate`. About
 * (`.AboutActivity`): rows, `build_number` tapped seven times shows the toast "You are now a developer!". Other rows
 * open `.SubSettings` with their name. Values go into the phone's settings where Android keeps them there.
 */
import type { ActivityDefinition, AppDefinition, Screen } from '../phone/app-types.ts';
import type { ViewSpec } from '../phone/view-spec.ts';
import {
  checkBox,
  column,
  divider,
  field,
  item,
  list,
  note,
  palette,
  radioButton,
  scroll,
  slider,
  switchView,
  text,
} from '../phone/widgets.ts';

interface Page {
  readonly label: string;
  readonly below: string;
  readonly activity?: string;
}

const pages: readonly Page[] = [
  { label: 'Network & internet', below: 'Mobile, Wi-Fi, hotspot', activity: '.NetworkActivity' },
  { label: 'Connected devices', below: 'Bluetooth, pairing' },
  { label: 'Apps', below: 'Recent apps, default apps' },
  { label: 'Notifications', below: 'History, conversations' },
  { label: 'Battery', below: '100%' },
  { label: 'Storage', below: '41% used, 37 GB free' },
  { label: 'Sound & vibration', below: 'Volume, haptics', activity: '.SoundActivity' },
  { label: 'Display', below: 'Dark theme, font size, brightness', activity: '.DisplayActivity' },
  { label: 'Wallpaper', below: 'Colours, home screen' },
  { label: 'Accessibility', below: 'Display, interaction, audio' },
  { label: 'Security', below: 'Screen lock, encryption' },
  { label: 'Location', below: 'On, 4 apps have access' },
  { label: 'Passwords', below: 'Saved passwords, autofill' },
  { label: 'Digital wellbeing', below: 'Screen time, app timers' },
  { label: 'System', below: 'Languages, date, backup' },
  { label: 'About phone', below: 'Virtual phone', activity: '.AboutActivity' },
];

type Namespace = 'system' | 'secure' | 'global';

function settingSwitch(
  screen: Screen,
  id: string,
  at: { label: string; namespace: Namespace; key: string },
): ViewSpec {
  const on = screen.setting(at.namespace, at.key) === '1';
  const set = (checked: boolean): void => screen.putSetting(at.namespace, at.key, checked ? '1' : '0');
  return item(at.label, on ? 'On' : 'Off', () => set(!on), { end: switchView(id, on, set) });
}

function settingSlider(
  screen: Screen,
  id: string,
  at: { label: string; key: string; max: number; initial: number },
): ViewSpec {
  const value = Number(screen.setting('system', at.key) ?? at.initial);
  const set = (next: number): void => screen.putSetting('system', at.key, String(next));
  return column(
    [
      text(at.label, { id: 'android:id/title' }),
      slider(id, { min: 0, max: at.max, value, set }, { desc: at.label }),
    ],
    { paddingDp: [20, 10, 20, 10] },
  );
}

function page(name: string, title: string, create: ActivityDefinition['create']): ActivityDefinition {
  return { name: `com.android.settings${name}`, exported: true, launcher: false, title, create };
}

const home: ActivityDefinition = {
  name: 'com.android.settings.Settings',
  exported: true,
  launcher: true,
  title: 'Settings',
  create: (screen) => {
    let wanted = '';
    return () => {
      const found = pages.filter(({ label }) => label.toLowerCase().includes(wanted.toLowerCase()));
      const search = field('search_field', 'Search settings', {
        field: {
          onChange: (value) => {
            wanted = value;
          },
        },
        style: { background: palette.accentSoft, radiusDp: 26 },
      });
      const row = (index: number): ViewSpec => {
        const at = found[index];
        if (!at) return text('');
        return item(
          at.label,
          at.below,
          () => screen.start(at.activity ?? '.SubSettings', { label: at.label }),
          {
            id: 'dashboard_tile',
          },
        );
      };
      return column(
        [
          column([search], { paddingDp: [16, 0, 16, 8] }),
          found.length > 0
            ? list('settings_list', { count: found.length, rowHeightDp: 76, row })
            : note('No results', { id: 'no_results', paddingDp: 20 }),
        ],
        { height: 'fill' },
      );
    };
  },
};

const network = page(
  '.NetworkActivity',
  'Network & internet',
  (screen) => () =>
    scroll([
      settingSwitch(screen, 'wifi_switch', { label: 'Wi-Fi', namespace: 'global', key: 'wifi_on' }),
      settingSwitch(screen, 'mobile_switch', {
        label: 'Mobile data',
        namespace: 'global',
        key: 'mobile_data',
      }),
      settingSwitch(screen, 'airplane_switch', {
        label: 'Airplane mode',
        namespace: 'global',
        key: 'airplane_mode_on',
      }),
      divider(),
      item('Private DNS', 'Automatic', () => screen.start('.SubSettings', { label: 'Private DNS' })),
    ]),
);

const timeouts = [
  { label: '30 seconds', ms: '30000' },
  { label: '2 minutes', ms: '120000' },
  { label: '10 minutes', ms: '600000' },
];

const display = page('.DisplayActivity', 'Display', (screen) => () => {
  const chosen = screen.setting('system', 'screen_off_timeout');
  const choices = timeouts.map(({ label, ms }, index) =>
    radioButton(label, chosen === ms, () => screen.putSetting('system', 'screen_off_timeout', ms), {
      id: `timeout_${index}`,
      width: 'fill',
    }),
  );
  return scroll([
    settingSlider(screen, 'brightness', {
      label: 'Brightness level',
      key: 'screen_brightness',
      max: 255,
      initial: 102,
    }),
    settingSlider(screen, 'font_scale', { label: 'Font size', key: 'font_scale_step', max: 3, initial: 1 }),
    settingSwitch(screen, 'dark_theme', { label: 'Dark theme', namespace: 'secure', key: 'ui_night_mode' }),
    divider(),
    note('Screen timeout', { paddingDp: [20, 16, 20, 4] }),
    column(choices, {
      className: 'android.widget.RadioGroup',
      id: 'timeout_group',
      paddingDp: [16, 0, 16, 0],
    }),
  ]);
});

const sound = page('.SoundActivity', 'Sound & vibration', (screen) => () => {
  const vibrates = screen.setting('system', 'vibrate_when_ringing') === '1';
  const setVibrate = (on: boolean): void =>
    screen.putSetting('system', 'vibrate_when_ringing', on ? '1' : '0');
  return scroll([
    settingSlider(screen, 'volume_media', {
      label: 'Media volume',
      key: 'volume_music',
      max: 15,
      initial: 5,
    }),
    settingSlider(screen, 'volume_ring', { label: 'Ring volume', key: 'volume_ring', max: 15, initial: 7 }),
    settingSlider(screen, 'volume_alarm', {
      label: 'Alarm volume',
      key: 'volume_alarm',
      max: 15,
      initial: 6,
    }),
    checkBox('Vibrate when ringing', vibrates, setVibrate, { id: 'vibrate', paddingDp: [16, 12, 16, 12] }),
  ]);
});

const about = page('.AboutActivity', 'About phone', (screen) => {
  let taps = 0;
  const tapBuild = (): void => {
    taps++;
    if (taps === 7) screen.toast('You are now a developer!');
  };
  return () =>
    scroll([
      item('Device name', 'Virtual phone', null),
      item('Phone number', 'Not available', null),
      item('Model', 'Virtual phone 1', null),
      item('Build number', `UE1A.230829.036${taps > 7 ? ' (developer)' : ''}`, tapBuild, {
        id: 'build_number',
      }),
    ]);
});

const sub = page('.SubSettings', 'More settings', (screen) => {
  let on = true;
  const set = (checked: boolean): void => {
    on = checked;
  };
  const label = screen.extras['label'] ?? 'More settings';
  return () =>
    scroll([
      text(label, {
        id: 'page_title',
        heading: true,
        paddingDp: [20, 8, 20, 8],
        style: { sizeSp: 22, bold: true },
      }),
      item(`Use ${label.toLowerCase()}`, null, () => set(!on), { end: switchView('main_switch', on, set) }),
      item('Advanced', 'Further options', () =>
        screen.start('.SubSettings', { label: `${label}: advanced` }),
      ),
    ]);
});

export const settings: AppDefinition = {
  packageName: 'com.android.settings',
  label: 'Settings',
  uid: 1000,
  versionName: '14',
  versionCode: 34,
  debuggable: false,
  system: true,
  permissions: {},
  activities: [home, network, display, sound, about, sub],
};
