/** The contract of typing, on three beds whole and on the others what differs by version. */
import { describe } from 'vitest';
import { onTiers } from './beds.ts';
import { clipboardContract, textContract } from './text.ts';

onTiers(textContract);

describe('with a clipboard that the shell can reach', () => {
  onTiers(clipboardContract, 'android', { clipboardCommand: true });
});
