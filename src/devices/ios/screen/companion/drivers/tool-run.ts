/**
 * Runs a command line tool for one question or one gesture, and says the truth about what became of it.
 * Sources: [S3] and [S9].
 */

import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import type { Environment } from '@mobile-debug/core/environment.ts';
import { type Delivery, Fault, isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { refuseNul } from '../../../../../host/process.ts';
import { TransportProblem } from '../../../../port/transport-problem.ts';
import type { RunProgram } from '../../../ios-types.ts';
import { notBootedFault } from '../../ax/ax-screen.ts';

export interface ToolOptions {
  /** As its users call it. */
  readonly name: string;
  /** Null when it is not installed. */
  readonly path: (op: Operation) => Promise<string | null>;
  readonly fix: string;
  readonly environment: Environment;
  readonly run: RunProgram;
}

/** Failures of the tool or its connection before anything was executed: another driver may work [S3], [S9]. */
const infrastructure =
  /Failed to connect|Connection refused|idb_companion.*not found|No such file or directory|SimulatorKit is required|command not found|No module named/i;
/** The connection broke during execution: delivery is unknown [S3]. */
const brokeOff =
  /Channel disconnected|Connection (?:lost|reset)|Stream (?:removed|terminated)|StreamTerminated|Broken pipe|Socket closed/i;
/** After a test run the simulator's test daemon may hold on to a session that is gone. */
const stuck = /Channel disconnected/i;
const stuckFix =
  'Run `xcrun simctl spawn UDID launchctl kickstart -k user/foreground/com.apple.testmanagerd` with the id of the simulator, then try again.';

export class Tool {
  readonly #options: ToolOptions;

  constructor(options: ToolOptions) {
    this.#options = options;
  }

  /** What it printed. TransportProblem, OBSERVATION_FAILED in its words. */
  async ask(op: Operation, args: readonly string[]): Promise<string> {
    const { exitCode, stdout, stderr } = await this.#run(op, args);
    if (exitCode === 0) return stdout;
    const words = wordsOf(stderr, stdout);
    if (infrastructure.test(words) || brokeOff.test(words)) throw this.#broken(words);
    const off = notBootedFault(words);
    if (off) throw off;
    throw new Fault('OBSERVATION_FAILED', `${this.#options.name} said: ${words || `exit code ${exitCode}`}`, {
      reason: 'refused',
      details: { exitCode, output: stderr.slice(0, 2_000) },
    });
  }

  /** A process is started for each: from its start on the gesture may happen. */
  async act(dispatch: Dispatch, args: readonly string[], stdin?: string): Promise<void> {
    const path = await this.#path(dispatch);
    refuseNul(args);
    dispatch.sending();
    const { exitCode, stdout, stderr } = await this.#run(dispatch, args, {
      path,
      ...(stdin !== undefined && { stdin }),
    });
    if (exitCode === 0) return dispatch.answered();
    const words = wordsOf(stderr, stdout);
    if (infrastructure.test(words)) throw this.#broken(words);
    if (exitCode === null) throw this.#broken(words || 'it was killed', 'unknown');
    if (brokeOff.test(words)) throw this.#broken(words, 'unknown');
    const off = notBootedFault(words);
    if (off) throw off.with({ delivery: 'not_delivered' });
    throw new Fault(
      'ACTION_REJECTED',
      `${this.#options.name} refused the input: ${words || `exit code ${exitCode}`}`,
      {
        details: { exitCode, output: stderr.slice(0, 2_000) },
      },
    );
  }

  async #path(op: Operation): Promise<string> {
    const { name, fix, path } = this.#options;
    const found = await path(op);
    if (found === null)
      throw new TransportProblem('missing', 'not_delivered', `${name} is not installed.`, { fix });
    return found;
  }

  async #run(
    op: Operation,
    args: readonly string[],
    { path, stdin }: { readonly path?: string; readonly stdin?: string } = {},
  ): Promise<{ readonly exitCode: number | null; readonly stdout: string; readonly stderr: string }> {
    const { name, fix, environment, run } = this.#options;
    const command = path ?? (await this.#path(op));
    try {
      const result = await run(op, {
        command,
        args,
        env: environment,
        ...(stdin !== undefined && { stdin }),
      });
      return {
        exitCode: result.exitCode,
        stdout: result.stdout.toString('utf8'),
        stderr: result.stderr.toString('utf8'),
      };
    } catch (error) {
      if (isFault(error, 'TOOL_NOT_FOUND'))
        throw new TransportProblem(
          'missing',
          'not_delivered',
          `${name} could not be started: ${error.message}`,
          { fix, cause: error },
        );
      throw error;
    }
  }

  #broken(words: string, delivery: Delivery = 'not_delivered'): TransportProblem {
    const { name } = this.#options;
    const fix = stuck.test(words) ? stuckFix : this.#options.fix;
    return new TransportProblem('broken', delivery, `${name} cannot reach the simulator: ${words}`, {
      fix,
    });
  }
}

/** The last line of a Python traceback names the error. */
function wordsOf(stderr: string, stdout: string): string {
  const text = (stderr.trim() || stdout.trim()).split('\n').map((line) => line.trim());
  return (text[0]?.startsWith('Traceback') ? text.at(-1) : text.slice(0, 3).join(' '))?.slice(0, 400) ?? '';
}

export function lackingGesture(tool: string, what: string): Fault {
  return new Fault('CAPABILITY_MISSING', `${tool} does not support ${what}.`, {
    nextStep:
      'Install the newest companion (`brew install facebook/fb/idb`) and use --ios-driver auto or idb.',
    delivery: 'not_delivered',
  });
}
