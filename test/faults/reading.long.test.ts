/** The pairs that reading.test.ts leaves out: see matrix.ts for what must hold. */
import { inEveryScenario } from './matrix.ts';
import { readingCalls } from './scenarios.ts';

inEveryScenario(readingCalls, 'rest');
