/** The version of this package, taken from package.json when it is bundled or run. */
import manifest from '../package.json' with { type: 'json' };

export const version: string = manifest.version;
