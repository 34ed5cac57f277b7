/** The pasteboard of a simulator. Without a UTF-8 locale pbcopy and pbpaste damage everything beyond ASCII [S13]. */
import type { ClipboardFacet } from '../../port/clipboard.ts';
import type { Simctl } from '../ios-types.ts';

const env = { LANG: 'en_US.UTF-8' };

export function iosClipboard(simctl: Simctl): ClipboardFacet {
  return {
    async read(op) {
      const { stdout } = await simctl.run(op, ['pbpaste'], { env });
      return stdout.toString('utf8');
    },
    async write(dispatch, text) {
      await simctl.run(dispatch, ['pbcopy'], { env, stdin: text });
    },
  };
}
