/**
 * The gallery, `com.example.gallery`: one screen for each rule of the UI model. The menu (`.GalleryActivity`, title "Gallery", list
 * `gallery_menu`) names them all by their titles; each can be started directly, as `com.example.gallery/.SliderActivity`.
 * The ids are listed at the head of `gallery-motion.ts`, `-lists`, `-controls`, `-worlds`, `-system`, `-covers` and `-words`.
 */
import type { AppDefinition } from '../phone/app-types.ts';
import { item, list, text } from '../phone/widgets.ts';
import { GALLERY, gallery } from './gallery-activity.ts';
import { controlScreens } from './gallery-controls.ts';
import { coverScreens } from './gallery-covers.ts';
import { listScreens } from './gallery-lists.ts';
import { motionScreens } from './gallery-motion.ts';
import { scrollingScreens } from './gallery-scrolling.ts';
import { systemScreens } from './gallery-system.ts';
import { wordScreens } from './gallery-words.ts';
import { worldScreens } from './gallery-worlds.ts';

const screens = [
  ...motionScreens,
  ...listScreens,
  ...controlScreens,
  ...worldScreens,
  ...systemScreens,
  ...coverScreens,
  ...scrollingScreens,
  ...wordScreens,
];

const menu = gallery(
  'GalleryActivity',
  'Gallery',
  (screen) => () =>
    list(
      'gallery_menu',
      {
        count: screens.length,
        rowHeightDp: 64,
        row: (index) => {
          const at = screens[index];
          return at
            ? item(at.title ?? at.name, null, () => screen.start(at.name), { id: 'gallery_entry' })
            : text('');
        },
      },
      { height: 'fill' },
    ),
  { launcher: true },
);

export const galleryApp: AppDefinition = {
  packageName: GALLERY,
  label: 'Gallery',
  uid: 10_144,
  versionName: '1.0',
  versionCode: 1,
  debuggable: true,
  system: false,
  permissions: {
    'android.permission.CAMERA': false,
    'android.permission.POST_NOTIFICATIONS': false,
  },
  activities: [menu, ...screens],
};
