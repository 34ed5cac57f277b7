/** Which tools a server offers, by its start-up flags, and what to say of a tool that is off or unknown. */
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Tool, Toolset } from '../tools/define-tool.ts';

export interface ToolChoice {
  /** Sets that are on; undefined means all. */
  readonly sets?: readonly Toolset[];
  readonly exclude: readonly string[];
  readonly readOnly: boolean;
}

/** The sets that hold a tool. */
export function setsOf(tools: readonly Tool[]): readonly Toolset[] {
  return order.filter((set) => tools.some(({ toolset }) => toolset === set));
}

const order: readonly Toolset[] = ['core', 'build', 'device', 'debug', 'perf'];

/** INVALID_ARGUMENT where the flags leave no tool: such a server would look broken. */
export function assertAny(tools: readonly Tool[], choice: ToolChoice): void {
  if (chosenTools(tools, choice).length > 0) return;
  throw new Fault('INVALID_ARGUMENT', 'The start-up flags exclude every tool.', {
    nextStep: `Check --tools, --exclude and --read-only. Sets: ${setsOf(tools).join(', ')}.`,
  });
}

export function chosenTools(tools: readonly Tool[], choice: ToolChoice): readonly Tool[] {
  return tools.filter((tool) => whyOff(tool, choice) === undefined);
}

function whyOff(tool: Tool, { sets, exclude, readOnly }: ToolChoice): string | undefined {
  if (readOnly && tool.effect !== 'read') return 'the server was started with --read-only';
  if (exclude.includes(tool.name)) return `the server was started with --exclude ${tool.name}`;
  if (sets && !sets.includes(tool.toolset)) {
    return `its set is off; start the server with --tools ${[...sets, tool.toolset].join(',')}`;
  }
  return undefined;
}

/** INVALID_ARGUMENT for a name of no tool: mistyped, it would leave on what was meant to be off. */
export function assertExcludable(names: readonly string[], tools: readonly Tool[]): void {
  const unknown = names.find((name) => tools.every((tool) => tool.name !== name));
  if (unknown === undefined) return;
  const { message } = noSuchTool(unknown, tools, { exclude: [], readOnly: false });
  throw new Fault('INVALID_ARGUMENT', `--exclude: ${message}`, { nextStep: 'Correct the start-up flags.' });
}

/** Why a call names no tool of this server: off by a flag, or not known, with the nearest names. */
export function noSuchTool(name: string, tools: readonly Tool[], choice: ToolChoice): Fault {
  const off = tools.find((tool) => tool.name === name);
  const why = off && whyOff(off, choice);
  if (why)
    return new Fault('INVALID_ARGUMENT', `${name} is off: ${why}.`, {
      nextStep: 'Change the start-up flags or use another tool.',
    });
  const near = chosenTools(tools, choice)
    .map((tool) => ({ name: tool.name, shared: sharedWords(tool.name, name) }))
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared)
    .slice(0, 3)
    .map((tool) => tool.name);
  const hint = near.length > 0 ? ` Near: ${near.join(', ')}.` : '';
  return new Fault('INVALID_ARGUMENT', `There is no tool ${JSON.stringify(name.slice(0, 80))}.${hint}`, {
    nextStep: 'Call a tool from tools/list.',
  });
}

function sharedWords(a: string, b: string): number {
  const words = new Set(a.split('_'));
  return b.split(/[_\W]+/).filter((word) => words.has(word)).length;
}
