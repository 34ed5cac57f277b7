/** The syntax tree of a command line for the device's shell. */

export type WordPart =
  | { readonly kind: 'text'; readonly text: string; readonly quoted: boolean }
  | {
      readonly kind: 'parameter';
      readonly name: string;
      readonly quoted: boolean;
      /** `-` `:-` `+` `:+` with a word, or `#` for the length. */
      readonly operator: string;
      readonly operand: Word;
    }
  | { readonly kind: 'command'; readonly list: List; readonly quoted: boolean }
  | { readonly kind: 'arithmetic'; readonly text: string; readonly quoted: boolean };

export type Word = readonly WordPart[];

export interface Redirect {
  readonly fd: 0 | 1 | 2;
  readonly operator: '>' | '>>' | '<' | '>&';
  readonly target: Word;
}

export interface Assignment {
  readonly name: string;
  readonly value: Word;
}

export type Command =
  | {
      readonly kind: 'simple';
      readonly assignments: readonly Assignment[];
      readonly words: readonly Word[];
      readonly redirects: readonly Redirect[];
    }
  | {
      readonly kind: 'group';
      readonly subshell: boolean;
      readonly body: List;
      readonly redirects: readonly Redirect[];
    }
  | {
      readonly kind: 'if';
      /** Conditions with their bodies, in order. */
      readonly branches: readonly { readonly condition: List; readonly body: List }[];
      readonly otherwise: List | null;
      readonly redirects: readonly Redirect[];
    }
  | {
      readonly kind: 'loop';
      readonly until: boolean;
      readonly condition: List;
      readonly body: List;
      readonly redirects: readonly Redirect[];
    }
  | {
      readonly kind: 'for';
      readonly variable: string;
      readonly items: readonly Word[];
      readonly body: List;
      readonly redirects: readonly Redirect[];
    };

export interface Pipeline {
  readonly negated: boolean;
  readonly commands: readonly Command[];
}

export interface ListEntry {
  readonly pipeline: Pipeline;
  /** What stands behind it. */
  readonly connector: ';' | '&&' | '||' | '&';
}

export type List = readonly ListEntry[];

/** The line can't be run; the message is mksh's, without the shell's name. */
export class ShellSyntaxError extends Error {
  /** More input could still make it whole. */
  readonly incomplete: boolean;

  constructor(message: string, incomplete = false) {
    super(message);
    this.incomplete = incomplete;
  }
}
