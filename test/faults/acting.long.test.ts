/** The pairs that acting.test.ts leaves out: see matrix.ts for what must hold. */
import { inEveryScenario } from './matrix.ts';
import { actingCalls } from './scenarios.ts';

inEveryScenario(actingCalls, 'rest');
