/** The one way of every call: check the arguments, choose the device, run within the budget. Knows nothing of MCP. */

import type { Clock } from '@mobile-debug/core/clock.ts';
import { Fault } from '@mobile-debug/core/fault.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import type { Progress } from '@mobile-debug/core/progress.ts';
import { withFacets } from '../devices/port/with-facets.ts';
import type { Computer } from '../host-port.ts';
import type { ExpectedState } from '../session/action/condition.ts';
import { type ControlsInput, effectiveControls } from '../session/action/controls.ts';
import { runAction, turnWaitMs } from '../session/action/run-action.ts';
import { Stopwatch } from '../session/action/timing.ts';
import type { DeviceSession } from '../session/device-session.ts';
import type { DeviceChoice, SessionPool } from '../session/session-pool.ts';
import { actionRequest } from '../tools/action-request.ts';
import type { ActionTool, DeviceTool, Tool } from '../tools/define-tool.ts';
import { actionToWire } from '../wire/action-shape.ts';
import { parseArguments } from './arguments.ts';

export interface Workplace {
  readonly pool: SessionPool;
  readonly computer: Computer;
  readonly clock: Clock;
  /** `compact` and `outline` become the defaults of responseMode. */
  readonly lean: boolean;
}

export interface Caller {
  readonly signal?: AbortSignal;
  readonly progress: Progress;
}

export interface ToolAnswer {
  readonly output: Record<string, unknown>;
  /** The answer is that of a failed action. */
  readonly failed: boolean;
  /** What was thrown when the failure is a mistake of ours: for the log. */
  readonly bug?: unknown;
}

type Input = Record<string, unknown>;

/** Throws a Fault for whatever was foreseen. */
export async function runTool(
  tool: Tool,
  place: Workplace,
  args: unknown,
  caller: Caller,
): Promise<ToolAnswer> {
  const input = parseArguments(tool, args, place.lean);
  using op = Operation.start(budgetOf(tool, input), {
    clock: place.clock,
    ...(caller.signal ? { signal: caller.signal } : {}),
  });
  switch (tool.scope) {
    case 'host': {
      const { pool, computer } = place;
      const call = { op, input, pool, computer, progress: caller.progress };
      return { output: await tool.run(call), failed: false };
    }
    case 'device':
      return { output: await onDevice(op, tool, place, { input, caller }), failed: false };
    case 'action':
      return await act(op, tool, place, { input, caller });
  }
}

interface Request {
  readonly input: Input;
  readonly caller: Caller;
}

async function onDevice(
  op: Operation,
  tool: DeviceTool,
  place: Workplace,
  { input, caller }: Request,
): Promise<Record<string, unknown>> {
  tool.validate?.(input);
  const session = await place.pool.session(op, input as DeviceChoice);
  const device = withFacets(session.device, tool.needs);
  const { pool, computer } = place;
  return await tool.run({ op, input, device, session, pool, computer, progress: caller.progress });
}

async function act(
  op: Operation,
  tool: ActionTool,
  place: Workplace,
  { input, caller }: Request,
): Promise<ToolAnswer> {
  tool.validate?.(input);
  const condition = input['expectedState'] as ExpectedState | undefined;
  if (condition) assertPinned(input as DeviceChoice);
  const watch = new Stopwatch(op.clock);
  const session: DeviceSession = await watch.measure('device_resolution_ms', () =>
    place.pool.session(op, input as DeviceChoice),
  );
  const device = withFacets(session.device, ['screen']);
  const request = actionRequest(tool, input, {
    session,
    progress: caller.progress,
    responseMode: place.lean ? 'compact' : 'debug',
  });
  const outcome = await runAction(op, { session, device, watch }, request);
  const { fault, success } = outcome;
  return {
    output: lifted(actionToWire(outcome, session), tool.lifts),
    failed: !success,
    ...(fault?.code === 'INTERNAL_ERROR' ? { bug: fault.cause ?? fault } : {}),
  };
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
function budgetOf(tool: Tool, input: Input): number {
  if (tool.scope !== 'action') return tool.budgetMs(input);
  const controls = effectiveControls(input as ControlsInput, {
    actionTimeoutMs: tool.actionTimeoutMs,
    responseMode: 'debug',
  });
  const condition = input['expectedState'] as ExpectedState | undefined;
  const choosingDeviceMs = 10_000;
  return (
    choosingDeviceMs +
    turnWaitMs +
    controls.actionTimeoutMs +
    controls.verificationTimeoutMs +
    (condition?.timeoutMs ?? 0)
  );
}
