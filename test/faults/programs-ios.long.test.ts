/** Every call that goes through Apple's programs, in every trouble of theirs, with their executables as processes. */
import { inEveryIosScenario } from './matrix-ios.ts';
import { programCalls, programScenarios } from './scenarios-ios.ts';

const executables = { driver: 'idb', executables: true } as const;
inEveryIosScenario(programCalls, programScenarios, { speed: 10, share: 'telling', ios: executables });
inEveryIosScenario(programCalls, programScenarios, { speed: 10, share: 'rest', ios: executables });
