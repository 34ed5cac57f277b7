/** The pairs that reading-by-helper.test.ts leaves out: see matrix.ts for what must hold. */
import { inEveryTrouble } from './matrix.ts';
import { helperTroubles, readingCalls } from './trouble.ts';

inEveryTrouble(readingCalls, 'rest', helperTroubles);
