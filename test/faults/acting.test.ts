/** Every tool that acts on a device, in every trouble: see matrix.ts for what must hold. */
import { inEveryTrouble } from './matrix.ts';
import { actingCalls } from './trouble.ts';

inEveryTrouble(actingCalls);
