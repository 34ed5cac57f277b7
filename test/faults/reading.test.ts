/** Every tool that looks at a device, in troubles: see matrix.ts for what must hold, pairs.ts for which meet. */
import { inEveryTrouble } from './matrix.ts';
import { readingCalls } from './trouble.ts';

inEveryTrouble(readingCalls, 'telling');
