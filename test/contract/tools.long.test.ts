/** The contract of the tools whole on every other version, through the real adb and through Apple's executables. */
import { onOtherTiers } from './beds.ts';
import { toolContract } from './tools/tool-bed.ts';

onOtherTiers(toolContract);
