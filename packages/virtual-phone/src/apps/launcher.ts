/**
 * The home screen, `com.android.launcher3`: title "Virtual phone", one icon per app with its label as text and
 * description; ids `workspace`, `icon_label`. A tap starts the app's launcher activity.
 */
import type { AppDefinition } from '../phone/app-types.ts';
import { column, grid, image, palette, text } from '../phone/widgets.ts';

const tints = [0x3157c9, 0x1f7a4d, 0xa8501c, 0x7a3fa0, 0xb3261e, 0x18707d, 0x5b5f1a];

export const launcher: AppDefinition = {
  packageName: 'com.android.launcher3',
  label: 'Launcher',
  uid: 10_064,
  versionName: '14',
  versionCode: 34,
  debuggable: false,
  system: true,
  home: true,
  permissions: {},
  activities: [
    {
      name: 'com.android.launcher3.uioverrides.QuickstepLauncher',
      exported: true,
      launcher: true,
      background: 0xe8ecf7,
      create: (screen) => () =>
        column(
          [
            text('Virtual phone', {
              id: 'workspace_title',
              width: 'fill',
              style: { sizeSp: 26, bold: true, align: 'center', color: palette.accent },
            }),
            grid(
              4,
              screen.launchable.map(({ packageName, label }, index) =>
                column(
                  [
                    image(label, {
                      width: 56,
                      height: 56,
                      important: false,
                      style: {
                        background: tints[index % tints.length] ?? 0,
                        color: palette.white,
                        radiusDp: 18,
                      },
                    }),
                    text(label, { id: 'icon_label', style: { sizeSp: 13 } }),
                  ],
                  {
                    gapDp: 8,
                    paddingDp: [0, 12, 0, 12],
                    style: { align: 'center' },
                    desc: label,
                    onTap: () => screen.start(`${packageName}/`),
                    onLongTap: () => screen.toast(packageName),
                  },
                ),
              ),
              { id: 'workspace' },
            ),
          ],
          { height: 'fill', paddingDp: [16, 56, 16, 16], gapDp: 40 },
        ),
    },
  ],
};
