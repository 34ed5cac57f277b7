/** The contract of the tools, on three beds whole and on the others what differs by version. */
import { onTiers } from './beds.ts';
import { toolContract } from './tools/tool-bed.ts';

onTiers(toolContract);
