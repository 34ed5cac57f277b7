/** For tests: an `xcrun` that answers from a script and keeps what it was asked. */
import type { ProcessRequest } from '../../../host/process.ts';
import type { Xcrun } from '../simctl/run-xcrun.ts';

export type Answer =
  | { readonly stdout?: string | Buffer; readonly stderr?: string; readonly exitCode?: number }
  | 'hang';

/** The next answer, or by the arguments. What is not foreseen succeeds without a word. */
export type Script = readonly Answer[] | ((args: readonly string[]) => Answer | undefined);

export interface ScriptedXcrun {
  readonly xcrun: Xcrun;
  /** Arguments of each call, in order. */
  readonly calls: (readonly string[])[];
  readonly requests: ProcessRequest[];
}

export function scripted(script: Script, environment: Xcrun['environment'] = {}): ScriptedXcrun {
  const calls: (readonly string[])[] = [];
  const requests: ProcessRequest[] = [];
  const xcrun: Xcrun = {
    path: '/usr/bin/xcrun',
    environment,
    async run(op, request) {
      op.check();
      const at = calls.push(request.args) - 1;
      requests.push(request);
      const answer = (typeof script === 'function' ? script(request.args) : script[at]) ?? {};
      if (answer === 'hang') return await op.race(new Promise<never>(() => {}));
      return {
        exitCode: answer.exitCode ?? 0,
        signal: null,
        stdout: Buffer.from(answer.stdout ?? ''),
        stderr: Buffer.from(answer.stderr ?? ''),
      };
    },
  };
  return { xcrun, calls, requests };
}
