/** The one way of every call: check the arguments, choose the device, run within the budget. Knows nothing of MCP. */

import type { Clock } from '@mobile-debug/core/clock.ts';
import { Fault, isFault } from '@mobile-debug/core/fault.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import type { Progress } from '@mobile-debug/core/progress.ts';
import type { DebugSessions } from '../debugger/debug-sessions.ts';
import type { Facet } from '../devices/port/device.ts';
import type { Computer } from '../host-port/computer.ts';
import type { Controls } from '../session/action/action-types.ts';
import { effectiveControls, queueWaitMs, runAction } from '../session/action/run-action.ts';
import { Stopwatch } from '../session/action/trace.ts';
import type { DeviceSession } from '../session/device-session.ts';
import type { DeviceChoice, SessionPool } from '../session/session-pool.ts';
import { actionRequest } from '../tools/action-request.ts';
import type { ActionTool, DeviceTool, HostTool, Tool, ToolSets } from '../tools/define-tool.ts';
import { actionToWire } from '../wire/action-shape.ts';
import { OutlineText, outlineAnswer } from '../wire/outline/outline-answer.ts';
import { type Arguments, parseArguments } from './arguments.ts';

export interface ServerContext {
  readonly pool: SessionPool;
  readonly computer: Computer;
  readonly debug: DebugSessions;
  readonly clock: Clock;
  /** `compact` and `outline` become the defaults of responseMode. */
  readonly lean: boolean;
}

export interface Caller {
  readonly sets: ToolSets;
  readonly signal?: AbortSignal;
  readonly progress: Progress;
}

export interface ToolAnswer {
  readonly output: Record<string, unknown> | OutlineText;
  /** The answer is that of a failed action. */
  readonly failed: boolean;
  /** Of a look at a device whose app a debugger holds, for answers in blocks. */
  readonly pause?: Record<string, unknown>;
  /** What was thrown when the failure is a bug of ours: for the log. */
  readonly bug?: unknown;
}

interface Request {
  readonly context: ServerContext;
  readonly args: Arguments;
  readonly caller: Caller;
}

/** Throws a Fault for whatever was foreseen. */
export async function runTool(
  tool: Tool,
  context: ServerContext,
  args: unknown,
  caller: Caller,
): Promise<ToolAnswer> {
  const request = { context, args: parseArguments(tool, args, context.lean), caller };
  switch (tool.scope) {
    case 'host':
      return { output: await onHost(tool, request), failed: false };
    case 'device':
      return { ...(await onDevice(tool, request)), failed: false };
    case 'action':
      return await act(tool, request);
  }
}

function begin(budgetMs: number, { context: { clock }, caller: { signal } }: Request): Operation {
  return Operation.start(budgetMs, { clock, ...(signal ? { signal } : {}) });
}

async function onHost(tool: HostTool, request: Request): Promise<Record<string, unknown>> {
  const { pool, computer, debug } = request.context;
  const { input } = request.args;
  using op = begin(tool.budgetMs(input), request);
  const { progress, sets } = request.caller;
  return await tool.run({ op, input, pool, computer, debug, progress, sets });
}

async function onDevice(tool: DeviceTool, request: Request): Promise<Omit<ToolAnswer, 'failed'>> {
  const { pool, computer, debug } = request.context;
  const { input } = request.args;
  using op = begin(tool.budgetMs(input), request);
  tool.validate?.(input);
  const session = (await chosen(op, tool, request)).with(tool.needs);
  if (tool.needs.some((facet) => usesScreen.has(facet))) session.device.screen?.prepare?.();
  const mayRun = tool.whilePaused ?? (tool.effect === 'read' ? 'allowed' : 'refused');
  if (mayRun === 'refused') session.assertRunning();
  const { progress } = request.caller;
  const output = await tool.run({ op, input, session, pool, computer, debug, progress });
  const { pause } = session.debug;
  if (!pause || tool.toolset === 'debug') return { output };
  const note = { debugger_paused: { debug_session_id: pause.debugSessionId, stop_id: pause.stopId } };
  if (tool.render || output instanceof OutlineText) return { output, pause: note };
  return { output: { ...output, ...note } };
}

/** An app that is installed or started is looked at next. */
const usesScreen: ReadonlySet<Facet> = new Set<Facet>(['screen', 'apps', 'install']);

async function act(tool: ActionTool, request: Request): Promise<ToolAnswer> {
  const { context, args, caller } = request;
  const { input, choice, condition } = args;
  const controls = effectiveControls(args.controls, {
    actionTimeoutMs: tool.actionTimeoutMs,
    responseMode: context.lean ? 'outline' : 'debug',
  });
  using op = begin(budgetOf(controls, condition?.timeoutMs ?? 0), request);
  tool.validate?.(input);
  if (condition) assertPinned(choice);
  const watch = new Stopwatch(op.clock);
  const found = await watch.measure('device_resolution_ms', () => chosen(op, tool, request));
  const session = found.with(tool.needs);
  found.device.screen?.prepare?.();
  const action = actionRequest(tool, input, { session, progress: caller.progress, controls, condition });
  const outcome = await runAction(op, session, action, watch);
  const { fault, success } = outcome;
  return {
    output:
      controls.responseMode === 'outline'
        ? outlineAnswer(session, 'action', { outcome })
        : lifted(actionToWire(outcome, session), tool.lifts),
    failed: !success,
    ...(fault?.code === 'INTERNAL_ERROR' ? { bug: fault.cause ?? fault } : {}),
  };
}

/** The session of the device that the call means. Until it is there, nothing has been sent. */
async function chosen(op: Operation, tool: Tool, { context, args }: Request): Promise<DeviceSession> {
  try {
    return await context.pool.session(op, args.choice);
  } catch (error) {
    throw isFault(error) && tool.effect !== 'read' ? error.with({ delivery: 'not_delivered' }) : error;
  }
}

/** A guarded input must name its device: a condition on "whichever is connected" would not be one. */
function assertPinned({ platform, deviceId }: DeviceChoice): void {
  if (platform !== undefined && deviceId !== undefined && deviceId !== 'booted') return;
  throw new Fault(
    'INVALID_ARGUMENT',
    'expectedState needs platform and a concrete deviceId (an alias such as "booted" is not one).',
  );
}

function lifted(output: Record<string, unknown>, names: readonly string[] = []): Record<string, unknown> {
  const details = output['details'];
  if (typeof details !== 'object' || details === null) return output;
  const found = Object.entries(details).filter(([name]) => names.includes(name));
  return { ...output, ...Object.fromEntries(found) };
}

/** The outermost deadline. An action's parts have budgets of their own inside it, and answer before it ends. */
function budgetOf({ actionTimeoutMs, verificationTimeoutMs }: Controls, conditionMs: number): number {
  const choosingDeviceMs = 10_000;
  return choosingDeviceMs + queueWaitMs + actionTimeoutMs + verificationTimeoutMs + conditionMs;
}
