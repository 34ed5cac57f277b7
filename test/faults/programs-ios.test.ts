/** What goes through Apple's programs, in troubles of theirs: see matrix-ios.ts for what must hold. */
import { inEveryIosTrouble } from './matrix-ios.ts';
import { oneOfEach, programCalls, programTroubles } from './trouble-ios.ts';

inEveryIosTrouble(oneOfEach(programCalls), programTroubles, { haste: 10, share: 'telling' });
