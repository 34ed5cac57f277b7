/** The registry of everything that can be run on the device, by name. */
import type { Program } from '../shell/program.ts';
import { sh } from './sh.ts';

const all: readonly Program[] = [sh];

export const programs: ReadonlyMap<string, Program> = new Map(all.map((program) => [program.name, program]));
