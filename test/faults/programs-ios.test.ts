/** What goes through Apple's programs, in troubles of theirs: see matrix-ios.ts for what must hold. */
import { inEveryIosScenario } from './matrix-ios.ts';
import { oneOfEach, programCalls, programScenarios } from './scenarios-ios.ts';

inEveryIosScenario(oneOfEach(programCalls), programScenarios, { speed: 10, share: 'telling' });
