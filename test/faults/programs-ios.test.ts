/** What goes through Apple's programs, in every trouble of theirs: see matrix-ios.ts for what must hold. */
import { inEveryIosTrouble } from './matrix-ios.ts';
import { programCalls, programTroubles } from './trouble-ios.ts';

inEveryIosTrouble(programCalls, programTroubles, { haste: 10 });
