/** The apps that a virtual phone has installed. */
import type { AppDefinition } from '../phone/app-types.ts';
import { galleryApp } from './gallery.ts';
import { latency } from './latency.ts';
import { launcher } from './launcher.ts';
import { notes } from './notes.ts';
import { settings } from './settings.ts';
import { shop } from './shop.ts';
import { stress } from './stress.ts';

export const virtualApps: readonly AppDefinition[] = [
  launcher,
  settings,
  shop,
  notes,
  latency,
  galleryApp,
  stress,
];
