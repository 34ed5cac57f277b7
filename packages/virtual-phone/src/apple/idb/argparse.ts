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
  const found = new Map<string, readonly string[]>();
  const words: string[] = [];
  const rest = [...args];
  const takesAll = positionals.at(-1)?.count === '*';
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    // What follows a started program's name is its own.
    const started = takesAll && words.length > 0 && words.length >= positionals.length - 1;
    if (arg === '--') words.push(...rest.splice(0));
    else if (started || !isFlag(arg)) words.push(arg);
    else {
      const read = readOption(arg, rest, options);
      if (typeof read === 'string') return read;
      found.set(read.key, [...(found.get(read.key) ?? []), ...read.values]);
    }
  }
  return assign(words, positionals, found);
}

/** A number below zero is none. */
function isFlag(arg: string): boolean {
  return arg.startsWith('-') && arg !== '-' && !/^-\d/.test(arg);
}

/** Takes the values of the option out of `rest`. */
function readOption(
  arg: string,
  rest: string[],
  options: readonly Option[],
): { readonly key: string; readonly values: readonly string[] } | string {
  const [name = '', joined] = arg.startsWith('--') ? arg.split(/=(.*)/s) : [arg];
  const option = options.find(({ flags }) => flags.includes(name));
  if (!option) return `unrecognized arguments: ${arg}`;
  const { flags, type, many = false } = option;
  const key = flags[0] ?? '';
  if (type === null) return { key, values: [] };
  const values = joined === undefined ? takeValues(rest, many) : [joined];
  const wrong =
    values.length === 0
      ? `expected ${many ? 'at least one argument' : 'one argument'}`
      : values.map((value) => complaint(type, value)).find((each) => each !== null);
  return wrong === undefined ? { key, values } : `argument ${flags.join('/')}: ${wrong}`;
}

function takeValues(rest: string[], many: boolean): readonly string[] {
  const next = rest.findIndex((word) => /^-\D/.test(word));
  const most = next < 0 ? rest.length : next;
  return rest.splice(0, many ? most : Math.min(1, most));
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
