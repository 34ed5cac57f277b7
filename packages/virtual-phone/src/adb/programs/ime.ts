/** `ime` (and `cmd input_method`): the input methods that are installed, enabled and chosen. */
import type { Operation } from '@mobile-debug/core/operation.ts';
import { type Call, err, out, type Program, phoneOf } from '../shell/program.ts';

export const ime: Program = {
  name: 'ime',
  run: async (op, call) => await runImeCommand(op, call, call.args),
};

export async function runImeCommand(op: Operation, call: Call, args: readonly string[]): Promise<number> {
  const { settings } = phoneOf(call);
  const enabled = (settings.get('secure', 'enabled_input_methods') ?? '')
    .split(':')
    .filter((id) => id !== '');
  const [command, id = ''] = args;
  op.check();
  switch (command) {
    case 'list': {
      const brief = args.includes('-s');
      await out(
        call,
        enabled
          .map((entry) => (brief ? `${entry}\n` : `${entry}:\n  mId=${entry} mSettingsActivityName=null\n`))
          .join(''),
      );
      return 0;
    }
    case 'set':
    case 'enable':
    case 'disable':
      if (!enabled.includes(id)) {
        await err(
          call,
          `Unknown input method ${id} cannot be ${command === 'set' ? 'selected' : `${command}d`} for user #0\n`,
        );
        return 255;
      }
      if (command === 'set') settings.put('secure', 'default_input_method', id);
      await out(call, `Input method ${id} ${command === 'set' ? 'selected' : `${command}d`} for user #0\n`);
      return 0;
    case 'reset':
      settings.put('secure', 'default_input_method', enabled[0] ?? '');
      await out(call, 'Reset current and enabled IMEs for user #0\n');
      return 0;
    default:
      await out(call, `Unknown command: ${command ?? ''}\n`);
      return 255;
  }
}
