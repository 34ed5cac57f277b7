/** What a warm call costs, on every other version, through the real adb and through Apple's executables. */
import { onOtherTiers } from './beds.ts';
import { countContract } from './counts.ts';

onOtherTiers(countContract);
