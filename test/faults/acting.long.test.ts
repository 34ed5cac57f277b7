/** The pairs that acting.test.ts leaves out: see matrix.ts for what must hold. */
import { inEveryTrouble } from './matrix.ts';
import { actingCalls } from './trouble.ts';

inEveryTrouble(actingCalls, 'rest');
