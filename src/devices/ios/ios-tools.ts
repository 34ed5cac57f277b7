/** Where Apple's programs and the companions are. `xcrun` has to be there; the others may be missing. */
import type { Environment } from '@mobile-debug/core/environment.ts';
import { isFault } from '@mobile-debug/core/fault.ts';
import { searchPaths } from '../../host/programs/tool-search.ts';
import { findTool, type ToolName } from '../../host/programs/tool-table.ts';
import type { ToolPaths } from './ios-types.ts';

/** TOOL_NOT_FOUND without `xcrun`: no process was started then. */
export function toolPaths(environment: Environment, platform: NodeJS.Platform): ToolPaths {
  const search = searchPaths(environment, platform);
  const maybe = async (name: ToolName): Promise<string | null> => {
    try {
      return findTool(name, search).path;
    } catch (error) {
      // A configured path that is wrong is an error, not a reason to look elsewhere.
      if (isFault(error, 'TOOL_NOT_FOUND') && error.reason !== 'configured_path') return null;
      throw error;
    }
  };
  return {
    xcrun: findTool('xcrun', search).path,
    idb: async () => await maybe('idb'),
    companion: async () => await maybe('idb_companion'),
    axe: async () => await maybe('axe'),
  };
}
