/** What reads or touches an iPhone's screen, in troubles of the companion: see matrix-ios.ts for what must hold. */
import { inEveryIosScenario } from './matrix-ios.ts';
import { actingCalls, companionScenarios, readingCalls } from './scenarios-ios.ts';

inEveryIosScenario([...readingCalls, ...actingCalls], companionScenarios, { speed: 20, share: 'telling' });
