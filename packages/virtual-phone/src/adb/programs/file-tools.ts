/** `cat`, `ls`, `rm`, `stat`, `cp`, `mv`, `touch`, `mkdir`, `chmod`: what clients do with files on the device. */
import { openWriter, readFile, resolvePath, unwritableReason, writeRefusal } from '../shell/device-files.ts';
import { type Call, err, out, type Program, phoneOf } from '../shell/program.ts';
import { readOptions, refuseOption } from './toybox.ts';

export const cat: Program = {
  name: 'cat',
  async run(op, call) {
    const { operands, unknown } = readOptions(call.args, 'uvte');
    if (unknown !== null) return await refuseOption(call, unknown);
    let failed = false;
    for (const name of operands.length === 0 ? ['-'] : operands) {
      if (name === '-') {
        for (let chunk = await op.race(call.stdin.read()); chunk; chunk = await op.race(call.stdin.read())) {
          await call.stdout.write(chunk);
        }
        continue;
      }
      const file = readFile(call.session, resolvePath(call.cwd, name));
      if (file.ok) await call.stdout.write(file.value);
      else {
        failed = true;
        await err(call, `cat: ${name}: ${file.reason}\n`);
      }
    }
    return failed ? 1 : 0;
  },
};

export const rm: Program = {
  name: 'rm',
  async run(_op, call) {
    const { flags, operands, unknown } = readOptions(call.args, 'firR');
    if (unknown !== null) return await refuseOption(call, unknown);
    const { files } = phoneOf(call);
    const force = flags.has('f');
    let failed = false;
    for (const name of operands) {
      const path = resolvePath(call.cwd, name);
      const stat = files.stat(path);
      if (stat?.directory && !flags.has('r') && !flags.has('R')) {
        failed = true;
        await err(call, `rm: ${name}: is a directory\n`);
      } else if (stat?.directory) {
        for (const child of files.list(path) ?? []) files.remove(`${path}/${child}`);
      } else if (!stat && !force) {
        failed = true;
        await err(call, `rm: ${name}: No such file or directory\n`);
      } else if (stat && !files.remove(path)) {
        failed = true;
        await err(call, `rm: ${name}: Permission denied\n`);
      }
    }
    return failed ? 1 : 0;
  },
};

export const ls: Program = {
  name: 'ls',
  async run(_op, call) {
    const { flags, operands, unknown } = readOptions(call.args, '1AadlhtSn');
    if (unknown !== null) return await refuseOption(call, unknown);
    const { files } = phoneOf(call);
    let failed = false;
    for (const name of operands.length === 0 ? [call.cwd] : operands) {
      const path = resolvePath(call.cwd, name);
      const stat = files.stat(path);
      if (!stat) {
        failed = true;
        await err(call, `ls: ${name}: No such file or directory\n`);
      } else if (!stat.directory || flags.has('d'))
        await out(call, `${entry(call, path, name, flags.has('l'))}\n`);
      else {
        const names = (files.list(path) ?? []).filter(
          (child) => flags.has('a') || flags.has('A') || !child.startsWith('.'),
        );
        const base = path === '/' ? '' : path;
        if (flags.has('l')) await out(call, 'total 0\n');
        await out(
          call,
          names.map((child) => `${entry(call, `${base}/${child}`, child, flags.has('l'))}\n`).join(''),
        );
      }
    }
    return failed ? 1 : 0;
  },
};

function entry(call: Call, path: string, name: string, long: boolean): string {
  const stat = long ? phoneOf(call).files.stat(path) : null;
  if (!stat) return name;
  const bits = 'rwxrwxrwx'.replace(/./g, (letter, index: number) =>
    stat.mode & (0o400 >> index) ? letter : '-',
  );
  const time = new Date(stat.mtimeSec * 1000).toISOString().slice(0, 16).replace('T', ' ');
  return `${stat.directory ? 'd' : '-'}${bits} 1 shell shell ${String(stat.size).padStart(8)} ${time} ${name}`;
}

