/** Every tool that looks at a device, in every trouble of the resident helper: see matrix.ts for what must hold. */
import { inEveryTrouble } from './matrix.ts';
import { helperTroubles, readingCalls } from './trouble.ts';

inEveryTrouble(readingCalls, helperTroubles);
