/** `$((...))`: integer arithmetic with names, the part that one-line scripts use. */
import { ShellSyntaxError } from './syntax.ts';

const levels: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['==', '!='],
  ['<=', '>=', '<', '>'],
  ['+', '-'],
  ['*', '/', '%'],
];

export function evaluate(source: string, lookUp: (name: string) => string): number {
  const tokens = source.match(/\d+|\$?[A-Za-z_]\w*|\|\||&&|[=!<>]=|[-+*/%()<>!]|\S/g) ?? [];
  let at = 0;

  function value(): number {
    const token = tokens[at++];
    if (token === '(') {
      const inner = level(0);
      if (tokens[at++] !== ')') throw bad(source);
      return inner;
    }
    if (token === '-') return -value();
    if (token === '+') return value();
    if (token === '!') return value() === 0 ? 1 : 0;
    if (token !== undefined && /^\d+$/.test(token)) return Number(token);
    if (token !== undefined && /^\$?[A-Za-z_]/.test(token))
      return Math.trunc(Number(lookUp(token.replace('$', '')))) || 0;
    throw bad(source);
  }

  function level(index: number): number {
    const operators = levels[index];
    if (!operators) return value();
    let left = level(index + 1);
    for (let token = tokens[at]; token !== undefined && operators.includes(token); token = tokens[at]) {
      at++;
      left = apply(token, left, level(index + 1));
    }
    return left;
  }

  const result = tokens.length === 0 ? 0 : level(0);
  if (at < tokens.length) throw bad(source);
  return result;
}

function apply(operator: string, left: number, right: number): number {
  if ((operator === '/' || operator === '%') && right === 0) throw new ShellSyntaxError('zero divisor');
  const results: Readonly<Record<string, () => number>> = {
    '||': () => Number(left !== 0 || right !== 0),
    '&&': () => Number(left !== 0 && right !== 0),
    '==': () => Number(left === right),
    '!=': () => Number(left !== right),
    '<=': () => Number(left <= right),
    '>=': () => Number(left >= right),
    '<': () => Number(left < right),
    '>': () => Number(left > right),
    '+': () => left + right,
    '-': () => left - right,
    '*': () => left * right,
    '/': () => Math.trunc(left / right),
    '%': () => left % right,
  };
  return results[operator]?.() ?? 0;
}

function bad(source: string): ShellSyntaxError {
  return new ShellSyntaxError(`${source}: unexpected token`);
}
