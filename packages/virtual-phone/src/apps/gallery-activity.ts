/** How the screens of the gallery are declared: one constant each, with the label of its menu entry. */
import type { ActivityDefinition } from '../phone/app-types.ts';

export const GALLERY = 'com.example.gallery';

export function gallery(
  name: string,
  title: string,
  create: ActivityDefinition['create'],
  extra: Partial<ActivityDefinition> = {},
): ActivityDefinition {
  return { name: `${GALLERY}.${name}`, exported: true, launcher: false, title, create, ...extra };
}
