/**
 * What a tool is. A tool file holds one call of these functions and a short run: answers are shaped in wire, procedures stand
 * in workflows.
 */

import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Progress } from '@mobile-debug/core/progress.ts';
import type * as z from 'zod';
import type { DebugSessions } from '../debugger/debug-sessions.ts';
import type { Facet } from '../devices/port/device.ts';
import type { Computer } from '../host-port/computer.ts';
import type { ActionRequest, ControlsInput, Preparation, Prepared } from '../session/action/action-types.ts';
import type { SessionOf } from '../session/device-session.ts';
import type { SessionPool } from '../session/session-pool.ts';
import type { OutlineText } from '../wire/outline/outline-answer.ts';

/** `read` looks, `act` changes the device, `destroy` loses data. MCP annotations derive from it. */
export type Effect = 'read' | 'act' | 'destroy';
export const toolsets = ['core', 'build', 'device', 'debug'] as const;
export type Toolset = (typeof toolsets)[number];

/** The tool sets of one connection, as `enable_tools` sees them. */
export interface ToolSets {
  /** Turns sets on, whole, until the connection ends; a set that is on already stays so. */
  enable(sets: readonly Toolset[]): SetChange;
}

export interface SetChange {
  /** Sets of which at least one tool is on now. */
  readonly on: readonly Toolset[];
  /** Names of the tools that this call turned on. */
  readonly added: readonly string[];
  /** Tools of these sets that a start-up flag keeps off. */
  readonly keptOff: readonly { readonly tool: string; readonly why: string }[];
}

export type Block =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly data: string; readonly mimeType: string };

export interface ToolText<In extends z.ZodObject, Out extends z.ZodObject> {
  /** Wire name, snake_case. */
  readonly name: string;
  readonly title: string;
  /** At most 300 characters; the first sentence carries the words a client searches by. */
  readonly description: string;
  readonly effect: Effect;
  readonly toolset: Toolset;
  /** `when_named`: off until its set is named. `while_some_are_off`: there as long as a set is off. Else with its set. */
  readonly offered?: 'when_named' | 'while_some_are_off';
  /** One of the few tools that clients should load without being asked. */
  readonly entry?: boolean;
  /** Its answers hold values of an app: a long one is cut and never saved to a file. */
  readonly private?: boolean;
  readonly input: In;
  /** What the answer holds; checked by the tests, which call every example through a real client. */
  readonly output: Out;
  /** Run as tests on the virtual phone, or on the virtual iPhone where `platform` says so; the first is shown on the tool's page. */
  readonly examples: readonly Example<In>[];
  /** Text and image blocks for tools whose answer is or may be a picture or an outline: no structured part. */
  render?(output: z.output<Out>): readonly Block[];
  /** A long JSON answer in at most so many characters, where cutting every list alike would lose what matters. */
  shorten?(answer: Record<string, unknown>, maxChars: number): Record<string, unknown>;
  /** With `render`: the blocks it makes, for the tool's page. */
  readonly blocks?: readonly AnswerBlock[];
  /** Shapes that the input schema leaves open and the page explains. */
  readonly sections?: readonly PageSection[];
}

export interface AnswerBlock {
  /** When it is sent and what it is. */
  readonly about: string;
  /** Fields of the JSON in it, or of each line where there are several; absent for pictures and plain text. */
  readonly shape?: z.ZodObject;
}

export interface PageSection {
  readonly title: string;
  readonly about: string;
  readonly shape: z.ZodType;
}

export interface Example<In extends z.ZodObject = z.ZodObject> {
  /** What it shows. */
  readonly about: string;
  /** App that is in front on the virtual phone before the call. */
  readonly app?: string;
  readonly input: z.input<In> & Omit<CommonInput, keyof z.input<In>>;
  /** What the page shows instead, where the input names a file of our tests. */
  readonly shown?: Partial<z.input<In>>;
}

/** What may stand in any call beside the tool's own fields. */
interface CommonInput extends ControlsInput {
  readonly platform?: string;
  readonly deviceId?: string;
}

