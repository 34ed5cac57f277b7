/** Random bytes and random frames at both ports: the server stays up and nothing is left open. */

import fc from '@mobile-debug/core/testing/property.ts';
import { expect, test } from 'vitest';
import { patiently, startBed } from '../testing/bed.ts';
import { frame, hostRequest, RawSocket } from '../testing/raw-client.ts';

test('the endpoint and the adbd port survive anything', async () => {
  const bed = await startBed();
  const requests = fc.constantFrom(
    ...[
      'host:',
      'host-serial:',
      'host-serial:x',
      'host-transport-id:',
      'host:forward:',
      'host:forward:tcp:0;',
      'host:killforward:',
      'host:tport:',
    ],
    ...[
      'host:wait-for-x-y',
      'host:connect:',
      'host:disconnect:',
      'shell:',
      'sync:',
      'reverse:',
      ':',
      ';',
      'host-usb:features',
      'host-local:transport',
    ],
  );
  const bytes = fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 60 }).map((array) => Buffer.from(array)),
    fc.tuple(requests, fc.string({ maxLength: 10 })).map(([head, tail]) => Buffer.from(frame(head + tail))),
  );
  await fc.assert(
    fc.asyncProperty(bytes, fc.boolean(), async (sent, adbd) => {
      const socket = await RawSocket.open(adbd ? bed.adbServer.adbdPort(bed.serial) : bed.port);
      socket.write(sent);
      expect(await hostRequest(bed.port, 'host:version')).toBe('OKAY00040029');
      socket.close();
    }),
    { numRuns: 300 },
  );
  await expect.poll(() => bed.adbServer.openSockets, patiently).toBe(0);
  expect(bed.adbServer.runningServices).toBe(0);
});
