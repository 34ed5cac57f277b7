/** Every tool that looks at a device, in every trouble: see matrix.ts for what must hold. */
import { inEveryTrouble } from './matrix.ts';
import { readingCalls } from './trouble.ts';

inEveryTrouble(readingCalls);
