import * as z from 'zod';
import { actionTool } from '../define-tool.ts';

export const pressKey = actionTool({
  name: 'press_key',
  title: 'Press a key',
  description: 'Presses home, enter, delete, tab, escape, volume_up, wakeup, app_switch or a platform key.',
  effect: 'act',
  toolset: 'core',
  needs: ['screen', 'input'],
  sourceModule: 'interact',
  actionTimeoutMs: 5_000,
  guarded: false,
  explainsNoChange: true,
  whileAsleep: 'allowed',
  input: z.object({
    key: z.string().min(1).max(60).meta({
      doc: 'A name such as `home`, `back`, `enter`, `delete`, `tab`, `escape`, `space`, `up`, `volume_up`, `power`, `wakeup`, `app_switch`; or a key of the platform: `KEYCODE_...` or its number on Android, a USB usage number on iOS. An unknown key fails with the list of names',
    }),
  }),
  examples: [{ about: 'The home key.', app: 'com.example.notes', input: { key: 'home' } }],
  target: ({ key }) => ({ key }),
  prepare: async ({ input, session }) => ({
    async send(dispatch) {
      await session.device.input.key(dispatch, input.key);
      return undefined;
    },
  }),
});
