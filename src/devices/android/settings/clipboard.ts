/**
 * The clipboard by the device's shell, which only some builds have. What was set is read back before anyone pastes: a
 * build that ignores the command must not have old clipboard content typed into a field. Sources: [A15] and [A16].
 */
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { ClipboardFacet } from '../../port/clipboard.ts';
import type { AdbDevice } from '../adb/adb-types.ts';
import { runBatch } from '../adb/batch.ts';
import { quoteArg } from '../adb/quote.ts';

/** The output of a build without the command, and of one that refuses it [A15], [A16]. */
const absent = /No shell command implementation|Unknown command|Can't find service|Exception/i;

/** Whether the shell has the command at all. One round trip; the clipboard stays as it is. */
export async function hasClipboard(op: Operation, adb: AdbDevice): Promise<boolean> {
  const [got = ''] = await runBatch(op, adb, ['cmd clipboard get text']);
  return !absent.test(got);
}

/** True when the clipboard now holds exactly `text`. One round trip; no input is sent [A16]. */
export async function setClipboard(op: Operation, adb: AdbDevice, text: string): Promise<boolean> {
  const [set = '', got = ''] = await runBatch(op, adb, [
    `cmd clipboard set text ${quoteArg(text)}`,
    'cmd clipboard get text',
  ]);
  if (absent.test(set)) return false;
  const shown = got.replace(/^clipboard text: ?/i, '');
  return shown === text || shown.replace(/\r?\n$/, '') === text;
}

export function androidClipboard(adb: AdbDevice): ClipboardFacet {
  return {
    async read(op) {
      const [words = ''] = await runBatch(op, adb, ['cmd clipboard get text']);
      if (absent.test(words)) throw cannot(adb.serial);
      // As the commands of settings print it [A16].
      return words.replace(/^clipboard text: ?/i, '').replace(/\r?\n$/, '');
    },
    async write(dispatch, text) {
      const kept = await setClipboard(dispatch, adb, text);
      if (!kept) throw cannot(adb.serial);
    },
  };
}

function cannot(serial: string): Fault {
  return new Fault(
    'CAPABILITY_MISSING',
    `${serial} has no clipboard command: most Android builds have none.`,
    {
      nextStep:
        'Use type_text to put text into a field; long_press on text offers copy and paste in the app.',
    },
  );
}
