/** Every call that goes through Apple's programs, in every trouble of theirs, with their executables as processes. */
import { inEveryIosTrouble } from './matrix-ios.ts';
import { programCalls, programTroubles } from './trouble-ios.ts';

const executables = { driver: 'idb', executables: true } as const;
inEveryIosTrouble(programCalls, programTroubles, { haste: 10, share: 'telling', ios: executables });
inEveryIosTrouble(programCalls, programTroubles, { haste: 10, share: 'rest', ios: executables });
