/** What flows through the adb client against a scripted server: streams both ways, arguments without a shell, files. */

import type { Operation } from '@mobile-debug/core/operation.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { adbClientBed, faultOf } from '../testing/adb-client-bed.ts';
import type { ScriptedAdbServer, ScriptedDevice } from '../testing/scripted-adb-server.ts';
import type { AdbDevice } from './adb-types.ts';
import { receiveFile, sendFile, statFile } from './sync-files.ts';

let server: ScriptedAdbServer;
let device: ScriptedDevice;
let op: Operation;
let opened: () => Promise<AdbDevice>;

beforeEach(async () => {
  ({ server, device, op, opened } = await adbClientBed());
});

describe('streams and files', () => {
  it('reads and writes both ways and ends by its own close', async () => {
    device.service = (_service, socket) => {
      socket.write('OKAY');
      socket.on('data', (chunk: Buffer) => socket.write(chunk));
      return null;
    };
    const stream = await (await opened()).open(op, 'tcp:6790');
    await stream.write(op, Buffer.from('hello'));
    const seen: string[] = [];
    for await (const chunk of stream.chunks) {
      seen.push(chunk.toString());
      await stream.close();
    }
    expect(seen).toEqual(['hello']);
    await stream.close();
    await expect.poll(() => server.sockets.size).toBe(0);
  });

  it('passes arguments through abb without a shell', async () => {
    device.features = 'shell_v2,abb,abb_exec';
    const adb = await opened();
    await adb.command(op, ['am', 'force-stop', "it's"]);
    await adb.command(op, ['pm', 'install', '-S', '3'], { stdin: Buffer.from('abc') });
    await adb.command(op, ['ls', "it's"]);
    expect(server.services).toEqual([
      "abb:activity\0force-stop\0it's",
      'abb_exec:package\0install\0-S\x003',
      "shell,v2,raw:ls 'it'\\''s'",
    ]);
  });

  it('pushes, reads and stats files; a refusal is in the words of the device', async () => {
    const files = new Map<string, Buffer>();
    device.service = (_service, socket) => {
      socket.write('OKAY');
      serveSync(socket, files);
      return null;
    };
    const adb = await opened();
    const content = Buffer.from(Array.from({ length: 200_000 }, (_, at) => at & 255));
    await sendFile(op, adb, { path: '/data/local/tmp/a', content });
    expect(files.get('/data/local/tmp/a,33188')?.equals(content)).toBe(true);
    files.set('/data/local/tmp/a', content);
    expect((await receiveFile(op, adb, '/data/local/tmp/a')).equals(content)).toBe(true);
    expect(await statFile(op, adb, '/data/local/tmp/a')).toMatchObject({
      mode: 33188,
      sizeBytes: content.length,
    });
    expect(await statFile(op, adb, '/none')).toBeNull();
    const fault = await faultOf(sendFile(op, adb, { path: '/full', content }));
    expect([fault.code, fault.message]).toEqual([
      'ACTION_REJECTED',
      'The device refused /full: No space left on device',
    ]);
  });
});

function serveSync(socket: import('node:net').Socket, files: Map<string, Buffer>): void {
  let pending = Buffer.alloc(0);
  let path = '';
  let parts: Buffer[] = [];
  const word = (id: string, ...values: number[]) => {
    const bytes = Buffer.alloc(4 + values.length * 4);
    bytes.write(id, 'latin1');
    values.forEach((value, at) => {
      bytes.writeUInt32LE(value, 4 + at * 4);
    });
    return bytes;
  };
  const handle = (id: string, data: Buffer): void => {
    if (id === 'SEND') path = data.toString();
    if (id === 'DATA') parts.push(data);
    if (id === 'STAT') {
      const file = files.get(data.toString());
      socket.write(file ? word('STAT', 33188, file.length, 1_000) : word('STAT', 0, 0, 0));
    }
    if (id === 'RECV') {
      const file = files.get(data.toString()) ?? Buffer.alloc(0);
      for (let at = 0; at < file.length; at += 65_536) {
        const part = file.subarray(at, at + 65_536);
        socket.write(Buffer.concat([word('DATA', part.length), part]));
      }
      socket.write(word('DONE', 0));
    }
    if (id !== 'DONE') return;
    if (path.startsWith('/full'))
      socket.write(Buffer.concat([word('FAIL', 23), Buffer.from('No space left on device')]));
    else {
      files.set(path, Buffer.concat(parts));
      socket.write(word('OKAY', 0));
    }
    parts = [];
  };
  socket.on('data', (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk]);
    while (pending.length >= 8) {
      const id = pending.subarray(0, 4).toString('latin1');
      const size = id === 'DONE' ? 0 : pending.readUInt32LE(4);
      if (pending.length < 8 + size) return;
      handle(id, pending.subarray(8, 8 + size));
      pending = pending.subarray(8 + size);
    }
  });
}
