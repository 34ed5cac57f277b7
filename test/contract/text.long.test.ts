/** The contract of typing whole on every other version, through the real adb and through Apple's executables. */
import { describe } from 'vitest';
import { onOtherTiers } from './beds.ts';
import { clipboardContract, textContract } from './text.ts';

onOtherTiers(textContract);

describe('with a clipboard that the shell can reach', () => {
  onOtherTiers(clipboardContract, 'android', { clipboardCommand: true });
});
