/**
 * One JDWP connection: the handshake, commands with their replies, and the events that come between. One reader, which
 * waits for no command; replies are told from commands by the reply flag alone, because ART numbers its own DDM packets.
 */
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { DataReader, type IdSizes, widestIds } from './data.ts';
import { DataWriter } from './data-writer.ts';
import { JdwpRefusal, MalformedJdwp } from './jdwp-error.ts';
import { encodeCommand, type Packet, PacketCutter } from './packet.ts';

/** Bytes to and from the process. `next` answers null when the other side has closed. */
export interface ByteChannel {
  next(): Promise<Buffer | null>;
  write(bytes: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

const handshake = Buffer.from('JDWP-Handshake', 'latin1');
const eventSet = { commandSet: 64, command: 100 };

/** `[command set, command, name]`, as the specification numbers them. */
export type CommandName = readonly [commandSet: number, command: number, name: string];

interface Waiting {
  readonly name: string;
  resolve(data: Buffer): void;
  reject(error: Error): void;
}

export interface ClientListener {
  /** The data of a composite event. Called in the order of arrival. */
  event(data: DataReader): void;
  /** Once, when nothing more will come. */
  closed(message: string): void;
}

export class JdwpClient {
  readonly #channel: ByteChannel;
  readonly #listener: ClientListener;
  readonly #cutter = new PacketCutter();
  readonly #waiting = new Map<number, Waiting>();
  #sizes: IdSizes = widestIds;
  #lastId = 0;
  #closedBecause: string | null = null;

  private constructor(channel: ByteChannel, listener: ClientListener) {
    this.#channel = channel;
    this.#listener = listener;
  }

  /**
   * Shakes hands and asks for the sizes of ids. DEBUGGER_BUSY when the process closes the connection or says nothing
   * until `op` ends, as it does while another debugger holds it; DEBUGGER_ATTACH_FAILED for any other answer.
   */
  static async connect(op: Operation, channel: ByteChannel, listener: ClientListener): Promise<JdwpClient> {
    const client = new JdwpClient(channel, listener);
    try {
      const rest = await client.#shakeHands(op);
      client.#read(rest).catch((error: unknown) => client.#broken(error));
      const sizes = await client.ask(op, [1, 7, 'IDSizes'], (data) => data);
      client.#sizes = readSizes(sizes);
      return client;
    } catch (error) {
      await channel.close();
      if (!(error instanceof JdwpRefusal || error instanceof MalformedJdwp)) throw error;
      throw new Fault(
        'DEBUGGER_ATTACH_FAILED',
        'The process does not tell what a debugger must know of it.',
        {
          cause: error,
        },
      );
    }
  }

  /** A writer for the data of a command to this machine. */
  data(): DataWriter {
    return new DataWriter(this.#sizes);
  }

  /**
   * Sends one command and waits for its reply. JdwpRefusal for the machine's refusals, MalformedJdwp for a reply that is
   * none, DEBUGGER_DISCONNECTED when the connection ends first; the operation's faults leave the connection usable.
   */
  async ask(
    op: Operation,
    command: CommandName,
    write: (data: DataWriter) => DataWriter,
  ): Promise<DataReader> {
    op.check();
    if (this.#closedBecause !== null) throw disconnected(this.#closedBecause);
    const [commandSet, number, name] = command;
    this.#lastId = (this.#lastId + 1) & 0x7fffffff;
    const id = this.#lastId;
    const reply = new Promise<Buffer>((resolve, reject) => this.#waiting.set(id, { name, resolve, reject }));
    // Whoever gave up waiting does not hear of it any more.
    reply.catch(() => {});
    try {
      const packet = encodeCommand(id, [commandSet, number], write(this.data()).bytes());
      await op.race(this.#channel.write(packet));
      return new DataReader(await op.race(reply), this.#sizes);
    } finally {
      this.#waiting.delete(id);
    }
  }

  async close(): Promise<void> {
    this.#end('The debugger has detached.');
    await this.#channel.close();
  }

  async #shakeHands(op: Operation): Promise<Buffer> {
    // In one piece: ART closes the connection when the fourteen bytes are not there at once (adbconnection.cc, ReadFullySanityCheck).
    await op.race(this.#channel.write(handshake));
    let heard = Buffer.alloc(0);
    while (heard.length < handshake.length) {
      const chunk = await this.#firstWords(op);
      if (chunk === null) throw busy('It closed the connection at once.', 'closed_at_once');
      heard = Buffer.concat([heard, chunk]);
      if (!heard.subarray(0, handshake.length).equals(handshake.subarray(0, heard.length))) {
        throw new Fault(
          'DEBUGGER_ATTACH_FAILED',
          'The process does not answer as a debuggable process would.',
        );
      }
    }
    return heard.subarray(handshake.length);
  }

  async #firstWords(op: Operation): Promise<Buffer | null> {
    try {
      return await op.race(this.#channel.next());
    } catch (error) {
      if (error instanceof Fault && error.code === 'TIMEOUT') throw busy('It does not answer.');
      throw error;
    }
  }

  async #read(first: Buffer): Promise<void> {
    let chunk: Buffer | null = first;
    while (chunk !== null) {
      for (const packet of this.#cutter.push(chunk)) this.#receive(packet);
      chunk = await this.#channel.next();
    }
    this.#end('The process closed the connection.');
    await this.#channel.close();
  }

  #receive(packet: Packet): void {
    if (packet.kind === 'reply') {
      const waiting = this.#waiting.get(packet.id);
      if (packet.errorCode === 0) waiting?.resolve(packet.data);
      else waiting?.reject(new JdwpRefusal(packet.errorCode, waiting.name));
      return;
    }
    // Other commands are DDM packets (set 199), of which a debugger needs none.
    if (packet.commandSet === eventSet.commandSet && packet.command === eventSet.command) {
      this.#listener.event(new DataReader(packet.data, this.#sizes));
    }
  }

  #broken(error: unknown): void {
    const isForeseen = error instanceof Fault || error instanceof MalformedJdwp;
    this.#end(isForeseen ? error.message : 'The connection broke.');
    void this.#channel.close();
    if (!isForeseen) throw error;
  }

  #end(message: string): void {
    if (this.#closedBecause !== null) return;
    this.#closedBecause = message;
    for (const { reject } of this.#waiting.values()) reject(disconnected(message));
    this.#waiting.clear();
    this.#listener.closed(message);
  }
}

function readSizes(data: DataReader): IdSizes {
  const [field = 0, method = 0, object = 0, referenceType = 0, frame = 0] = Array.from({ length: 5 }, () =>
    data.int(),
  );
  const sizes = { field, method, object, referenceType, frame };
  for (const size of Object.values(sizes)) {
    if (size !== 4 && size !== 8)
      throw new Fault('DEBUGGER_ATTACH_FAILED', `The process has ids of ${size} bytes.`);
  }
  return sizes;
}

/** `closed_at_once` is told too where a debugger has just left: some machines take a moment until they listen again. */
function busy(words: string, reason?: 'closed_at_once'): Fault {
  return new Fault(
    'DEBUGGER_BUSY',
    `The process does not accept a debugger: another one is probably attached. ${words}`,
    reason ? { reason } : {},
  );
}

function disconnected(message: string): Fault {
  return new Fault('DEBUGGER_DISCONNECTED', message);
}
