/** The pairs that acting-by-helper.test.ts leaves out: see matrix.ts for what must hold. */
import { inEveryTrouble } from './matrix.ts';
import { actingCalls, helperTroubles } from './trouble.ts';

inEveryTrouble(actingCalls, 'rest', helperTroubles);
