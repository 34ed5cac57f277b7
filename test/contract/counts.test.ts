/** What a warm call costs, on three beds whole and on the others what differs by version. */
import { onTiers } from './beds.ts';
import { countContract } from './counts.ts';

onTiers(countContract);
