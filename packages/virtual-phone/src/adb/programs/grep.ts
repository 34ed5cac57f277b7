/** `grep`, `egrep`, `fgrep`: lines that match; streams line by line so that it can sit behind `logcat`. */
import { type Call, err, out, type Program } from '../shell/program.ts';
import { basicToExtended, expressionOf } from './expression.ts';
import { linesOf, readInputs, readOptions, refuseOption } from './toybox.ts';

export const grep: Program = { name: 'grep', run: async (op, call) => await search(op, call, '') };
export const egrep: Program = { name: 'egrep', run: async (op, call) => await search(op, call, 'E') };
export const fgrep: Program = { name: 'fgrep', run: async (op, call) => await search(op, call, 'F') };

type Op = Parameters<Program['run']>[0];

async function search(op: Op, call: Call, mode: string): Promise<number> {
  const { flags, operands, unknown } = readOptions(longForms(call.args), 'EFivcnoqlhHsawxm:A:B:C:e:r');
  if (unknown !== null) return await refuseOption(call, unknown);
  const [first, ...rest] = operands;
  const pattern = flags.get('e') ?? first;
  const files = flags.has('e') ? operands : rest;
  if (pattern === undefined) {
    await err(call, `${call.name}: Need at least one regex (see "grep --help")\n`);
    return 2;
  }
  const matcher = compile(pattern, flags, mode);
  if (!matcher) {
    await err(call, `${call.name}: bad regex '${pattern}'\n`);
    return 2;
  }
  const sieve = new Sieve(call, matcher, flags);
  if (files.length === 0) {
    for (let line = await op.race(call.stdin.readLine()); line; line = await op.race(call.stdin.readLine())) {
      if (await sieve.take(line.toString('utf8'), '')) break;
    }
    await sieve.finish('');
    return sieve.matched > 0 ? 0 : 1;
  }
  const { inputs, failed } = await op.race(readInputs(call, files));
  for (const { name, bytes } of inputs) {
    const prefix = files.length > 1 && !flags.has('h') ? `${name}:` : '';
    for (const line of linesOf(bytes)) if (await sieve.take(line, prefix)) break;
    await sieve.finish(prefix);
  }
  return sieve.matched > 0 ? 0 : failed ? 2 : 1;
}

class Sieve {
  matched = 0;
  readonly #call: Call;
  readonly #matcher: RegExp;
  readonly #flags: ReadonlyMap<string, string>;
  readonly #before: string[] = [];
  #number = 0;
  #after = 0;

  constructor(call: Call, matcher: RegExp, flags: ReadonlyMap<string, string>) {
    this.#call = call;
    this.#matcher = matcher;
    this.#flags = flags;
  }

  /** True when enough was found. */
  async take(line: string, prefix: string): Promise<boolean> {
    const flags = this.#flags;
    const count = (letter: string): number => Number(flags.get(letter) ?? flags.get('C') ?? 0);
    this.#number++;
    const hits = this.#matcher.test(line) !== flags.has('v');
    const quiet = flags.has('c') || flags.has('q') || flags.has('l');
    const number = flags.has('n') ? `${this.#number}:` : '';
    if (!hits) {
      if (this.#after-- > 0 && !quiet) await out(this.#call, `${prefix}${line}\n`);
      this.#before.push(line);
      if (this.#before.length > count('B')) this.#before.shift();
      return false;
    }
    this.matched++;
    if (!quiet) {
      for (const earlier of this.#before.splice(0)) await out(this.#call, `${prefix}${earlier}\n`);
      const shown = flags.has('o')
        ? (line.match(new RegExp(this.#matcher, `${this.#matcher.flags}g`)) ?? [])
        : [line];
      for (const part of shown) await out(this.#call, `${prefix}${number}${part}\n`);
    }
    this.#after = count('A');
    return flags.has('q') || this.matched >= Number(flags.get('m') ?? Number.POSITIVE_INFINITY);
  }

  async finish(prefix: string): Promise<void> {
    if (this.#flags.has('c')) await out(this.#call, `${prefix}${this.matched}\n`);
    if (this.#flags.has('l') && this.matched > 0) await out(this.#call, `${prefix.replace(/:$/, '')}\n`);
  }
}

function longForms(args: readonly string[]): string[] {
  const forms: Readonly<Record<string, string>> = {
    '--line-buffered': '-s',
    '--color=never': '-s',
    '--text': '-a',
  };
  return args.map((arg) => forms[arg] ?? arg);
}

function compile(pattern: string, flags: ReadonlyMap<string, string>, mode: string): RegExp | null {
  const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const fixed = flags.has('F') || mode === 'F';
  const extended = flags.has('E') || mode === 'E';
  const alternatives = fixed
    ? pattern.split('\n').map(escaped).join('|')
    : extended
      ? pattern
      : basicToExtended(pattern);
  const whole = flags.has('x')
    ? `^(?:${alternatives})$`
    : flags.has('w')
      ? `\\b(?:${alternatives})\\b`
      : alternatives;
  const source = whole.replaceAll('[[:space:]]', '\\s').replaceAll('[[:digit:]]', '\\d');
  return expressionOf(source, flags.has('i') ? 'i' : '');
}