export const stat: Program = {
  name: 'stat',
  async run(_op, call) {
    const { flags, operands, unknown } = readOptions(call.args, 'c:Lt');
    if (unknown !== null) return await refuseOption(call, unknown);
    let failed = false;
    for (const name of operands) {
      const found = phoneOf(call).files.stat(resolvePath(call.cwd, name));
      if (!found) {
        failed = true;
        await err(call, `stat: '${name}': No such file or directory\n`);
        continue;
      }
      const values: Readonly<Record<string, string | number>> = {
        n: name,
        s: found.size,
        Y: found.mtimeSec,
        X: found.mtimeSec,
        Z: found.mtimeSec,
        a: (found.mode & 0o777).toString(8),
        f: found.mode.toString(16),
        F: found.directory ? 'directory' : 'regular file',
        u: 2000,
        U: 'shell',
        g: 2000,
        G: 'shell',
        i: 1,
      };
      const format =
        flags.get('c') ??
        '  File: %n\n  Size: %s\t %F\nAccess: (0%a)\tUid: ( %u/ %U)\tGid: ( %g/ %G)\nModify: %Y';
      await out(
        call,
        `${format.replace(/%(.)/g, (token, letter: string) => String(values[letter] ?? token))}\n`,
      );
    }
    return failed ? 1 : 0;
  },
};

export const cp: Program = { name: 'cp', run: async (_op, call) => await copy(call, false) };
export const mv: Program = { name: 'mv', run: async (_op, call) => await copy(call, true) };

async function copy(call: Call, move: boolean): Promise<number> {
  const { operands, unknown } = readOptions(call.args, 'fpra');
  if (unknown !== null) return await refuseOption(call, unknown);
  const [from, to] = operands;
  if (from === undefined || to === undefined) {
    await err(call, `${call.name}: Needs 2 arguments\n`);
    return 1;
  }
  const source = resolvePath(call.cwd, from);
  const file = readFile(call.session, source);
  if (!file.ok) {
    await err(call, `${call.name}: bad '${from}': ${file.reason}\n`);
    return 1;
  }
  const { files } = phoneOf(call);
  const named = resolvePath(call.cwd, to);
  const target = files.stat(named)?.directory
    ? `${named}/${source.slice(source.lastIndexOf('/') + 1)}`
    : named;
  const refused =
    writeRefusal(call.session) ??
    (files.write(target, file.value) ? null : unwritableReason(phoneOf(call), target));
  if (refused) {
    await err(call, `${call.name}: ${to}: ${refused}\n`);
    return 1;
  }
  if (move) files.remove(source);
  return 0;
}

export const touch: Program = {
  name: 'touch',
  async run(_op, call) {
    for (const name of call.args.filter((arg) => !arg.startsWith('-'))) {
      const opened = openWriter(call.session, resolvePath(call.cwd, name), true);
      if (opened.ok) continue;
      await err(call, `touch: '${name}': ${opened.reason}\n`);
      return 1;
    }
    return 0;
  },
};

export const mkdir: Program = {
  name: 'mkdir',
  async run(_op, call) {
    const { flags, operands, unknown } = readOptions(call.args, 'pm:v');
    if (unknown !== null) return await refuseOption(call, unknown);
    for (const name of operands) {
      const path = resolvePath(call.cwd, name);
      const exists = phoneOf(call).files.stat(path)?.directory;
      if (exists && flags.has('p')) continue;
      const reason = exists ? 'File exists' : unwritableReason(phoneOf(call), path);
      await err(call, `mkdir: '${name}': ${reason}\n`);
      return 1;
    }
    return 0;
  },
};

export const chmod: Program = {
  name: 'chmod',
  async run(_op, call) {
    const [, ...names] = call.args.filter((arg) => !/^-[Rvf]+$/.test(arg));
    for (const name of names) {
      if (phoneOf(call).files.stat(resolvePath(call.cwd, name))) continue;
      await err(call, `chmod: ${name}: No such file or directory\n`);
      return 1;
    }
    return 0;
  },
};
