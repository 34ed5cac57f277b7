/** `head`, `tail`, `wc`, `cut`, `tr`, `sort`: filters over lines or bytes. */
import { out, type Program } from '../shell/program.ts';
import { linesOf, readInputs, readOptions, refuseOption } from './toybox.ts';

export const head: Program = {
  name: 'head',
  async run(op, call) {
    const { flags, operands, unknown } = readOptions(call.args.map(shortCount), 'n:c:q');
    if (unknown !== null) return await refuseOption(call, unknown);
    const bytes = flags.get('c');
    const count = Number(flags.get('n') ?? 10);
    if (bytes === undefined && operands.length === 0) {
      // Line by line: it ends as soon as it has enough, and what writes into it gets SIGPIPE.
      for (let seen = 0; seen < count; seen++) {
        const line = await op.race(call.stdin.readLine());
        if (line === null) break;
        await call.stdout.write(Buffer.concat([line, Buffer.from('\n')]));
      }
      return 0;
    }
    const { inputs, failed } = await op.race(readInputs(call, operands));
    for (const input of inputs) {
      if (bytes !== undefined) await call.stdout.write(input.bytes.subarray(0, Number(bytes)));
      else await out(call, joined(linesOf(input.bytes).slice(0, count)));
    }
    return failed ? 1 : 0;
  },
};

export const tail: Program = {
  name: 'tail',
  async run(op, call) {
    const { flags, operands, unknown } = readOptions(call.args.map(shortCount), 'n:c:');
    if (unknown !== null) return await refuseOption(call, unknown);
    const { inputs, failed } = await op.race(readInputs(call, operands));
    const bytes = flags.get('c');
    const wanted = flags.get('n') ?? '10';
    for (const input of inputs) {
      const lines = linesOf(input.bytes);
      if (bytes !== undefined) await call.stdout.write(input.bytes.subarray(-Number(bytes)));
      else if (wanted.startsWith('+')) await out(call, joined(lines.slice(Number(wanted) - 1)));
      else if (Number(wanted) > 0) await out(call, joined(lines.slice(-Number(wanted))));
    }
    return failed ? 1 : 0;
  },
};

export const wc: Program = {
  name: 'wc',
  async run(op, call) {
    const { flags, operands, unknown } = readOptions(call.args, 'lwcm');
    if (unknown !== null) return await refuseOption(call, unknown);
    const { inputs, failed } = await op.race(readInputs(call, operands));
    for (const { name, bytes } of inputs) {
      const text = bytes.toString('utf8');
      const counts = new Map([
        ['l', text.split('\n').length - 1],
        ['w', text.split(/\s+/).filter((word) => word !== '').length],
        ['c', bytes.length],
        ['m', [...text].length],
      ]);
      const letters =
        flags.size === 0 ? ['l', 'w', 'c'] : [...counts.keys()].filter((letter) => flags.has(letter));
      const shown = letters.map((letter) => String(counts.get(letter)));
      await out(call, `${[...shown, ...(name === '-' ? [] : [name])].join(' ')}\n`);
    }
    return failed ? 1 : 0;
  },
};

export const cut: Program = {
  name: 'cut',
  async run(op, call) {
    const { flags, operands, unknown } = readOptions(call.args, 'd:f:c:b:s');
    if (unknown !== null) return await refuseOption(call, unknown);
    const fields = flags.get('f');
    const ranges = parseRanges(fields ?? flags.get('c') ?? flags.get('b') ?? '');
    const separator = fields === undefined ? '' : (flags.get('d') ?? '\t');
    const { inputs, failed } = await op.race(readInputs(call, operands));
    for (const { bytes } of inputs) {
      const lines = linesOf(bytes).map((line) => {
        if (separator !== '' && !line.includes(separator)) return line;
        const parts = separator === '' ? [...line] : line.split(separator);
        return parts
          .filter((_, index) => ranges.some(([from, to]) => index + 1 >= from && index + 1 <= to))
          .join(separator);
      });
      await out(call, joined(lines));
    }
    return failed ? 1 : 0;
  },
};

export const tr: Program = {
  name: 'tr',
  async run(op, call) {
    const { flags, operands, unknown } = readOptions(call.args, 'dsc');
    if (unknown !== null) return await refuseOption(call, unknown);
    const from = characterSet(operands[0] ?? '');
    const to = characterSet(operands[1] ?? '');
    const text = (await op.race(call.stdin.readAll())).toString('utf8');
    let result = '';
    for (const char of text) {
      const at = from.indexOf(char);
      const mapped =
        at < 0
          ? char
          : flags.has('d')
            ? ''
            : to.length === 0
              ? char
              : (to[Math.min(at, to.length - 1)] ?? '');
      const squeezed = flags.has('s') && mapped !== '' && result.endsWith(mapped) && at >= 0;
      if (!squeezed) result += mapped;
    }
    await out(call, result);
    return 0;
  },
};

export const sort: Program = {
  name: 'sort',
  async run(op, call) {
    const { flags, operands, unknown } = readOptions(call.args, 'nru');
    if (unknown !== null) return await refuseOption(call, unknown);
    const { inputs } = await op.race(readInputs(call, operands));
    let lines = inputs.flatMap(({ bytes }) => linesOf(bytes)).sort();
    if (flags.has('n')) lines.sort((a, b) => (Number.parseFloat(a) || 0) - (Number.parseFloat(b) || 0));
    if (flags.has('r')) lines.reverse();
    if (flags.has('u')) lines = [...new Set(lines)];
    await out(call, joined(lines));
    return 0;
  },
};

function shortCount(arg: string): string {
  return /^-\d+$/.test(arg) ? `-n${arg.slice(1)}` : arg;
}

function joined(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

function parseRanges(spec: string): (readonly [number, number])[] {
  return spec.split(',').map((part) => {
    const [from = '', to] = part.split('-');
    return [
      Number(from || 1),
      to === undefined ? Number(from) : Number(to || Number.POSITIVE_INFINITY),
    ] as const;
  });
}

function characterSet(spec: string): string[] {
  const plain = spec
    .replaceAll('\\n', '\n')
    .replaceAll('\\r', '\r')
    .replaceAll('\\t', '\t')
    .replaceAll('[:upper:]', 'A-Z')
    .replaceAll('[:lower:]', 'a-z')
    .replaceAll('[:digit:]', '0-9');
  const chars: string[] = [];
  for (let at = 0; at < plain.length; at++) {
    const last = plain.charCodeAt(at + 2);
    if (plain.charAt(at + 1) === '-' && at + 2 < plain.length) {
      for (let code = plain.charCodeAt(at); code <= last; code++) chars.push(String.fromCharCode(code));
      at += 2;
    } else chars.push(plain.charAt(at));
  }
  return chars;
}
