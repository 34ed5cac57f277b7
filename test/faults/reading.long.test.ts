/** The pairs that reading.test.ts leaves out: see matrix.ts for what must hold. */
import { inEveryTrouble } from './matrix.ts';
import { readingCalls } from './trouble.ts';

inEveryTrouble(readingCalls, 'rest');
