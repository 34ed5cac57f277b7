/** The pairs that reading-by-helper.test.ts leaves out: see matrix.ts for what must hold. */
import { inEveryScenario } from './matrix.ts';
import { helperScenarios, readingCalls } from './scenarios.ts';

inEveryScenario(readingCalls, 'rest', helperScenarios);
