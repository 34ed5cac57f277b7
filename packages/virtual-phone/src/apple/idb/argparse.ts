/** Arguments as Python's argparse takes and refuses them: prefixes of usage, types, exit 2. */

export type ArgumentType = 'text' | 'int' | 'float' | readonly string[];

export interface Positional {
  readonly name: string;
  readonly type: ArgumentType;
  /** `?` may be left out, `+` is one or more, `*` takes all that is left. */
  readonly count?: '?' | '+' | '*';
}

export interface Option {
  /** All its spellings: `--duration`. */
  readonly flags: readonly string[];
  /** Null for a switch. */
  readonly type: ArgumentType | null;
  /** Takes as many values as follow. */
  readonly many?: boolean;
}

export interface Parsed {
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly options: ReadonlyMap<string, readonly string[]>;
}

/** What was understood, or what argparse says. */
export function parseArguments(
  args: readonly string[],
  positionals: readonly Positional[],
  options: readonly Option[],
): Parsed | string {
  const found = new Map<string, string[]>();
  const words: string[] = [];
  const rest = [...args];
  const takesAll = positionals.at(-1)?.count === '*';
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (arg === '--') {
      words.push(...rest.splice(0));
      continue;
    }
    const isNumber = /^-\d/.test(arg);
    // What follows a started program's name is its own.
    if (
      !arg.startsWith('-') ||
      arg === '-' ||
      isNumber ||
      (takesAll && words.length >= positionals.length - 1 && words.length > 0)
    ) {
      words.push(arg);
      continue;
    }
    const [name = '', joined] = arg.startsWith('--') ? arg.split(/=(.*)/s) : [arg];
    const option = options.find(({ flags }) => flags.includes(name));
    if (!option) return `unrecognized arguments: ${arg}`;
    const key = option.flags[0] ?? '';
    const values: string[] = [];
    if (option.type !== null) {
      if (joined !== undefined) values.push(joined);
      else
        while (rest[0] !== undefined && !/^-\D/.test(rest[0]) && (option.many || values.length === 0))
          values.push(rest.shift() ?? '');
      if (values.length === 0)
        return `argument ${option.flags.join('/')}: expected ${option.many ? 'at least one argument' : 'one argument'}`;
      for (const value of values) {
        const wrong = complaint(option.type, value);
        if (wrong !== null) return `argument ${option.flags.join('/')}: ${wrong}`;
      }
    }
    found.set(key, [...(found.get(key) ?? []), ...values]);
  }
  return assign(words, positionals, found);
}

function assign(
  words: string[],
  positionals: readonly Positional[],
  options: ReadonlyMap<string, readonly string[]>,
): Parsed | string {
  const values = new Map<string, readonly string[]>();
  for (const { name, type, count } of positionals) {
    const own = count === '+' || count === '*' ? words.splice(0) : words.splice(0, 1);
    if (own.length === 0 && count !== '?' && count !== '*') {
      const missing = positionals
        .slice(positionals.findIndex((each) => each.name === name))
        .filter((each) => each.count !== '?' && each.count !== '*');
      return `the following arguments are required: ${missing.map((each) => each.name).join(', ')}`;
    }
    for (const word of own) {
      const wrong = complaint(type, word);
      if (wrong !== null) return `argument ${name}: ${wrong}`;
    }
    values.set(name, own);
  }
  return words.length > 0 ? `unrecognized arguments: ${words.join(' ')}` : { values, options };
}

function complaint(type: ArgumentType, word: string): string | null {
  if (type === 'int') return /^[+-]?\d+$/.test(word) ? null : `invalid int value: '${word}'`;
  if (type === 'float')
    return word !== '' && Number.isFinite(Number(word)) ? null : `invalid float value: '${word}'`;
  if (type === 'text' || type.includes(word)) return null;
  return `invalid choice: '${word}' (choose from ${type.map((each) => `'${each}'`).join(', ')})`;
}
