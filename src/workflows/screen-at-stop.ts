/** The screen of an app that is stopped in the debugger. */
import { isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { DebugSession } from '../debugger/debug-session.ts';
import type { SessionPool } from '../session/session-pool.ts';
import { outline } from '../ui/outline.ts';

const screenMs = 5_000;

/** While the main thread stands, some sources answer and some do not: a failed look says so and costs nothing else. */
export async function screenAtStop(op: Operation, pool: SessionPool, session: DebugSession) {
  const { platform, id } = session.setting.device;
  using own = op.within(screenMs);
  try {
    const found = (await pool.session(own, { platform, deviceId: id })).with(['screen']);
    const { tree, handles, snapshot } = await found.observe(own);
    return { outline: outline(tree, handles, { revision: snapshot.revision }) };
  } catch (error) {
    if (!isFault(error) || op.ended) throw error;
    return { outline: null, reason: `${error.code}: ${error.message}` };
  }
}
