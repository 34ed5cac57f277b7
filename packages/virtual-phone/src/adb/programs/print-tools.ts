/** `echo`, `printf`, `seq`, `true`, `false`, `sleep`, `timeout`: what scripts print and wait with. */
import { isFault } from '@mobile-debug/core/fault.ts';
import { costOf } from '../costs.ts';
import { err, out, type Program, runProgram, spend } from '../shell/program.ts';
import { cEscapes } from '../shell/word-scanner.ts';

const escapes: Readonly<Record<string, string>> = { ...cEscapes, '\\': '\\' };

export const echo: Program = {
  name: 'echo',
  async run(_op, call) {
    const words = [...call.args];
    let newline = '\n';
    let expand = true;
    while (/^-[neE]+$/.test(words[0] ?? '')) {
      const flags = words.shift() ?? '';
      if (flags.includes('n')) newline = '';
      if (flags.includes('E')) expand = false;
    }
    const text = words.join(' ');
    await out(call, (expand ? unescaped(text) : text) + newline);
    return 0;
  },
};

export const printf: Program = {
  name: 'printf',
  async run(_op, call) {
    const [format, ...values] = call.args;
    if (format === undefined) {
      await err(call, 'printf: needs 1 argument\n');
      return 1;
    }
    const queue = [...values];
    do await out(call, formatOnce(format, queue));
    while (queue.length > 0 && /%[^%]/.test(format));
    return 0;
  },
};

function formatOnce(format: string, queue: string[]): string {
  const pattern = /%(%|([-0]*)(\d*)(?:\.(\d+))?([sdiuxXcbq]))|\\(0?[0-7]{1,3}|x[0-9a-fA-F]{1,2}|.)/gs;
  return format.replace(pattern, (token, ...groups: (string | undefined)[]) => {
    const [spec, flags = '', width = '', cut, kind = ''] = groups;
    if (spec === undefined) return unescaped(token);
    if (spec === '%') return '%';
    const value = queue.shift() ?? '';
    const text = formatValue(kind, value);
    const shown = kind === 's' && cut !== undefined ? text.slice(0, Number(cut)) : text;
    if (flags.includes('-')) return shown.padEnd(Number(width));
    return shown.padStart(Number(width), flags.includes('0') ? '0' : ' ');
  });
}

function formatValue(kind: string, value: string): string {
  const number = Math.trunc(Number(value)) || 0;
  switch (kind) {
    case 'd':
    case 'i':
    case 'u':
      return String(number);
    case 'x':
      return number.toString(16);
    case 'X':
      return number.toString(16).toUpperCase();
    case 'c':
      return value.slice(0, 1);
    case 'b':
      return unescaped(value);
    case 'q':
      return `'${value.replaceAll("'", "'\\''")}'`;
    default:
      return value;
  }
}

function unescaped(text: string): string {
  return text.replace(/\\(0?[0-7]{1,3}|x[0-9a-fA-F]{1,2}|[\s\S])/g, (token, code: string) => {
    if (/^[0-7]/.test(code)) return String.fromCharCode(Number.parseInt(code, 8));
    if (/^x./.test(code)) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return escapes[code] ?? token;
  });
}

export const seq: Program = {
  name: 'seq',
  async run(_op, call) {
    const numbers = call.args.map(Number);
    const [first, step, last] =
      numbers.length === 1
        ? [1, 1, numbers[0]]
        : numbers.length === 2
          ? [numbers[0], 1, numbers[1]]
          : numbers;
    if (first === undefined || step === undefined || last === undefined || numbers.some(Number.isNaN)) {
      await err(call, 'seq: not a number\n');
      return 1;
    }
    let text = '';
    for (let value = first; step > 0 ? value <= last : step < 0 && value >= last; value += step)
      text += `${value}\n`;
    await out(call, text);
    return 0;
  },
};

export const succeed: Program = { name: 'true', run: async () => 0 };
export const failing: Program = { name: 'false', run: async () => 1 };

const secondsPerUnit: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** `1.5`, `2m`: in seconds; null for anything else. */
function secondsOf(text: string | undefined): number | null {
  const match = /^(\d*\.?\d+)([smhd]?)$/.exec(text ?? '');
  return match ? Number(match[1]) * (secondsPerUnit[match[2] || 's'] ?? 1) : null;
}

/** Toybox ends the program with SIGTERM and exits with 128 and its number. */
export const timeout: Program = {
  name: 'timeout',
  async run(op, call) {
    const [length, name = '', ...args] = call.args;
    const seconds = secondsOf(length);
    const program = call.session.programs.get(name);
    if (seconds === null || !program) {
      await err(
        call,
        name === '' ? 'timeout: Needs 2 arguments\n' : `timeout: exec ${name}: No such file or directory\n`,
      );
      return seconds === null ? 125 : 127;
    }
    using part = op.within(seconds * 1_000);
    try {
      return await runProgram(part, program, { ...call, name, args });
    } catch (error) {
      if (isFault(error, 'TIMEOUT') && !op.ended) return 143;
      throw error;
    }
  },
};

export const sleep: Program = {
  name: 'sleep',
  async run(op, call) {
    const seconds = secondsOf(call.args[0]);
    if (seconds === null) {
      await err(
        call,
        call.args.length === 0 ? 'sleep: Needs 1 argument\n' : `sleep: bad number '${call.args[0]}'\n`,
      );
      return 1;
    }
    await spend(op, call, costOf(call.session.device.timing, 'sleep') + seconds * 1000);
    return 0;
  },
};
