/** The system's permission dialog: an activity of the permission controller above the app that asks. */
import type { ActivityDefinition, AppDefinition } from './app-types.ts';
import type { ViewSpec } from './view-spec.ts';
import { column, palette, text, textButton } from './widgets.ts';

export const PERMISSION_CONTROLLER = 'com.android.permissioncontroller';

export const permissionController: AppDefinition = {
  packageName: PERMISSION_CONTROLLER,
  label: 'Permission controller',
  uid: 10_088,
  versionName: '34',
  versionCode: 340_000_000,
  debuggable: false,
  system: true,
  permissions: {},
  activities: [],
};

const options: Readonly<Record<string, string>> = {
  'android.permission.ACCESS_FINE_LOCATION': 'access this device\u2019s location',
  'android.permission.CAMERA': 'take pictures and record video',
  'android.permission.POST_NOTIFICATIONS': 'send you notifications',
  'android.permission.RECORD_AUDIO': 'record audio',
};

/** The app's name stands between direction marks and the second answer has a typographic apostrophe, as on phones. */
export function permissionPrompt(
  label: string,
  permission: string,
  answer: (granted: boolean) => void,
): ActivityDefinition {
  const request = options[permission] ?? `use ${permission.split('.').at(-1) ?? permission}`;
  const choice = (id: string, words: string, granted: boolean): ViewSpec =>
    textButton(words, () => answer(granted), { id, width: 'fill' });
  return {
    name: `${PERMISSION_CONTROLLER}.permission.ui.GrantPermissionsActivity`,
    exported: false,
    launcher: false,
    floating: true,
    create: () => () =>
      column(
        [
          column(
            [
              text(`Allow \u200e\u202a${label}\u202c\u200e to ${request}?`, {
                id: 'permission_message',
                width: 'fill',
                style: { sizeSp: 19, bold: true },
              }),
              choice('permission_allow_button', 'Allow', true),
              choice('permission_deny_button', 'Don\u2019t allow', false),
            ],
            { id: 'grant_dialog', paddingDp: 24, gapDp: 14 },
          ),
        ],
        {
          className: 'android.widget.FrameLayout',
          id: 'grant_singleton',
          style: { background: palette.card, radiusDp: 26, border: palette.line },
        },
      ),
  };
}
