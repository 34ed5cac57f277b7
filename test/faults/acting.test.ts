/** Every tool that acts on a device, in troubles: see matrix.ts for what must hold, pairs.ts for which meet. */
import { inEveryTrouble } from './matrix.ts';
import { actingCalls } from './trouble.ts';

inEveryTrouble(actingCalls, 'telling');
