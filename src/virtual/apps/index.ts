/** The apps that a virtual phone has installed. */
import type { AppDefinition } from '../phone/app-types.ts';
import { latency } from './latency.ts';
import { launcher } from './launcher.ts';

export const virtualApps: readonly AppDefinition[] = [launcher, latency];
