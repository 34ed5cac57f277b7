/** The tools that a server without flags offers. */
import { everything, OfferedTools } from '../src/server/toolsets.ts';
import { tools as all } from '../src/tools/index.ts';

export const tools = new OfferedTools(all, everything).on;
