/** Every tool that acts on a device, in troubles of the resident helper: see matrix.ts for what must hold, pairs.ts for which meet. */
import { inEveryScenario } from './matrix.ts';
import { actingCalls, helperScenarios } from './scenarios.ts';

inEveryScenario(actingCalls, 'telling', helperScenarios);
