/** What reads or touches an iPhone's screen, in troubles of the companion: see matrix-ios.ts for what must hold. */
import { inEveryIosTrouble } from './matrix-ios.ts';
import { actingCalls, companionTroubles, readingCalls } from './trouble-ios.ts';

inEveryIosTrouble([...readingCalls, ...actingCalls], companionTroubles, { haste: 20, share: 'telling' });
