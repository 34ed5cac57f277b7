/**
 * The list of apps that could open a link, as AOSP's resolver shows it. A phone has it once `setInstalled('android', true)`
 * says that several apps take its links; without it the one app of the scheme opens them.
 */
import type { AppDefinition } from './app-types.ts';
import { column, row, text, textButton } from './widgets.ts';

export const RESOLVER = 'android';
export const RESOLVER_ACTIVITY = 'com.android.internal.app.ResolverActivity';

/** `extras`: `uri`, and `taker`, the app of its scheme, which opens it when it is chosen. */
export const linkChooser: AppDefinition = {
  packageName: RESOLVER,
  label: 'Android System',
  uid: 1000,
  versionName: '14',
  versionCode: 34,
  debuggable: false,
  system: true,
  permissions: {},
  activities: [
    {
      name: RESOLVER_ACTIVITY,
      exported: true,
      launcher: false,
      floating: true,
      create: (screen) => {
        const { uri = '', taker = '' } = screen.extras;
        const open = (packageName: string) => () => {
          screen.finish();
          screen.start(`${packageName}/`, { uri });
        };
        const known = screen.launchable.filter(({ packageName }) => packageName === taker);
        const others = screen.launchable.filter(({ packageName }) => packageName !== taker);
        return () =>
          column(
            [
              text('Open with', { id: 'android:id/title' }),
              ...[...known, ...others].slice(0, 3).map(({ packageName, label }) =>
                row([text(label, { id: 'android:id/text1', width: 'fill' })], {
                  width: 'fill',
                  paddingDp: [16, 12, 16, 12],
                  onTap: open(packageName),
                }),
              ),
              row([textButton('Just once', () => screen.finish(), { id: 'android:id/button_once' })], {
                width: 'fill',
              }),
            ],
            { id: 'android:id/contentPanel', paddingDp: 16, gapDp: 8 },
          );
      },
    },
  ],
};
