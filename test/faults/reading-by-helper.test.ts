/** Every tool that looks at a device, in troubles of the resident helper: see matrix.ts for what must hold, pairs.ts for which meet. */
import { inEveryScenario } from './matrix.ts';
import { helperScenarios, readingCalls } from './scenarios.ts';

inEveryScenario(readingCalls, 'telling', helperScenarios);
