/** Arguments of Apple's tools: what is not announced is refused, so that a wrong flag never passes unseen. */

export interface FlagRules {
  /** Without a value. */
  readonly plain?: readonly string[];
  /** With one, joined by `=` or as the next argument. */
  readonly valued?: readonly string[];
  /** Everything from the nth operand on is taken as it is: arguments of what is started. */
  readonly restFrom?: number;
}

export interface Flags {
  readonly plain: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, string>;
  /** Of flags that were given several times: all values in order. */
  readonly all: readonly (readonly [flag: string, value: string])[];
  readonly operands: readonly string[];
}

/** The flags, or the argument that nobody knows. */
export function readFlags(args: readonly string[], options: FlagRules): Flags | string {
  const plain = new Set<string>();
  const all: [string, string][] = [];
  const operands: string[] = [];
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const [name = '', joined] = arg.startsWith('--') ? arg.split(/=(.*)/s) : [arg];
    if (operands.length >= (options.restFrom ?? Number.POSITIVE_INFINITY)) operands.push(arg);
    else if (arg === '-' || !arg.startsWith('-')) operands.push(arg);
    else if (options.plain?.includes(arg)) plain.add(arg);
    else if (options.valued?.includes(name)) {
      const value = joined ?? rest.shift();
      if (value === undefined) return arg;
      all.push([name, value]);
    } else return arg;
  }
  return { plain, values: new Map(all), all, operands };
}
