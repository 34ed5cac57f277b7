/** Every tool that acts on a device, in troubles: see matrix.ts for what must hold, pairs.ts for which meet. */
import { inEveryScenario } from './matrix.ts';
import { actingCalls } from './scenarios.ts';

inEveryScenario(actingCalls, 'telling');
