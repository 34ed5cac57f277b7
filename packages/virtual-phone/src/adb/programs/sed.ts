/** `sed`: substitutions, `p` and `d` with line numbers or patterns; other scripts are refused in toybox's words. */
import { err, out, type Program } from '../shell/program.ts';
import { basicToExtended, expressionOf } from './expression.ts';
import { linesOf, readInputs, readOptions, refuseOption } from './toybox.ts';

/** The new line, or null when it is deleted; `print` asks for an extra copy. */
type Step = (
  line: string,
  number: number,
  last: boolean,
) => { readonly line: string | null; readonly print: boolean };

export const sed: Program = {
  name: 'sed',
  async run(op, call) {
    const { flags, operands, unknown } = readOptions(call.args, 'nErse:');
    if (unknown !== null) return await refuseOption(call, unknown);
    const script = flags.get('e') ?? operands[0] ?? '';
    const files = flags.has('e') ? operands : operands.slice(1);
    const steps = script
      .split(/;(?=\s*(?:s|\d|\/|\$))/)
      .map((part) => compile(part.trim(), flags.has('E') || flags.has('r')));
    if (steps.some((step) => step === null)) {
      await err(call, `sed: bad pattern '${script}'@1 (${script.slice(0, 1)})\n`);
      return 1;
    }
    const { inputs, failed } = await op.race(readInputs(call, files));
    const lines = inputs.flatMap(({ bytes }) => linesOf(bytes));
    for (const [index, original] of lines.entries()) {
      let current: string | null = original;
      for (const step of steps) {
        if (current === null || step === null) break;
        const done: ReturnType<Step> = step(current, index + 1, index === lines.length - 1);
        if (done.print) await out(call, `${done.line ?? current}\n`);
        current = done.line;
      }
      if (current !== null && !flags.has('n')) await out(call, `${current}\n`);
    }
    return failed ? 1 : 0;
  },
};

function compile(part: string, extended: boolean): Step | null {
  const address = /^(?:(\d+|\$)(?:,(\d+|\$))?|\/((?:\\.|[^/])+)\/)?\s*(.*)$/s.exec(part);
  const command = address?.[4] ?? '';
  const pattern = address?.[3] === undefined ? null : expression(address[3], extended, '');
  const applies = (line: string, number: number, last: boolean): boolean => {
    if (pattern) return pattern.test(line);
    if (address?.[1] === undefined) return true;
    const end = address[2] ?? address[1];
    if (end === '$' && address[1] === '$') return last;
    return number >= Number(address[1]) && (end === '$' || number <= Number(end));
  };
  if (address?.[3] !== undefined && !pattern) return null;
  const act = command === 'p' || command === 'd' ? null : substitution(command, extended);
  if (command !== 'p' && command !== 'd' && !act) return null;
  return (line, number, last) => {
    if (!applies(line, number, last)) return { line, print: false };
    if (command === 'd') return { line: null, print: false };
    if (!act) return { line, print: true };
    const changed = act.apply(line);
    return { line: changed, print: act.print && changed !== line };
  };
}

function substitution(
  command: string,
  extended: boolean,
): { apply: (line: string) => string; print: boolean } | null {
  if (!/^s[^\w\s]/.test(command)) return null;
  const mark = command.charAt(1);
  const parts = command.slice(2).split(new RegExp(`(?<!\\\\)\\${mark}`));
  const [from, to, letters] = parts;
  if (from === undefined || to === undefined || letters === undefined || !/^[gpi]*$/i.test(letters))
    return null;
  const pattern = expression(
    from.replaceAll(`\\${mark}`, mark),
    extended,
    letters.replace(/p/g, '').toLowerCase(),
  );
  if (!pattern) return null;
  const template = to.replaceAll(`\\${mark}`, mark);
  const apply = (line: string): string =>
    line.replace(pattern, (...groups: string[]) =>
      template.replace(/\\([0-9n&\\])|&/g, (token, escaped: string | undefined) => {
        if (escaped === undefined) return groups[0] ?? '';
        if (escaped === 'n') return '\n';
        return /\d/.test(escaped) ? (groups[Number(escaped)] ?? '') : token.slice(1);
      }),
    );
  return { apply, print: letters.includes('p') };
}

function expression(pattern: string, extended: boolean, flags: string): RegExp | null {
  return expressionOf(extended ? pattern : basicToExtended(pattern), flags);
}
