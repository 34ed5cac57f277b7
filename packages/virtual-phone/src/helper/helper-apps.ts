/** The two packages of the helper as the phone's package manager knows them: no launcher, nothing on the screen. */
import type { AppDefinition } from '../phone/app-types.ts';

export const helperPackage = 'io.appium.uiautomator2.server';
export const helperTestPackage = 'io.appium.uiautomator2.server.test';
export const helperVersion = '10.6.6';
/** What `am instrument` names to run it. */
export const helperComponent = `${helperTestPackage}/androidx.test.runner.AndroidJUnitRunner`;

/** Add these to a phone's apps; take them off and put them back with `setInstalled`. */
export const helperApps: readonly AppDefinition[] = [helperPackage, helperTestPackage].map(
  (packageName, at) => ({
    packageName,
    label: 'Appium UiAutomator2 server',
    uid: 10_400 + at,
    versionName: helperVersion,
    versionCode: 253,
    debuggable: true,
    system: false,
    permissions: {},
    activities: [],
  }),
);
