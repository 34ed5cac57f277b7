import fc from '@mobile-debug/core/testing/property.ts';
import { expect, it } from 'vitest';
import { encodeShellPacket, ShellDecoder } from './shell-command.ts';

it('gives back every packet, wherever the bytes are cut', () => {
  const packets = fc.array(
    fc.record({ id: fc.integer({ min: 0, max: 5 }), data: fc.uint8Array({ maxLength: 50 }) }),
  );
  fc.assert(
    fc.property(packets, fc.array(fc.integer({ min: 1, max: 20 })), (sent, cuts) => {
      const bytes = Buffer.concat(sent.map(({ id, data }) => encodeShellPacket(id, data)));
      const decoder = new ShellDecoder();
      const got = [];
      for (let at = 0, turn = 0; at < bytes.length; turn++) {
        const size = cuts[turn % cuts.length] ?? bytes.length;
        got.push(...decoder.push(bytes.subarray(at, at + size)));
        at += size;
      }
      expect(decoder.pending).toBe(false);
      expect(got.map(({ id, data }) => [id, ...data])).toEqual(sent.map(({ id, data }) => [id, ...data]));
    }),
  );
});

it('refuses what is no packet and never hangs on it', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 5 }), (bytes) => {
      const decoder = new ShellDecoder();
      try {
        for (const { id, data } of decoder.push(Buffer.from(bytes)))
          expect(id + data.length).toBeGreaterThanOrEqual(0);
      } catch (error) {
        expect(error).toMatchObject({ code: 'DEVICE_UNAVAILABLE' });
      }
    }),
  );
});
