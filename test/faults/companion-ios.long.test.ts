/** The pairs that companion-ios.test.ts leaves out: see matrix-ios.ts for what must hold. */
import { inEveryIosScenario } from './matrix-ios.ts';
import { actingCalls, companionScenarios, readingCalls } from './scenarios-ios.ts';

inEveryIosScenario([...readingCalls, ...actingCalls], companionScenarios, { speed: 20, share: 'rest' });
