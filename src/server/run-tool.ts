/** The one way of every call: check the arguments, choose the device, run within the budget. Knows nothing of MCP. */
import { Fault } from '../core/fault.ts';
import { Operation } from '../core/operation.ts';
import type { Clock } from '../core/clock.ts';
import type { Device, Facet } from '../devices/device.ts';
import { runAction } from '../session/action/run-action.ts';
import { type ControlsInput, effectiveControls } from '../session/action/controls.ts';
import type { ExpectedState } from '../session/action/condition.ts';
import type { DeviceSession } from '../session/device-session.ts';
import type { DeviceChoice, SessionPool } from '../session/session-pool.ts';
import { actionToWire } from '../tools/action-shape.ts';
import type { Computer } from '../tools/computer.ts';
import { type ActionTool, type DeviceTool, hasFacets, type Progress, type Tool } from '../tools/define-tool.ts';
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
  const session = await place.pool.session(op, input as DeviceChoice);
  const { device } = session;
  if (!hasFacets(device, tool.needs)) throw cannot(device, tool.needs);
  return await tool.run({ op, input, device, session, computer: place.computer, progress: caller.progress });
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
  const session: DeviceSession = await place.pool.session(op, input as DeviceChoice);
  const { device } = session;
  const needs = ['screen', ...tool.needs] as const;
  if (!hasFacets(device, needs)) throw cannot(device, needs);
  const controls = effectiveControls(input as ControlsInput, {
    actionTimeoutMs: tool.actionTimeoutMs,
    responseMode: place.lean ? 'compact' : 'debug',
  });
  const outcome = await runAction(op, { session, device }, {
    type: tool.name,
    sourceModule: tool.sourceModule,
    controls,
    selector: tool.target?.(input),
    condition,
    explainsNoChange: tool.explainsNoChange,
    prepare: (preparation) => tool.prepare({ input, device, session, progress: caller.progress }, preparation),
  });
  return { output: actionToWire(outcome, session), failed: !outcome.success };
}

/** A guarded input must name its device: a condition on "whichever is connected" would not be one. */
function assertPinned({ platform, deviceId }: DeviceChoice): void {
  if (platform !== undefined && deviceId !== undefined && deviceId !== 'booted') return;
  throw new Fault(
    'INVALID_ARGUMENT',
    'expectedState needs platform and a concrete deviceId (an alias such as "booted" is not one).',
  );
}

function cannot(device: Device, needs: readonly Facet[]): Fault {
  const missing = needs.filter((facet) => device[facet] === undefined);
  const why = missing.map((facet) => device.cannot?.[facet] ?? `no ${facet} on this device`).join('; ');
  return new Fault('CAPABILITY_MISSING', `${device.info.id} cannot do this: ${why}.`);
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
  return choosingDeviceMs + controls.actionTimeoutMs + controls.verificationTimeoutMs + (condition?.timeoutMs ?? 0);
}
