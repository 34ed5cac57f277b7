/** What toybox commands share: reading options, reading files or the input, and the words of their errors. */
import { readFile, resolvePath } from '../shell/device-files.ts';
import { type Call, err } from '../shell/program.ts';

export interface Options {
  /** Flags seen; those with a value map to it. */
  readonly flags: ReadonlyMap<string, string>;
  readonly operands: readonly string[];
  /** First option that the command does not have. */
  readonly unknown: string | null;
}

/** `spec` lists the letters; a letter followed by `:` takes a value (`n:qv`). */
export function readOptions(args: readonly string[], spec: string): Options {
  const flags = new Map<string, string>();
  const operands: string[] = [];
  let unknown: string | null = null;
  let at = 0;
  for (; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (arg === '--') {
      operands.push(...args.slice(at + 1));
      break;
    }
    if (!/^-[^-]/.test(arg)) {
      if (arg.startsWith('--') && unknown === null) unknown = arg;
      else operands.push(arg);
      continue;
    }
    for (let index = 1; index < arg.length; index++) {
      const letter = arg.charAt(index);
      const known = spec.indexOf(letter);
      if (known < 0 || letter === ':') unknown ??= letter;
      else if (spec.charAt(known + 1) === ':') {
        const rest = arg.slice(index + 1);
        flags.set(letter, rest === '' ? (args[++at] ?? '') : rest);
        break;
      } else flags.set(letter, '');
    }
  }
  return { flags, operands, unknown };
}

/** Toybox refuses an unknown option in these words. */
export async function refuseOption(call: Call, option: string): Promise<number> {
  const shown = option.startsWith('--')
    ? `Unknown option '${option.slice(2)}'`
    : `Unknown option '${option}'`;
  await err(call, `${call.name}: ${shown} (see "${call.name} --help")\n`);
  return 1;
}

export interface NamedBytes {
  readonly name: string;
  readonly bytes: Buffer;
}

/** The named files, or the input when none is named; what can't be read is reported and left out. */
export async function readInputs(
  call: Call,
  names: readonly string[],
): Promise<{ readonly inputs: readonly NamedBytes[]; readonly failed: boolean }> {
  if (names.length === 0)
    return { inputs: [{ name: '-', bytes: await call.stdin.readAll() }], failed: false };
  const inputs: NamedBytes[] = [];
  let failed = false;
  for (const name of names) {
    if (name === '-') {
      inputs.push({ name, bytes: await call.stdin.readAll() });
      continue;
    }
    const file = readFile(call.session, resolvePath(call.cwd, name));
    if (file.ok) inputs.push({ name, bytes: Buffer.from(file.value) });
    else {
      failed = true;
      await err(call, `${call.name}: ${name}: ${file.reason}\n`);
    }
  }
  return { inputs, failed };
}

/** Lines without their ends; a last line without LF counts. */
export function linesOf(bytes: Buffer): string[] {
  const text = bytes.toString('utf8');
  if (text === '') return [];
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}
