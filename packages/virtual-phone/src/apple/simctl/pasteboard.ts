/** `simctl pbcopy`, `pbpaste`, `pbsync`. */
import { flagsOf, runningDeviceOf, say, type Verb } from './call.ts';
import { stdinOf } from './conditions.ts';

const pbcopy: Verb = {
  name: 'pbcopy',
  usage: 'pbcopy [-v] <device>',
  async run(call) {
    const flags = flagsOf(call, { plain: ['-v'] }, 1, 1);
    if (typeof flags === 'number') return flags;
    const device = runningDeviceOf(call, flags.operands[0]);
    if (typeof device === 'number') return device;
    device.phone.clipboard = await stdinOf(call);
    return 0;
  },
};

const pbpaste: Verb = {
  name: 'pbpaste',
  usage: 'pbpaste [-v] <device>',
  run(call) {
    const flags = flagsOf(call, { plain: ['-v'] }, 1, 1);
    if (typeof flags === 'number') return flags;
    const device = runningDeviceOf(call, flags.operands[0]);
    if (typeof device === 'number') return device;
    say(call, device.phone.clipboard);
    return 0;
  },
};

const pbsync: Verb = {
  name: 'pbsync',
  usage: 'pbsync [-v] <source device> <destination device>',
  run(call) {
    const flags = flagsOf(call, { plain: ['-v'] }, 2, 2);
    if (typeof flags === 'number') return flags;
    const [from, to] = flags.operands.map((name) => (name === 'host' ? null : runningDeviceOf(call, name)));
    for (const device of [from, to]) if (typeof device === 'number') return device;
    if (from && to && typeof from !== 'number' && typeof to !== 'number')
      to.phone.clipboard = from.phone.clipboard;
    return 0;
  },
};

export const pasteboardVerbs: readonly Verb[] = [pbcopy, pbpaste, pbsync];
