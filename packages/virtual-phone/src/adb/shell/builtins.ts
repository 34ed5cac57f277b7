/** Commands that the shell itself executes because they change or read its own state. */
import type { ByteReader } from '../wire/byte-reader.ts';
import { resolvePath } from './device-files.ts';
import { print } from './pipes.ts';
import type { Shell, Streams } from './shell.ts';

/** An exit code, or what the shell must do in the builtin's place. */
export type BuiltinOutcome =
  | number
  | { readonly kind: 'exit'; readonly code: number | null }
  | { readonly kind: 'replace' | 'run'; readonly args: readonly string[] }
  | { readonly kind: 'evaluate'; readonly source: string };

type Builtin = (shell: Shell, args: readonly string[], streams: Streams) => Promise<BuiltinOutcome>;

export const builtins: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  [':', async () => 0],
  ['set', async () => 0],
  ['trap', async () => 0],
  ['umask', async () => 0],
  ['cd', changeFolder],
  ['pwd', async (shell, _args, { stdout }) => await printed(print(stdout, `${shell.cwd}\n`))],
  ['export', assign],
  ['unset', async (shell, args) => forget(shell, args)],
  [
    'exit',
    async (_shell, [code]) => ({ kind: 'exit', code: code === undefined ? null : Number(code) & 255 }),
  ],
  ['exec', async (_shell, args) => (args.length === 0 ? 0 : { kind: 'replace', args })],
  ['eval', async (_shell, args) => ({ kind: 'evaluate', source: args.join(' ') })],
  ['command', locate],
  ['type', locate],
  ['wait', async (shell) => await printed(shell.waitForBackground())],
  ['read', readVariables],
]);

async function printed(work: Promise<void>): Promise<number> {
  await work;
  return 0;
}

async function changeFolder(
  shell: Shell,
  [target = '/']: readonly string[],
  { stderr }: Streams,
): Promise<number> {
  const path = resolvePath(shell.cwd, target);
  const { files } = shell.session.device.phone;
  if (path !== '/' && files.list(path) === null) {
    const reason = files.stat(path) ? 'Not a directory' : 'No such file or directory';
    await print(stderr, `/system/bin/sh: cd: ${target}: ${reason}\n`);
    return 2;
  }
  shell.cwd = path;
  return 0;
}

async function assign(shell: Shell, args: readonly string[]): Promise<number> {
  for (const arg of args) {
    const at = arg.indexOf('=');
    if (at > 0) shell.variables.set(arg.slice(0, at), arg.slice(at + 1));
  }
  return 0;
}

function forget(shell: Shell, names: readonly string[]): number {
  for (const name of names) shell.variables.delete(name);
  return 0;
}

async function locate(shell: Shell, args: readonly string[], { stdout }: Streams): Promise<BuiltinOutcome> {
  const [first, name] = args;
  if (first !== '-v' && first !== '-V') return args.length === 0 ? 0 : { kind: 'run', args };
  if (name === undefined) return 1;
  if (builtins.has(name)) return await printed(print(stdout, `${name}\n`));
  if (!shell.session.programs.has(name)) return 1;
  return await printed(print(stdout, `/system/bin/${name}\n`));
}

async function readVariables(shell: Shell, args: readonly string[], { stdin }: Streams): Promise<number> {
  const names = args.filter((arg) => !arg.startsWith('-'));
  const line = await nextLine(stdin);
  if (line === null) return 1;
  const words = line.trim().split(/[ \t]+/);
  for (const [index, name] of names.entries()) {
    const last = index === names.length - 1;
    shell.variables.set(name, last ? words.slice(index).join(' ') : (words[index] ?? ''));
  }
  return 0;
}

async function nextLine(stdin: ByteReader): Promise<string | null> {
  return (await stdin.readLine())?.toString('utf8') ?? null;
}
