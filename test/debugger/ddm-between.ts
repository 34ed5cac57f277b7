/** For tests: JDWP as ART sends it, made of that of another machine, with DDM commands of the process in between. */

import type { ByteChannel } from '../../src/debugger/jdwp/jdwp-client.ts';
import { encodeCommand, PacketCutter } from '../../src/debugger/jdwp/packet.ts';

const handshakeBytes = 14;
/** ART numbers its own from here on. */
const firstId = 0x80000001;
const ddm: readonly [number, number] = [199, 1];

/** A chunk: name, length, content. */
function chunk(name: string, content: string): Buffer {
  const bytes = Buffer.from(content, 'utf16le');
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32BE(bytes.length, 4);
  return Buffer.concat([head, bytes]);
}

const chunks = [chunk('APNM', 'com.example.shop'), chunk('THCR', 'main'), chunk('WAIT', ''), Buffer.alloc(0)];

/**
 * Before and behind each packet that comes stands a DDM command, first of all behind the handshake; some have the number of a
 * command that waits for its reply. Pieces end anywhere.
 */
export function withDdmBetween(channel: ByteChannel): ByteChannel & { readonly sent: number } {
  const cutter = new PacketCutter();
  let greeting = Buffer.alloc(0);
  let greeted = false;
  let sent = 0;
  let held: Buffer[] = [];
  const command = (id = firstId + sent): Buffer => {
    const packet = encodeCommand(id, ddm, chunks[sent % chunks.length] ?? Buffer.alloc(0));
    sent += 1;
    return packet;
  };
  const wrapped = (bytes: Buffer): Buffer => {
    const out: Buffer[] = [];
    let rest = bytes;
    if (!greeted) {
      greeting = Buffer.concat([greeting, bytes]);
      if (greeting.length < handshakeBytes) return Buffer.alloc(0);
      greeted = true;
      out.push(greeting.subarray(0, handshakeBytes), command());
      rest = greeting.subarray(handshakeBytes);
    }
    for (const packet of cutter.push(rest)) {
      const { id, data } = packet;
      const numbers: [number, number] =
        packet.kind === 'command'
          ? [packet.commandSet, packet.command]
          : [packet.errorCode >> 8, packet.errorCode & 0xff];
      const again = encodeCommand(id, numbers, data);
      if (packet.kind === 'reply') again.writeUInt8(0x80, 8);
      out.push(command(), command(id), again, command(id));
    }
    return Buffer.concat(out);
  };
  return {
    get sent() {
      return sent;
    },
    async next() {
      for (;;) {
        const piece = held.shift();
        if (piece) return piece;
        const bytes = await channel.next();
        if (bytes === null) return null;
        held = pieces(wrapped(bytes));
      }
    },
    write: (bytes) => channel.write(bytes),
    close: () => channel.close(),
  };
}

function pieces(bytes: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0, size = 1; at < bytes.length; at += size, size = (size * 7) % 61) {
    size = Math.max(1, size);
    found.push(bytes.subarray(at, at + size));
  }
  return found;
}
