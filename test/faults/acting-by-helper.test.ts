/** Every tool that acts on a device, in every trouble of the resident helper: see matrix.ts for what must hold. */
import { inEveryTrouble } from './matrix.ts';
import { actingCalls, helperTroubles } from './trouble.ts';

inEveryTrouble(actingCalls, helperTroubles);
