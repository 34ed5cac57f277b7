/** The clipboard by the helper, where the device's shell has no command for it, as on most builds. */

import { Fault, isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { ClipboardFacet } from '../../port/clipboard.ts';
import { isTransportProblem } from '../../port/transport-problem.ts';
import type { HelperSession } from './helper-session.ts';
import type { ResidentHelper } from './resident-helper.ts';

/** `plain` comes first: it needs no UiAutomation, and its answers are certain. */
export function helperClipboard(helper: ResidentHelper, plain: ClipboardFacet): ClipboardFacet {
  return {
    async read(op) {
      return await otherwise(helper, {
        plainly: () => plain.read(op),
        op,
        async work(session) {
          const text = await session.clipboard(op);
          if (text !== '') return text;
          // Android 10 and newer give it only to the foreground app and the keyboard: empty proves nothing.
          throw new Fault(
            'CAPABILITY_MISSING',
            'The clipboard is empty, or the system does not allow the helper to read it (Android 10 and newer).',
            { nextStep: 'Paste into a field of the app and read that.' },
          );
        },
      });
    },
    async write(dispatch, text) {
      await otherwise(helper, {
        plainly: () => plain.write(dispatch, text),
        op: dispatch.unrecorded(),
        async work(session) {
          await session.setClipboard(dispatch, text);
        },
      });
    },
  };
}

interface ClipboardMethods<T> {
  readonly op: Operation;
  plainly(): Promise<T>;
  work(session: HelperSession): Promise<T>;
}

/** Setting the clipboard twice is harmless, so a broken request may be repeated. */
async function otherwise<T>(helper: ResidentHelper, { op, plainly, work }: ClipboardMethods<T>): Promise<T> {
  try {
    return await plainly();
  } catch (error) {
    const session = isFault(error, 'CAPABILITY_MISSING') ? await helper.demand(op) : null;
    if (!session) throw error;
    try {
      const done = await helper.using(() => work(session));
      helper.succeeded();
      return done;
    } catch (problem) {
      if (!isTransportProblem(problem)) throw problem;
      if (problem.kind !== 'refused') await helper.failed(problem);
      throw new Fault('CAPABILITY_MISSING', `The helper could not use the clipboard: ${problem.message}`, {
        cause: problem,
        retryable: true,
      });
    }
  }
}
