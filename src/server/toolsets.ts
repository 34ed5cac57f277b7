/** Which tools a connection is offered: by start-up flags, and by what it turned on since. What to say of a tool that is off. */
import { Fault } from '@mobile-debug/core/fault.ts';
import { type SetChange, type Tool, type ToolSets, type Toolset, toolsets } from '../tools/define-tool.ts';

export interface ToolChoice {
  /** Sets that are on; undefined means all, without what is offered only when its set is named. */
  readonly sets?: readonly Toolset[];
  readonly exclude: readonly string[];
  readonly readOnly: boolean;
}

/** Without any flag. */
export const everything: ToolChoice = { exclude: [], readOnly: false };

/** The tools of one connection. Turning sets on changes this connection alone. */
export class OfferedTools implements ToolSets {
  readonly #all: readonly Tool[];
  readonly #choice: ToolChoice;
  readonly #onChange: () => void;
  readonly #enabled = new Set<Toolset>();
  #on: ReadonlyMap<string, Tool>;

  /** `onChange` is called when tools came or went. */
  constructor(all: readonly Tool[], choice: ToolChoice, onChange: () => void = () => {}) {
    this.#all = all;
    this.#choice = choice;
    this.#onChange = onChange;
    this.#on = this.#chosen();
  }

  get on(): readonly Tool[] {
    return [...this.#on.values()];
  }

  /** Whether there is such a tool at all, on or off. */
  knows(name: string): boolean {
    return this.#all.some((tool) => tool.name === name);
  }

  /** INVALID_ARGUMENT for a tool that is off, with how to turn it on, or unknown, with the nearest names. */
  find(name: string): Tool {
    const tool = this.#on.get(name);
    if (tool) return tool;
    const off = this.#all.find((each) => each.name === name);
    throw off ? this.#off(off) : noSuchTool(name, this.on);
  }

  enable(sets: readonly Toolset[]): SetChange {
    const before = this.#on;
    for (const set of sets) this.#enabled.add(set);
    this.#on = this.#chosen();
    const added = [...this.#on.keys()].filter((name) => !before.has(name));
    if (this.#on.size !== before.size || added.length > 0) this.#onChange();
    return {
      on: setsOf(this.on),
      added,
      keptOff: this.#all.flatMap((tool) => {
        const why = sets.includes(tool.toolset) ? whyKeptOff(tool, this.#choice) : undefined;
        return why === undefined ? [] : [{ tool: tool.name, why }];
      }),
    };
  }

  #chosen(): ReadonlyMap<string, Tool> {
    const allowed = this.#all.filter((tool) => whyKeptOff(tool, this.#choice) === undefined);
    const isOn = (tool: Tool): boolean => {
      if (this.#enabled.has(tool.toolset)) return true;
      const { sets } = this.#choice;
      return sets ? sets.includes(tool.toolset) : tool.offered !== 'when_named';
    };
    const some = allowed.some((tool) => !isOn(tool));
    const on = allowed.filter((tool) => (tool.offered === 'while_some_are_off' ? some : isOn(tool)));
    return new Map(on.map((tool) => [tool.name, tool]));
  }

  #off(tool: Tool): Fault {
    const why = whyKeptOff(tool, this.#choice);
    if (why !== undefined) {
      return new Fault('INVALID_ARGUMENT', `${tool.name} is off: ${why}.`, {
        nextStep: 'Change the start-up flags or use another tool.',
      });
    }
    if (tool.offered === 'while_some_are_off') {
      return new Fault('INVALID_ARGUMENT', `${tool.name} has nothing to do: every tool set is on.`, {
        nextStep: 'Call the tool that is meant.',
      });
    }
    return new Fault('INVALID_ARGUMENT', `${tool.name} is off: its set, ${tool.toolset}, is off.`, {
      nextStep: `Call enable_tools with sets ["${tool.toolset}"], then ${tool.name} again. To have it from the start: --tools ${this.#flag(tool)}.`,
    });
  }

  /** What `--tools` would have to be for a tool to be there from the start. */
  #flag(tool: Tool): string {
    return [...new Set([...(this.#choice.sets ?? setsOf(this.on)), tool.toolset])].join(',');
  }
}

/** The sets that hold a tool of its own. */
export function setsOf(tools: readonly Tool[]): readonly Toolset[] {
  const own = tools.filter(({ offered }) => offered !== 'while_some_are_off');
  return toolsets.filter((set) => own.some(({ toolset }) => toolset === set));
}

/** INVALID_ARGUMENT where the flags leave no tool: such a server would look broken. */
export function assertAny(tools: readonly Tool[], choice: ToolChoice): void {
  if (setsOf(new OfferedTools(tools, choice).on).length > 0) return;
  throw new Fault('INVALID_ARGUMENT', 'The start-up flags exclude every tool.', {
    nextStep: `Check --tools, --exclude and --read-only. Sets: ${setsOf(tools).join(', ')}.`,
  });
}

/** INVALID_ARGUMENT for a name of no tool: mistyped, it would leave on what was meant to be off. */
export function assertExcludable(names: readonly string[], tools: readonly Tool[]): void {
  const unknown = names.find((name) => tools.every((tool) => tool.name !== name));
  if (unknown === undefined) return;
  const { message } = noSuchTool(unknown, tools);
  throw new Fault('INVALID_ARGUMENT', `--exclude: ${message}`, { nextStep: 'Correct the start-up flags.' });
}

/** Why flags keep a tool off, whatever sets are on. */
function whyKeptOff(tool: Tool, { exclude, readOnly }: ToolChoice): string | undefined {
  if (readOnly && tool.effect !== 'read') return 'the server was started with --read-only';
  if (exclude.includes(tool.name)) return `the server was started with --exclude ${tool.name}`;
  return undefined;
}

function noSuchTool(name: string, tools: readonly Tool[]): Fault {
  const near = tools
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