export interface Call<In extends z.ZodObject> {
  readonly op: Operation;
  readonly input: z.output<In>;
  readonly progress: Progress;
  readonly computer: Computer;
  readonly debug: DebugSessions;
}

export interface HostCall<In extends z.ZodObject> extends Call<In> {
  readonly pool: SessionPool;
  readonly sets: ToolSets;
}

export interface DeviceCall<In extends z.ZodObject, F extends Facet> extends Call<In> {
  /** With its device: whatever is read of it goes into the history of this session. */
  readonly session: SessionOf<F>;
  readonly pool: SessionPool;
}

export interface HostTool<In extends z.ZodObject = z.ZodObject, Out extends z.ZodObject = z.ZodObject>
  extends ToolText<In, Out> {
  readonly scope: 'host';
  /** Longest the call may take, in milliseconds. */
  budgetMs(input: z.output<In>): number;
  run(call: HostCall<In>): Promise<z.input<Out>>;
}

export interface DeviceTool<
  In extends z.ZodObject = z.ZodObject,
  Out extends z.ZodObject = z.ZodObject,
  F extends Facet = Facet,
> extends ToolText<In, Out> {
  readonly scope: 'device';
  /** While a debugger holds the app. Refused unless told for whatever acts; `allowed` for whatever only looks. */
  readonly whilePaused?: 'allowed' | 'refused';
  /** Facets without which the call is refused before it starts. */
  readonly needs: readonly F[];
  budgetMs(input: z.output<In>): number;
  /** Refuses what schemas cannot say, before any device work. */
  validate?(input: z.output<In>): void;
  /** Its data, or one text where the call asks for an outline. */
  run(call: DeviceCall<In, F>): Promise<z.input<Out> | OutlineText>;
}

export interface ActionCall<In extends z.ZodObject, F extends Facet> {
  readonly input: z.output<In>;
  readonly session: SessionOf<F>;
  readonly progress: Progress;
}

/** An action: the runner gives it budgets, condition, verification and the envelope; it only prepares its input. */
export interface ActionTool<In extends z.ZodObject = z.ZodObject, F extends Facet = Facet>
  extends Omit<ToolText<In, z.ZodObject>, 'output' | 'render' | 'blocks' | 'shorten'> {
  readonly scope: 'action';
  /** What touches something needs `screen` too; a launch goes on where nothing can read it. */
  readonly needs: readonly F[];
  readonly sourceModule: ActionRequest['sourceModule'];
  readonly actionTimeoutMs: number;
  /** Whether `expectedState` may guard it. */
  readonly guarded: boolean;
  readonly explainsNoChange: boolean;
  /** While the display is off. Refused unless told: only keys and launches do something then. */
  readonly whileAsleep?: 'allowed' | 'refused';
  /** How the caller named the target, for `target.selector`. */
  target?(input: z.output<In>): unknown;
  /** Refuses what schemas cannot say (exactly one of two fields), before any device work. */
  validate?(input: z.output<In>): void;
  /** Names of `details` that the contract wants beside the envelope's own fields. */
  readonly lifts?: readonly string[];
  /** Fields of `details` after a success, for the tool's page; the `lifts` stand beside the envelope's fields too. */
  readonly details?: z.ZodObject;
  prepare(call: ActionCall<In, F>, preparation: Preparation): Promise<Prepared>;
}

export type Tool = HostTool | DeviceTool | ActionTool;

export function hostTool<In extends z.ZodObject, Out extends z.ZodObject>(
  tool: Omit<HostTool<In, Out>, 'scope'>,
): HostTool<In, Out> {
  return { scope: 'host', ...tool };
}

export function deviceTool<In extends z.ZodObject, Out extends z.ZodObject, const F extends Facet>(
  tool: Omit<DeviceTool<In, Out, F>, 'scope'>,
): DeviceTool<In, Out, F> {
  return { scope: 'device', ...tool };
}

export function actionTool<In extends z.ZodObject, const F extends Facet>(
  tool: Omit<ActionTool<In, F>, 'scope'>,
): ActionTool<In, F> {
  return { scope: 'action', ...tool };
}
