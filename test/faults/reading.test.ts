/** Every tool that looks at a device, in troubles: see matrix.ts for what must hold, pairs.ts for which meet. */
import { inEveryScenario } from './matrix.ts';
import { readingCalls } from './scenarios.ts';

inEveryScenario(readingCalls, 'telling');
