/**
 * The clipboard by the device's shell, which only some builds have. What was set is read back before anyone pastes: a
 * build that ignores the command must not have old clipboard content typed into a field.
 */
import type { Operation } from '../../core/operation.ts';
import type { AdbDevice } from './adb/adb-types.ts';
import { batch } from './batch.ts';
import { quoteArg } from './quote.ts';

const absent = /No shell command implementation|Unknown command|Can't find service|Exception/i;

/** Whether the shell has the command at all. One round trip; the clipboard stays as it is. */
export async function hasClipboard(op: Operation, adb: AdbDevice): Promise<boolean> {
  const [got = ''] = await batch(op, adb, ['cmd clipboard get text']);
  return !absent.test(got);
}

/** True when the clipboard now holds exactly `text`. One round trip; no input is sent. */
export async function setClipboard(op: Operation, adb: AdbDevice, text: string): Promise<boolean> {
  const [set = '', got = ''] = await batch(op, adb, [
    `cmd clipboard set text ${quoteArg(text)}`,
    'cmd clipboard get text',
  ]);
  if (absent.test(set)) return false;
  const shown = got.replace(/^clipboard text: ?/i, '');
  return shown === text || shown.replace(/\r?\n$/, '') === text;
}
