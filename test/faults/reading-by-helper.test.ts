/** Every tool that looks at a device, in troubles of the resident helper: see matrix.ts for what must hold, pairs.ts for which meet. */
import { inEveryTrouble } from './matrix.ts';
import { helperTroubles, readingCalls } from './trouble.ts';

inEveryTrouble(readingCalls, 'telling', helperTroubles);
