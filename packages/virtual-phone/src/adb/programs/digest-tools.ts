/** `md5sum`, `sha256sum`, `gzip`, `base64`: bytes in, bytes or digests out. */
import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { err, out, type Program } from '../shell/program.ts';
import { readInputs, readOptions, refuseOption } from './toybox.ts';

function digest(name: string, algorithm: string): Program {
  return {
    name,
    async run(op, call) {
      const { flags, operands, unknown } = readOptions(call.args, 'b');
      if (unknown !== null) return await refuseOption(call, unknown);
      const { inputs, failed } = await op.race(readInputs(call, operands));
      for (const input of inputs) {
        const sum = createHash(algorithm).update(input.bytes).digest('hex');
        await out(call, flags.has('b') ? `${sum}\n` : `${sum}  ${input.name}\n`);
      }
      return failed ? 1 : 0;
    },
  };
}

export const md5sum = digest('md5sum', 'md5');
export const sha256sum = digest('sha256sum', 'sha256');

export const gzip: Program = {
  name: 'gzip',
  async run(op, call) {
    const { flags, operands, unknown } = readOptions(call.args, 'cdfk123456789');
    if (unknown !== null) return await refuseOption(call, unknown);
    if (operands.length > 0 && !flags.has('c')) {
      await err(call, `gzip: ${operands[0]}: Read-only file system\n`);
      return 1;
    }
    const level = [...flags.keys()].find((letter) => /\d/.test(letter));
    const { inputs, failed } = await op.race(readInputs(call, operands));
    for (const { name, bytes } of inputs) {
      const looksPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
      if (flags.has('d') && !looksPacked) {
        await err(call, `gzip: ${name}: not gzip\n`);
        return 1;
      }
      await call.stdout.write(
        flags.has('d') ? gunzipSync(bytes) : gzipSync(bytes, { level: Number(level ?? 6) }),
      );
    }
    return failed ? 1 : 0;
  },
};

export const base64: Program = {
  name: 'base64',
  async run(op, call) {
    const { flags, operands, unknown } = readOptions(call.args, 'diw:');
    if (unknown !== null) return await refuseOption(call, unknown);
    const width = Number(flags.get('w') ?? 76);
    const { inputs, failed } = await op.race(readInputs(call, operands));
    for (const { bytes } of inputs) {
      if (flags.has('d')) {
        await call.stdout.write(Buffer.from(bytes.toString('latin1'), 'base64'));
        continue;
      }
      const text = bytes.toString('base64');
      await out(call, width === 0 ? text : text.replace(new RegExp(`.{1,${width}}`, 'g'), '$&\n'));
    }
    return failed ? 1 : 0;
  },
};
