/** An app of two screens without action bars, `One` and `Two`. */
import type { ActivityDefinition, AppDefinition } from '../../../phone/app-types.ts';
import { column, text } from '../../../phone/widgets.ts';

function screen(name: string, launcher: boolean): ActivityDefinition {
  const content = column([text(name)], { height: 'fill', paddingDp: [20, 100, 20, 20] });
  return { name: `com.example.bare.${name}`, exported: true, launcher, create: () => () => content };
}

export const bare: AppDefinition = {
  packageName: 'com.example.bare',
  label: 'Bare',
  uid: 10_301,
  versionName: '1',
  versionCode: 1,
  debuggable: true,
  system: false,
  permissions: {},
  activities: [screen('One', true), screen('Two', false)],
};
