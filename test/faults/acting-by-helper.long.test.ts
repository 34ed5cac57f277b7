/** The pairs that acting-by-helper.test.ts leaves out: see matrix.ts for what must hold. */
import { inEveryScenario } from './matrix.ts';
import { actingCalls, helperScenarios } from './scenarios.ts';

inEveryScenario(actingCalls, 'rest', helperScenarios);
