/** Every tool that acts on a device, in troubles of the resident helper: see matrix.ts for what must hold, pairs.ts for which meet. */
import { inEveryTrouble } from './matrix.ts';
import { actingCalls, helperTroubles } from './trouble.ts';

inEveryTrouble(actingCalls, 'telling', helperTroubles);
