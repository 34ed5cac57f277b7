/** A driver that starts a command line tool for each question and each gesture; a table gives the arguments of each. */
import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Point } from '../../../../../ui/ui-tree.ts';
import { type AxElement, type AxReading, parseAx, parseAxPoint } from '../../ax/ax-json.ts';
import type { Gesture } from '../gesture.ts';
import type { DriverName, ScreenDriver, SpecialGesture } from './driver.ts';
import { lackingGesture, type Tool } from './tool-run.ts';

export type Argv = readonly string[];

type GestureOf<Kind extends Gesture['kind']> = Extract<Gesture, { readonly kind: Kind }>;

/** Gestures that neither tool has. */
const lacking = {
  pinch: 'pinching with two fingers',
  rotate: 'rotating the device',
  set_value: 'setting the value at a point',
} as const;

type Kind = Exclude<Gesture['kind'], keyof typeof lacking>;

export type GestureTable = {
  readonly [K in Kind]: (gesture: GestureOf<K>) => readonly Argv[];
};

export interface ToolCommands {
  readonly name: DriverName;
  /** Of the tool, in messages. */
  readonly title: string;
  readonly touches: ScreenDriver['touches'];
  readonly gestures: GestureTable;
  readonly read: Argv;
  /** Text goes to the input of its command: as an argument every user of this computer would see it. */
  readonly textByInput: boolean;
  at(point: Point): Argv;
  /** The whole command line for one simulator. */
  address(args: Argv, udid: string): Argv;
}

export class ProcessDriver implements ScreenDriver {
  readonly name: DriverName;
  readonly tier: string;
  readonly touches: ScreenDriver['touches'];
  /** Each is a process. */
  readonly pointsAtOnce = 2;
  readonly #udid: string;
  readonly #tool: Tool;
  readonly #commands: ToolCommands;

  constructor(udid: string, tool: Tool, commands: ToolCommands) {
    this.name = commands.name;
    this.tier = commands.name;
    this.touches = commands.touches;
    this.#udid = udid;
    this.#tool = tool;
    this.#commands = commands;
  }

  can(_special: SpecialGesture): boolean {
    return false;
  }

  async read(op: Operation): Promise<AxReading> {
    return parseAx(await this.#tool.ask(op, this.#address(this.#commands.read)));
  }

  async at(op: Operation, point: Point): Promise<AxElement | null> {
    return parseAxPoint(await this.#tool.ask(op, this.#address(this.#commands.at(point))));
  }

  async perform(dispatch: Dispatch, gesture: Gesture): Promise<void> {
    const { title, gestures, textByInput } = this.#commands;
    if (gesture.kind === 'pinch' || gesture.kind === 'rotate' || gesture.kind === 'set_value')
      throw lackingGesture(title, lacking[gesture.kind]);
    const stdin = gesture.kind === 'text' && textByInput ? gesture.text : undefined;
    for (const args of argvOf(gestures, gesture.kind, gesture))
      await this.#tool.act(dispatch, this.#address(args), stdin);
  }

  async close(): Promise<void> {}

  #address(args: Argv): Argv {
    return this.#commands.address(args, this.#udid);
  }
}

function argvOf<K extends Kind>(table: GestureTable, kind: K, gesture: GestureOf<K>): readonly Argv[] {
  return table[kind](gesture);
}
