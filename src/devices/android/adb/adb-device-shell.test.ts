/** Commands of the adb client against a scripted server: both shell protocols, framing, faults on the wire. */

import type { Operation } from '@mobile-debug/core/operation.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { adbClientBed, faultOf } from '../testing/adb-client-bed.ts';
import { packet, type ScriptedAdbServer, type ScriptedDevice } from '../testing/scripted-adb-server.ts';
import type { AdbDevice } from './adb-types.ts';

let server: ScriptedAdbServer;
let device: ScriptedDevice;
let op: Operation;
let opened: () => Promise<AdbDevice>;

beforeEach(async () => {
  ({ server, device, op, opened } = await adbClientBed());
});

describe('shell v2', () => {
  it('gives stdout, stderr and the exit code, and takes only the features both ends have', async () => {
    device.features = 'shell_v2,cmd,only_the_device';
    device.service = () => ({ stdout: 'out\n', stderr: 'err\n', exitCode: 3 });
    const adb = await opened();
    expect([...adb.features]).toEqual(['shell_v2', 'cmd']);
    const result = await adb.shell(op, 'true');
    expect([result.stdout.toString(), result.stderr.toString(), result.exitCode]).toEqual([
      'out\n',
      'err\n',
      3,
    ]);
    expect(server.services).toEqual(['shell,v2,raw:true']);
  });

  it('reads packets cut at every byte', async () => {
    const bytes = Buffer.concat([
      packet(1, Buffer.from('ab')),
      packet(2, Buffer.from('c')),
      packet(3, Buffer.from([9])),
    ]);
    device.service = async (_service, socket) => {
      socket.write('OKAY');
      for (const byte of bytes)
        await new Promise<void>((resolve) => socket.write(Buffer.from([byte]), () => resolve()));
      socket.end();
      return null;
    };
    const result = await (await opened()).shell(op, 'x');
    expect([result.stdout.toString(), result.stderr.toString(), result.exitCode]).toEqual(['ab', 'c', 9]);
  });

  it('sends stdin in packets and closes it, also while the command prints', async () => {
    const input = Buffer.alloc(300_000, 'i');
    let got = 0;
    device.service = (_service, socket) => {
      socket.write('OKAY');
      let pending = Buffer.alloc(0);
      socket.on('data', (chunk: Buffer) => {
        pending = Buffer.concat([pending, chunk]);
        while (pending.length >= 5 && pending.length >= 5 + pending.readUInt32LE(1)) {
          const size = pending.readUInt32LE(1);
          if (pending[0] === 0) got += size;
          if (pending[0] === 4) socket.end(packet(3, Buffer.from([0])));
          pending = pending.subarray(5 + size);
        }
      });
      return null;
    };
    await (await opened()).shell(op, 'cat', { stdin: input });
    expect(got).toBe(input.length);
  });

  it.each([
    ['no exit packet', Buffer.concat([Buffer.from('OKAY'), packet(1, Buffer.from('half'))])],
    ['a half packet', Buffer.concat([Buffer.from('OKAY'), packet(1, Buffer.from('half')).subarray(0, 7)])],
    ['garbage packets', Buffer.from('OKAY\xff\xff\xff\xff\xff\xff\xff', 'latin1')],
    ['a garbled status', Buffer.from('WHAT')],
    ['a half status', Buffer.from('OK')],
    ['nothing', Buffer.alloc(0)],
  ])('takes %s as DEVICE_UNAVAILABLE of unknown delivery', async (_what, bytes) => {
    device.service = (_service, socket) => {
      socket.end(bytes);
      return null;
    };
    const fault = await faultOf((await opened()).shell(op, 'input tap 1 1'));
    expect(fault.code).toBe('DEVICE_UNAVAILABLE');
    expect(fault.delivery).toBeUndefined();
  });

  it('bounds the output', async () => {
    device.service = () => ({ stdout: 'x'.repeat(2_000) });
    const fault = await faultOf((await opened()).shell(op, 'yes', { maxBytes: 1_000 }));
    expect(fault.message).toContain('1000 bytes');
  });
});

describe('shell v1', () => {
  it('finds the exit code behind its marker and undoes the terminal', async () => {
    device.features = 'cmd';
    device.service = (service) => ({ stdout: `one\r\ntwo\r\n${/echo (\w+)=/.exec(service)?.[1]}=4\r\n` });
    const result = await (await opened()).shell(op, 'ls');
    expect([result.stdout.toString(), result.exitCode]).toEqual(['one\ntwo\n', 4]);
    expect(server.services[0]).toMatch(/^shell:ls\necho /);
  });

  it('takes a missing marker as a lost connection', async () => {
    device.features = '';
    device.service = () => ({ stdout: 'one' });
    expect((await faultOf((await opened()).shell(op, 'ls'))).code).toBe('DEVICE_UNAVAILABLE');
  });
});
