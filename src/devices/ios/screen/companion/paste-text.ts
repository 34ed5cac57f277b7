/**
 * Text that is on no key: pasted from the simulator's pasteboard, which is left as it was. It is shared with the Mac's own
 * by default, so that it may hold what a person copied [S13].
 */
import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import { foreseen } from '@mobile-debug/core/fault.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import { TransportProblem } from '../../../port/transport-problem.ts';
import type { Simctl } from '../../ios-types.ts';
import { iosClipboard } from '../../settings/clipboard.ts';
import type { ScreenReader } from './screen-reader.ts';

export interface PasteDeps {
  readonly simctl: Simctl;
  readonly reader: Pick<ScreenReader, 'read'>;
  /** Sends the keys that paste. */
  readonly paste: () => Promise<void>;
}

/** Apps take a paste some hundred milliseconds after its keys; put back earlier, the old text would be pasted [O1]. */
const arrivalMs = 2_000;
const lookMs = 100;
const restoreMs = 2_000;

export async function pasteText(dispatch: Dispatch, parts: PasteDeps, text: string): Promise<void> {
  const op = dispatch.unrecorded();
  const clipboard = iosClipboard(parts.simctl);
  const before = await clipboard.read(op);
  const shown = await fieldsShown(op, parts);
  await write(op, parts.simctl, text);
  try {
    await parts.paste();
    await arrived(op, parts, shown);
  } finally {
    await restore(op, parts.simctl, before);
  }
}

/** Also for a call that is withdrawn: what it typed must not stay there. */
async function restore({ clock }: Operation, simctl: Simctl, text: string): Promise<void> {
  using own = Operation.start(restoreMs, { clock });
  await write(own, simctl, text).catch(foreseen);
}

/** Without a locale pbcopy takes its input for Mac Roman [S13]. */
async function write(op: Operation, simctl: Simctl, text: string): Promise<void> {
  await simctl.run(op, ['pbcopy'], { stdin: text, env: { LANG: 'en_US.UTF-8' } });
}

/** Until a field shows something else than before, or for as long as an app may take. */
async function arrived(op: Operation, parts: PasteDeps, before: string | null): Promise<void> {
  const until = op.clock.monotonicMs() + Math.min(arrivalMs, op.remainingMs / 2);
  while (op.clock.monotonicMs() < until) {
    const now = before === null ? null : await fieldsShown(op, parts);
    if (now !== null && now !== before) return;
    await op.sleep(lookMs);
  }
}

/** Null where the screen cannot be read. */
async function fieldsShown(op: Operation, { reader }: PasteDeps): Promise<string | null> {
  try {
    const { elements } = await reader.read(op);
    return JSON.stringify(elements.flatMap(({ editable, text }) => (editable ? [text] : [])));
  } catch (error) {
    op.check();
    if (!(error instanceof TransportProblem)) foreseen(error);
    return null;
  }
}
