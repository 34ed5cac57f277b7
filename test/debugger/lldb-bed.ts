/** A bed for suites against a real LLDB: one program at a time, ended after each test. Says why when it cannot be. */
import { afterAll, afterEach } from 'vitest';
import type { DebugFrame } from '../../src/debugger/backend.ts';
import type { ValueBudget } from '../../src/debugger/debug-values.ts';
import { Debugged, nativePrograms, type Programs } from './native-program.ts';

export interface LldbBed {
  /** Why the suite is skipped; null when it runs. */
  readonly missing: string | null;
  readonly programs: Programs;
  start(mode?: string, path?: string): Promise<Debugged>;
}

export const budget: ValueBudget = { depth: 2, maxChars: 2_000 };

export async function lldbBed(): Promise<LldbBed> {
  const found = await nativePrograms();
  const missing = typeof found === 'string' ? found : null;
  if (missing !== null) console.warn(`LLDB suite skipped: ${missing}`);
  const programs = found as Programs;
  let run: Debugged | null = null;
  afterEach(async () => {
    await run?.end();
    run = null;
  });
  afterAll(() => {
    if (missing === null) programs.remove();
  });
  return {
    missing,
    programs,
    async start(mode = 'plain', path = programs.program) {
      run = new Debugged(path, mode);
      await run.attach(programs.lldb);
      return run;
    },
  };
}

export async function topOf(
  at: Debugged,
  threadId: string,
): Promise<{ readonly top: DebugFrame; readonly frames: readonly DebugFrame[] }> {
  const { frames } = await at.session.stack(at.op, threadId, { offset: 0, limit: 20 });
  const [top] = frames;
  if (!top) throw new Error('no frame');
  return { top, frames };
}
