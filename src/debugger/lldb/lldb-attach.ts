/** From a process id to a session: the adapter's handshake, and what its refusals mean. */
import type { Clock } from '@mobile-debug/core/clock.ts';
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { DebugListener } from '../backend.ts';
import { type AdapterChannel, DapClient, type DapEvent } from './dap-client.ts';
import { encodeMessage } from './dap-codec.ts';
import { LldbAsk } from './lldb-ask.ts';
import { LldbBreakpoints } from './lldb-breakpoints.ts';
import { LldbSession } from './lldb-session.ts';

export interface AttachRequest {
  readonly pid: number;
  readonly channel: AdapterChannel;
  readonly clock: Clock;
  readonly listener: DebugListener;
}

/** What the adapter hears when this server is gone. */
export const farewell = encodeMessage({
  seq: 2_000_000_000,
  type: 'request',
  command: 'disconnect',
  arguments: { terminateDebuggee: false } satisfies DebugProtocol.DisconnectArguments,
}).toString('utf8');

/** Longer strings are cut by LLDB; 1,024 unless told. */
const settings = ['settings set target.max-string-summary-length 4096'];
/** Signals by which programs talk to each other; a debugger that stops at them changes what it looks at. */
const passed = 'SIGUSR1 SIGUSR2 SIGPIPE SIGHUP SIGTERM SIGINT SIGALRM SIGCHLD SIGWINCH';

/**
 * Attaches and answers when the program runs on, or stands at its entry. Faults: DEBUGGER_ATTACH_FAILED, DEBUGGER_BUSY, PROCESS_NOT_FOUND,
 * DEBUGGER_UNSUPPORTED (no permission), DEBUGGER_WORKER_FAILED. After a fault the process runs as before.
 */
export async function attachLldb(op: Operation, request: AttachRequest): Promise<LldbSession> {
  const early: DapEvent[] = [];
  let take = (event: DapEvent): void => void early.push(event);
  const client = new DapClient(request.channel, (event) => take(event));
  try {
    const ask = new LldbAsk(client);
    await initialize(op, ask);
    const ready = new Promise<void>((resolve) => {
      take = (event) => (event.name === 'initialized' ? resolve() : void early.push(event));
    });
    const attached = attach(op, ask, request);
    // Versions differ in what comes first; a refused attach brings no `initialized` at all.
    await Promise.all([attached, op.race(Promise.race([ready, ended(client)]))]);
    const breakpoints = new LldbBreakpoints(ask);
    const { clock, listener } = request;
    const session = new LldbSession({ client, ask, breakpoints, clock, listener });
    take = (event) => session.take(event);
    for (const event of early) session.take(event);
    await ask.console(op, `process handle --pass true --stop false --notify false ${passed}`);
    await ask.body(op, 'configurationDone', {});
    await op.race(Promise.race([session.settled, ended(client)]));
    return session;
  } catch (error) {
    client.close();
    throw error;
  }
}

async function initialize(op: Operation, ask: LldbAsk): Promise<void> {
  const args: DebugProtocol.InitializeRequestArguments = {
    adapterID: 'lldb',
    clientID: 'mobile-debug-mcp',
    pathFormat: 'path',
    linesStartAt1: true,
    columnsStartAt1: true,
    supportsRunInTerminalRequest: false,
  };
  await ask.body(op, 'initialize', args);
}

async function attach(op: Operation, ask: LldbAsk, { pid }: AttachRequest): Promise<void> {
  // It stops first in any case: one that was started to wait for its debugger is left so, any other runs on at once.
  const args = { pid, stopOnEntry: true, initCommands: settings };
  await ask.body(op, 'attach', args, (message) => attachFault(pid, message));
}

async function ended(client: DapClient): Promise<never> {
  throw await client.ended;
}

export const permission =
  'macOS: enable Developer mode with `sudo DevToolsSecurity -enable` and be a member of the group _developer. Linux: `sudo sysctl kernel.yama.ptrace_scope=0`, and the process must belong to this user.';

/** LLDB tells in words why it could not attach, and other words per system [T8]. */
export function attachFault(pid: number, message: string): Fault {
  const words = `LLDB could not attach to process ${pid}: ${message}`;
  if (/no such process|no process found|invalid process/i.test(message)) {
    return new Fault('PROCESS_NOT_FOUND', words);
  }
  if (/already (?:being )?(?:debugged|traced)|being debugged/i.test(message)) {
    return new Fault('DEBUGGER_BUSY', words);
  }
  if (/not permitted|not allowed|permission|developer mode|non-interactive/i.test(message)) {
    return new Fault('DEBUGGER_UNSUPPORTED', words, { nextStep: permission });
  }
  return new Fault('DEBUGGER_ATTACH_FAILED', words);
}
