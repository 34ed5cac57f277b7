/** `test` and `[`: conditions on strings, numbers and files. */
import { readFile, resolvePath } from '../shell/device-files.ts';
import { type Call, err, type Program, phoneOf } from '../shell/program.ts';

export const test: Program = { name: 'test', run: async (_op, call) => evaluate(call, call.args) };

export const bracket: Program = {
  name: '[',
  async run(_op, call) {
    if (call.args.at(-1) === ']') return await evaluate(call, call.args.slice(0, -1));
    await err(call, '/system/bin/sh: [: missing ]\n');
    return 2;
  },
};

async function evaluate(call: Call, args: readonly string[]): Promise<number> {
  const result = either(call, args);
  if (result !== null) return result ? 0 : 1;
  await err(call, `/system/bin/sh: ${call.name}: ${args[1] ?? args[0]}: unexpected operator/operand\n`);
  return 2;
}

function either(call: Call, args: readonly string[]): boolean | null {
  for (const operator of ['-o', '-a']) {
    const at = args.indexOf(operator, 1);
    if (at <= 0 || at === args.length - 1) continue;
    const left = either(call, args.slice(0, at));
    const right = either(call, args.slice(at + 1));
    if (left === null || right === null) return null;
    return operator === '-o' ? left || right : left && right;
  }
  return primary(call, args);
}

function primary(call: Call, args: readonly string[]): boolean | null {
  const [first = '', second = '', third = ''] = args;
  if (first === '!' && args.length > 1) {
    const inner = primary(call, args.slice(1));
    return inner === null ? null : !inner;
  }
  if (args.length === 0) return false;
  if (args.length === 1) return first !== '';
  if (args.length === 2) return unary(call, first, second);
  return args.length === 3 ? binary(first, second, third) : null;
}

function unary(call: Call, operator: string, operand: string): boolean | null {
  const path = resolvePath(call.cwd, operand);
  const stat = phoneOf(call).files.stat(path);
  switch (operator) {
    case '-z':
      return operand === '';
    case '-n':
      return operand !== '';
    case '-e':
    case '-r':
    case '-w':
      return stat !== null || readFile(call.session, path).ok;
    case '-f':
      return stat !== null && !stat.directory;
    case '-d':
      return stat?.directory === true;
    case '-s':
      return (stat?.size ?? 0) > 0;
    case '-x':
      return stat?.directory === true || call.session.programs.has(operand.replace(/^\/system\/bin\//, ''));
    default:
      return null;
  }
}

function binary(left: string, operator: string, right: string): boolean | null {
  const [a, b] = [Number(left), Number(right)];
  switch (operator) {
    case '=':
    case '==':
      return left === right;
    case '!=':
      return left !== right;
    case '-eq':
      return a === b;
    case '-ne':
      return a !== b;
    case '-lt':
      return a < b;
    case '-le':
      return a <= b;
    case '-gt':
      return a > b;
    case '-ge':
      return a >= b;
    default:
      return null;
  }
}
